import { parseReply } from '../../src/infra/exchange/client/reply-parser.js';
import { pino } from 'pino';
import { AuditLog } from '../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../src/infra/audit/audit-tail.js';
import type { Clock } from '../../src/infra/runtime/clock.js';
import { readConfig, type Config } from '../../src/infra/config/config.js';
import { Database } from '../../src/infra/database/database.js';
import { CallJournal } from '../../src/infra/exchange/client/call-journal.js';
import { ExchangeKeys } from '../../src/infra/exchange/client/exchange-keys.js';
import type {
  ExchangeTransport,
  WireCall,
} from '../../src/infra/exchange/client/exchange-transport.js';
import { CircuitBreaker } from '../../src/infra/exchange/client/circuit-breaker.js';
import { ReplyStore } from '../../src/infra/exchange/client/reply-store.js';
import { DriftCatalogue } from '../../src/infra/exchange/client/drift-catalogue.js';
import { Ids, Random } from '../../src/infra/runtime/ids.js';
import { AppLogger } from '../../src/infra/observability/logging.js';
import { SCHEMA } from '../../src/schema.js';

interface Ground {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
}

const silent = new AppLogger(pino({ level: 'silent' }));

export function exchangeKeys({ config, database, clock }: Ground): ExchangeKeys {
  return new ExchangeKeys(config, database, new AuditLog(clock, new AuditTail()), silent);
}

/** A database in memory with one key, of an exchange that nobody listens at. */
export async function groundWithOneKey(clock: Clock): Promise<Ground & { keys: ExchangeKeys }> {
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    EXCHANGE_BASE_URL: 'http://127.0.0.1:9',
    EXCHANGE_API_KEYS: 'sk_test_a',
    BROKER_CODE: 'MRNA',
  });
  const database = await Database.open(config.databaseUrl, SCHEMA, clock);
  const keys = exchangeKeys({ config, database, clock });
  await keys.register();
  return { config, database, clock, keys };
}

/** The real journal of calls with everything it needs, on a line that was never down. */
export function callJournal(
  ground: Ground,
  transport: Pick<ExchangeTransport, 'send'>,
  keys = exchangeKeys(ground),
): CallJournal {
  const { config, database, clock } = ground;
  return new CallJournal(
    database,
    keys,
    { send: (call: WireCall) => transport.send(call), parse: parseReply } as ExchangeTransport,
    new CircuitBreaker(clock, silent),
    new DriftCatalogue(clock, silent),
    new ReplyStore(clock),
    clock,
    new Ids(clock, new Random()),
    config,
  );
}
