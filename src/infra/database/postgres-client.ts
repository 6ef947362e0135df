import pg from 'pg';
import { NoConnection, ReadOnlyServer } from './lost-connection.js';

/**
 * A connection to PostgreSQL. Whatever fails before it is there (the network, TLS, a password, the server's own state)
 * means the same to whoever asked for it: there is none.
 */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The server may end a connection in the packet that says it is ready, and no listener of the pool or of TypeORM is
    // there then: without one, the error would end the process. Whoever uses the connection hears of it by its next statement.
    this.on('error', () => undefined);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.connect((error) => (error === null ? resolve(this) : reject(error)));
      });
    }
    super.connect((error: Error | null | undefined) =>
      callback(error ? new NoConnection(error) : null),
    );
    return undefined;
  }
}

/** An address may lead to a standby for a while: what has connected to it then would stay there for good. */
export async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client
    .query<{ is: string }>("SELECT current_setting('transaction_read_only') AS is")
    .catch((error: unknown) => {
      throw new NoConnection(error);
    });
  if (rows[0]?.is === 'on') throw new ReadOnlyServer();
}
