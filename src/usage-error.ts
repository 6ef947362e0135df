/** The command line was used in a way that it does not have; it answers with its usage and exit code 2. */
export class UsageError extends Error {}
