import { errorCode } from './units/unit-of-work.js';

/** Nothing that waited for the database has been answered, or will be. */
export class NoConnection extends Error {
  /** SQL's `connection_failure`. */
  readonly code = '08006';

  constructor(cause: unknown) {
    super('No connection to PostgreSQL', { cause });
  }
}

/** The driver gives a lost connection no code, only words. */
const WORDS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;

/** The error itself unless it says that the connection was lost, or that none was to be had. */
export function withLostConnection(error: unknown): unknown {
  const said = wordsOf(error);
  return errorCode(error) === '' && WORDS.test(said) ? new NoConnection(error) : error;
}

/** TypeORM wraps what the driver has thrown. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'driverError' in error ? wordsOf(error.driverError) : error.message;
}
