import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { CallJournal, CallSpec } from '../../../../src/infra/exchange/client/call-journal.js';
import { EnquiryApi } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { ExchangeTransport } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { RecordApi } from '../../../../src/infra/exchange/api/record-api.js';
import { MarketDataApi } from '../../../../src/infra/exchange/api/market-data-api.js';
import { acknowledgementOf } from '../../../../src/infra/exchange/api/trading-api.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, PEPPER, readyDatabase } from '../../../support/databases/databases.js';
import { callJournal, exchangeKeys } from '../../../support/journal.js';
import { HandClock } from '../../../support/time/hand-clock.js';

/** A request as it came over the wire. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export type Behaviour = (response: ServerResponse) => void;

/** Enough keys to let one after another be refused. */
const KEYS = Array.from({ length: 120 }, (_, place) => `sk_test_${place}`);

/** The real exchange client, and a server that records what it sends. */
export class RecordingExchange {
  readonly seen: Seen[] = [];
  behaves: Behaviour = (response) => response.end();

  private constructor(
    private readonly server: Server,
    private readonly database: Database,
    private readonly transport: ExchangeTransport,
    private readonly newJournal: () => CallJournal,
  ) {}

  static async open(engine: Engine): Promise<RecordingExchange> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const databaseUrl = await readyDatabase(engine);
    const config = readConfig({
      EXCHANGE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      EXCHANGE_API_KEYS: KEYS.join(','),
      EXCHANGE_TIMEOUT_MS: '1000',
      BROKER_CODE: 'MRNA',
      MARINA_KEY_PEPPER: PEPPER,
      DATABASE_URL: databaseUrl,
    });
    const clock = new HandClock();
    const database = await Database.open(databaseUrl, SCHEMA, clock);
    const ground = { config, database, clock };
    const keys = exchangeKeys(ground);
    await keys.register();
    const transport = new ExchangeTransport(config, clock);
    // Many calls in a row get no answer here, so each uses its own circuit breaker.
    const journal = (): CallJournal => callJournal(ground, transport, keys);
    const exchange = new RecordingExchange(server, database, transport, journal);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://exchange');
        exchange.seen.push({
          method: request.method ?? '',
          path: pathname,
          query: Object.fromEntries(searchParams),
          headers: request.headers,
          body: Buffer.concat(parts).toString('utf8'),
        });
        exchange.behaves(response);
      });
    });
    return exchange;
  }

  get journal(): CallJournal {
    return this.newJournal();
  }

  get market(): MarketDataApi {
    return new MarketDataApi(this.journal);
  }

  get enquiries(): EnquiryApi {
    return new EnquiryApi(this.journal, readConfig({}));
  }

  get records(): RecordApi {
    return new RecordApi(this.journal);
  }

  /** Like the dispatcher: reserve, commit, send. */
  async trade(spec: CallSpec): Promise<unknown> {
    const { call } = await this.database.units.runAlone((unit) => this.journal.reserve(unit, spec));
    if (call === null) throw new Error('There is no room');
    const { outcome } = await this.journal.send(call);
    return { kind: outcome.class, ...acknowledgementOf(outcome) };
  }

  /** The drift that the catalogue has recorded. */
  async drift(): Promise<readonly string[]> {
    const rows = await this.database.reading.query<{ deviation: string }>(
      'SELECT deviation FROM schema_drift ORDER BY first_seen_at, id',
    );
    return rows.map(({ deviation }) => deviation);
  }

  async close(): Promise<void> {
    await this.transport.close();
    this.server.closeAllConnections();
    this.server.close();
    await this.database.close();
  }
}
