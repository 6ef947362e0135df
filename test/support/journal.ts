import { parseReply } from '../../src/infra/exchange/transport/reply-parser.js';
import { pino } from 'pino';
import { AuditLog } from '../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../src/infra/audit/audit-tail.js';
import type { Clock } from '../../src/infra/runtime/clock.js';
import { readConfig, type Config } from '../../src/infra/config/config.js';
import { Database } from '../../src/infra/database/database.js';
import { CallJournal } from '../../src/infra/exchange/client/call-journal.js';
import { CallMetrics } from '../../src/infra/exchange/client/call-metrics.js';
import { ExchangeKeys } from '../../src/infra/exchange/keys/exchange-keys.js';
import type {
  ExchangeTransport,
  WireCall,
} from '../../src/infra/exchange/transport/exchange-transport.js';
import { CircuitBreaker } from '../../src/infra/exchange/keys/circuit-breaker.js';
import { ReplyStore } from '../../src/infra/exchange/client/reply-store.js';
import { DriftCatalogue } from '../../src/infra/exchange/client/drift-catalogue.js';
import { Ids, Random } from '../../src/infra/runtime/ids.js';
import { AppLogger } from '../../src/infra/observability/logging.js';
import { Metrics } from '../../src/infra/observability/metrics.js';
import { Tracing } from '../../src/infra/observability/tracing.js';
import { SCHEMA } from '../../src/schema.js';

interface JournalContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
}

const silent = new AppLogger(pino({ level: 'silent' }));

export function exchangeKeys({ config, database, clock }: JournalContext): ExchangeKeys {
  return new ExchangeKeys(config, database, new AuditLog(clock, new AuditTail()), silent);
}

/** An in-memory database with one exchange key, for an address where nothing listens. */
export async function contextWithOneKey(
  clock: Clock,
): Promise<JournalContext & { keys: ExchangeKeys }> {
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

/** The real call journal with its dependencies and a closed circuit breaker. */
export function callJournal(
  context: JournalContext,
  transport: Pick<ExchangeTransport, 'send'>,
  keys = exchangeKeys(context),
  metrics = new Metrics(),
): CallJournal {
  const { config, database, clock } = context;
  const parsing = {
    send: (call: WireCall) => transport.send(call),
    parse: parseReply,
    roomTaken: 0,
    repliesWaiting: 0,
  } as ExchangeTransport;
  return new CallJournal(
    database,
    keys,
    parsing,
    new CircuitBreaker(clock, silent),
    new DriftCatalogue(clock, silent),
    new ReplyStore(clock),
    clock,
    new Ids(clock, new Random()),
    config,
    new CallMetrics(metrics, parsing),
    Tracing.off,
  );
}
