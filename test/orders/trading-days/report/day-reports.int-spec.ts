import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { type Config } from '../../../../src/infra/config/config.js';
import { withMaskedClients } from '../../../../src/infra/auth/client-mask.js';
import { Database } from '../../../../src/infra/database/database.js';
import {
  ReadingThreads,
  ThreadPrograms,
} from '../../../../src/infra/database/threads/reading-thread.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import type { TradingCalendar } from '../../../../src/market/trading-calendar/trading-calendar.js';
import type { Sessions } from '../../../../src/market/trading-calendar/trading-day.js';
import { OrderRow } from '../../../../src/orders/order/order.entity.js';
import type { ReportForm } from '../../../../src/orders/trading-days/day-answers.js';
import { DayReports } from '../../../../src/orders/trading-days/report/day-reports.js';
import type { DayView } from '../../../../src/orders/trading-days/day-view.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { anOrder } from '../../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { BUILT_PROGRAMS } from '../../../support/desk.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { turnsDuring } from '../../../support/time/turns.js';

const { tradingDate } = anOrder();
const ALWAYS: Sessions = { usual: 'always', exceptions: new Map() };
const CALENDAR = { sessions: () => Promise.resolve(ALWAYS) } as unknown as TradingCalendar;
const FORMS: readonly ReportForm[] = [
  { format: 'json', masksClients: false },
  { format: 'json', masksClients: true },
  { format: 'html', withNames: true, masksClients: false },
  { format: 'csv', withNames: true, masksClients: false, table: 'lines' },
  { format: 'csv', withNames: false, masksClients: false, table: 'status' },
];

/** Of all threads of this process. */
function nicenesses(): readonly string[] {
  const folder = '/proc/self/task';
  const stats = readdirSync(folder).map((id) => readFileSync(`${folder}/${id}/stat`, 'utf8'));
  return stats.map((stat) => stat.split(') ')[1]?.split(' ')[16] ?? '');
}

describe.each(ENGINES)('The reports of trading days on %s', (engine: Engine) => {
  const clock = new HandClock();
  let config: Config;
  let database: Database;
  let threads: ReadingThreads;
  let orders = 0;

  beforeEach(async () => {
    const databaseUrl = await readyDatabase(engine);
    config = { ...read(REAL), databaseUrl };
    database = await Database.open(databaseUrl, SCHEMA, clock);
    threads = new ReadingThreads(config, clock, new ThreadPrograms(BUILT_PROGRAMS));
    await addOrder();
  });

  afterEach(async () => {
    await threads.onModuleDestroy();
    await database.close();
  });

  const reports = (of = threads) =>
    new DayReports(database, CALENDAR, clock, config, of, new AppLogger(createLogger('silent')));
  const addOrder = (): Promise<void> => {
    orders += 1;
    const { clientOrderId: _, ...terms } = anOrder();
    return database.units.run((unit) =>
      unit.insert(OrderRow, {
        ...terms, id: `ord_${orders}`, clientOrderId: `c-${orders}`, orderRef: `ref-${orders}`, version: 1,
        certain: 1, pending: null, openBreaks: 0, listedVersion: 0, onBehalfOf: null,
        fingerprint: 'f'.repeat(64), clientSalt: 'a'.repeat(32),
      }),
    ); // prettier-ignore
  };
  const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  const viewIn = (bytes: Uint8Array): DayView => JSON.parse(textOf(bytes)) as DayView;
  const ordersIn = (bytes: Uint8Array): number =>
    Object.values(viewIn(bytes).report.facts.orders).reduce((sum, count) => sum + count, 0);

  it('are the same to the last byte, made in the thread or on the event loop', async () => {
    const none = new ReadingThreads(config, clock, new ThreadPrograms(null));
    const [there, here] = [reports(), reports(none)];
    expect(await there.view(tradingDate, false)).toEqual(await here.view(tradingDate, false));
    for (const form of FORMS) {
      const made = await there.report(tradingDate, form);
      expect(textOf(made)).toBe(textOf(await here.report(tradingDate, form)));
    }
    const hash = 'f'.repeat(64);
    expect(await there.signOffState(tradingDate, hash)).toEqual(
      await here.signOffState(tradingDate, hash),
    );
    expect(await there.summary(tradingDate, ALWAYS)).toEqual(
      await here.summary(tradingDate, ALWAYS),
    );
  });

  it('have clients masked in the thread as they would be where answers leave', async () => {
    const days = reports();
    const afterwards = (json: Uint8Array): string =>
      JSON.stringify(withMaskedClients(JSON.parse(textOf(json))));
    const view = await days.view(tradingDate, false);
    expect(textOf(view)).toContain(anOrder().accountNumber);
    expect(textOf(await days.view(tradingDate, true))).toBe(afterwards(view));
    const report = await days.report(tradingDate, { format: 'json', masksClients: false });
    const masked = await days.report(tradingDate, { format: 'json', masksClients: true });
    expect(textOf(masked)).toBe(afterwards(report));
    expect(textOf(masked)).not.toContain(anOrder().accountNumber);
  });

  it('are made while the event loop turns, and leave it the processor where there are few', async () => {
    const before = getPriority();
    // It starts the thread, and waits for nothing else.
    expect(await turnsDuring(() => reports().view(tradingDate, false))).toBeGreaterThan(1);
    expect(getPriority()).toBe(before);
    if (process.platform === 'linux') expect(nicenesses()).toContain('10');
  });

  it('are shared by those who ask the same meanwhile, and show all that was committed before they were asked for', async () => {
    const days = reports();
    const first = days.view(tradingDate, false);
    await addOrder();
    const [one, another] = [days.view(tradingDate, false), days.view(tradingDate, false)];
    expect(one).toBe(another);
    await first;
    expect(ordersIn(await one)).toBe(2);
  });

  it('are refused when too many different ones wait', async () => {
    const days = reports();
    const dates = Array.from({ length: 40 }, (_, day) => `20${10 + day}-01-01`);
    const answers = await Promise.allSettled(dates.map(async (date) => days.view(date, false)));
    const refused = answers.filter(({ status }) => status === 'rejected');
    // One is under way and 32 wait.
    expect(refused.length).toBeGreaterThanOrEqual(7);
    expect(refused[0]).toMatchObject({
      reason: { code: 'overloaded', details: { retryAfterSeconds: 5 } },
    });
    expect(answers[0]).toMatchObject({ status: 'fulfilled' });
  });

  it('end with an error when the service stops, also those that wait', async () => {
    const days = reports();
    const both = [days.view(tradingDate, false), days.view('2026-01-01', false)];
    const ended = both.map((one) => expect(one).rejects.toMatchObject({ code: 'shutting-down' }));
    await threads.onModuleDestroy();
    await Promise.all(ended);
  });
});
