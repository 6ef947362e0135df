/** The parameters of a PostgreSQL address that name files, which the driver reads when it connects. */
const NAMES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

export interface NamedFile {
  /** As a message names it. */
  readonly setting: string;
  readonly path: string;
}

/** The files that the address of a database names: `setting` is the variable or option that holds the address. */
export function filesNamedIn(databaseUrl: string, setting: string): readonly NamedFile[] {
  const start = databaseUrl.indexOf('?');
  if (!/^postgres(ql)?:/.test(databaseUrl) || start === -1) return [];
  const parameters = new URLSearchParams(databaseUrl.slice(start));
  return NAMES.flatMap((name) =>
    parameters.getAll(name).map((path) => ({ setting: `${name} in ${setting}`, path })),
  );
}
