import { connectionReason } from './connection-reasons.js';
import { errorCode } from './units/unit-of-work.js';

/** In words, for people. */
export const TAKES_NO_WRITES = 'the server takes no writes: it is a standby, or set to read-only';
/** SQL's `read_only_sql_transaction`. */
const READ_ONLY = '25006';

/** The connection to the server was lost, or none could be made. */
export class NoConnection extends Error {
  /** SQL's `connection_failure`. */
  readonly code = '08006';
  /** Null: not known. */
  readonly remedy: string | null;

  constructor(cause: unknown) {
    const message = messageOf(cause);
    const reason = connectionReason(errorCode(cause), message);
    const why = reason === null ? message : `${reason.says}: ${message}`;
    super(`No connection to PostgreSQL: ${why}`, { cause });
    this.remedy = reason?.remedy ?? null;
  }
}

/** The server answers and takes no writes, as a standby or while it is switched to read-only: that connection is of no use. */
export class ReadOnlyServer extends NoConnection {
  constructor(cause: unknown = new Error(TAKES_NO_WRITES)) {
    super(cause);
  }
}

/** The driver gives a lost connection, and a server that falls silent, no code but these messages. */
const LOST_CONNECTION_MESSAGES =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Query read timeout)/;

/** The error itself unless it says that the connection was lost, that none was to be had, or that it takes no writes. */
export function withLostConnection(error: unknown): unknown {
  if (error instanceof NoConnection) return error;
  const code = errorCode(error);
  if (code === READ_ONLY) return new ReadOnlyServer(error);
  const isLost = code === '' && LOST_CONNECTION_MESSAGES.test(messageOf(error));
  return isLost ? new NoConnection(error) : error;
}

/** TypeORM wraps what the driver has thrown. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'driverError' in error ? messageOf(error.driverError) : error.message;
}
