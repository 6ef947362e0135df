import { errorCode } from './units/unit-of-work.js';

/** The connection to the server was lost, or none could be made. */
export class NoConnection extends Error {
  /** SQL's `connection_failure`. */
  readonly code = '08006';

  constructor(cause: unknown) {
    super('No connection to PostgreSQL', { cause });
  }
}

/** The driver gives a lost connection, and a server that falls silent, no code but these messages. */
const LOST_CONNECTION_MESSAGES =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Query read timeout)/;

/** The error itself unless it says that the connection was lost, or that none was to be had. */
export function withLostConnection(error: unknown): unknown {
  const isLost = errorCode(error) === '' && LOST_CONNECTION_MESSAGES.test(messageOf(error));
  return isLost ? new NoConnection(error) : error;
}

/** TypeORM wraps what the driver has thrown. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'driverError' in error ? messageOf(error.driverError) : error.message;
}
