import { withLostConnection } from './lost-connection.js';
import { errorCode } from './units/unit-of-work.js';

/** A caller's read took longer than it may, and was ended. */
export class QueryTimeout extends Error {
  constructor(cause?: unknown) {
    super('The read took longer than it may', { cause });
  }
}

/** PostgreSQL's `query_canceled`: the statement exceeded its `statement_timeout`. */
const CANCELED = '57014';

/** A read whose errors say whether it took too long or found no connection. */
export async function withinLimit<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw errorCode(error) === CANCELED ? new QueryTimeout(error) : withLostConnection(error);
  }
}
