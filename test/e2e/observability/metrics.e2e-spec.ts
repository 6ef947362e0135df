import { Metrics } from '../../../src/infra/observability/metrics.js';
import { BREAK_TYPES } from '../../../src/orders/breaks/break.js';
import { ENGINES, shutOut, type Engine } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

/** How long the metrics of the book, and the whole page, are cached. */
const FRESH_MS = 5_000;
const PAGE_LASTS_MS = 1_000;

describe('The metrics of the book', () => {
  let desk: Desk;
  let clock: VirtualClock;

  afterEach(() => desk.close());

  /** The exchange is read only when a test asks for it. */
  const open = async (engine: Engine): Promise<void> => {
    clock = new VirtualClock();
    const env = { RECONCILE_INTERVAL_MS: '3600000' };
    desk = await Desk.open(engine, { clock, env });
  };
  const page = async (): Promise<string> =>
    (await desk.call<string>('GET', '/metrics', { key: null })).body;
  const read = (text: string, name: string): number | null => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length + 1));
  };
  const proofIn = (text: string): readonly (number | null)[] =>
    ['working', 'proven_within_minute'].map((name) => read(text, `marina_orders_${name}`));
  const ageIn = (text: string): number | null =>
    read(text, 'marina_orders_oldest_proof_age_seconds');
  const breaksIn = (text: string): readonly string[] =>
    text.split('\n').filter((line) => line.startsWith('marina_breaks_open{'));
  const later = (ms: number): void => clock.jumpTo(clock.now() + ms);

  it.each(ENGINES)(
    'tell how many orders work, how fresh their proof is, and what is open, on %s',
    async (engine) => {
      await open(engine);
      const empty = await page();
      expect(proofIn(empty)).toEqual([0, 0]);
      expect(ageIn(empty)).toBeNull();
      expect(breaksIn(empty)).toHaveLength(BREAK_TYPES.length);
      expect(breaksIn(empty).every((line) => line.endsWith('} 0'))).toBe(true);

      await desk.post();
      await desk.post();
      desk.exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
      const { body } = await desk.post({}, 0);
      await desk.until(body.id, (order) => order.pending?.state === 'Unknown');
      expect(await page()).toContain('marina_orders_working 0\n');
      later(FRESH_MS);
      const working = await page();
      expect(proofIn(working)).toEqual([2, 2]);
      expect(ageIn(working)).toBeGreaterThanOrEqual(0);
      expect(ageIn(working)).toBeLessThan(60);
      const unconfirmed = 'marina_breaks_open{type="PostUnconfirmed",severity="High"} 1';
      expect(breaksIn(working)).toContain(unconfirmed);

      later(90_000);
      const old = await page();
      expect(proofIn(old)).toEqual([2, 0]);
      expect(ageIn(old)).toBeGreaterThanOrEqual(90);
      const { body: ops } = await desk.call('GET', '/v1/ops/status');
      expect(ops).toMatchObject({ proof: { working: 2, withinMinute: 0 } });
    },
  );

  it('leave out what only the database knows while it does not answer', async () => {
    await open('postgres');
    await desk.post();
    expect(proofIn(await page())).toEqual([1, 1]);
    const letIn = await shutOut(desk.config.databaseUrl);
    later(PAGE_LASTS_MS);
    const without = await desk.call<string>('GET', '/metrics');
    expect(without.status).toBe(200);
    expect(without.body).toContain('\nmarina_database_up 0\n');
    expect(without.body).not.toMatch(/^marina_(orders_|requests_|breaks_open{)/m);
    await letIn();
    later(PAGE_LASTS_MS);
    expect(proofIn(await page())).toEqual([1, 1]);
  });

  it('are made once a second, however many scrape them', async () => {
    await open('sqlite');
    let made = 0;
    desk.service.app.get(Metrics).add(() => {
      made += 1;
      return Promise.resolve();
    });
    const pages = await Promise.all(Array.from({ length: 20 }, page));
    expect(new Set(pages).size).toBe(1);
    expect(made).toBe(1);
    later(PAGE_LASTS_MS);
    await page();
    expect(made).toBe(2);
  });
});
