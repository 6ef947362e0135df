import { BATCH, OrderTrails } from '../../../src/orders/dispatch/order-trails.js';
import {
  recordedIn,
  type OrderEntry,
} from '../../../src/orders/order/requests/request-in-trail.js';
import { Claims } from '../../support/claims.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases/databases.js';
import { turnsDuring } from '../../support/time/turns.js';

const BATCHES = 24;
const EDITS = BATCHES * BATCH;
/** As many as one call reads. */
const READ_AT_ONCE = 20;

describe.each(ENGINES)('The trail of an order that was edited thousands of times, on %s', (engine: Engine) => {
  let claims: Claims;
  let trails: OrderTrails;

  /** The order was received, and then edited so often, each time to other units. */
  const edit = async (id: string, edits: number): Promise<void> => {
    await claims.database.units.run(async (unit) => {
      const [head] = await unit.query<{ sequence: number }>('SELECT sequence FROM audit_head');
      const after = head?.sequence ?? 0;
      await unit.execute(
        `INSERT INTO audit_entries (sequence, stream, stream_sequence, at, actor, type, body, previous_hash, hash, schema_version)
           WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${edits})
           SELECT ${after} + i, '${id}', i + 1, '2026-11-20T11:00:00.000Z', 'key:dealers', 'POST_REPLACED',
             '{"request":"req_${id}","units":"' || i || '","price":"12.5","changes":{"units":"' || i || '","version":' || (i + 1) || '}}',
             '', '', 1 FROM n`,
      );
      await unit.execute(`UPDATE audit_head SET sequence = ${after + edits}`);
      await unit.execute(`UPDATE orders SET units = '${edits}', version = ${edits + 1} WHERE id = '${id}'`);
    });
  };

  beforeEach(async () => {
    claims = await Claims.on(await freshDatabase(engine));
    trails = new OrderTrails(claims.database);
  });

  afterEach(() => claims.database.close());

  it('is read in batches between which the event loop has its turn, and remembered', async () => {
    await claims.accept('ord_1');
    await edit('ord_1', EDITS);
    const { reading } = claims.database;
    expect(await trails.of(reading, 'ord_1')).toBeNull();
    let isWhole = true;
    expect(await turnsDuring(async () => (isWhole = await trails.readOn('ord_1')))).toBeGreaterThanOrEqual(
      READ_AT_ONCE,
    );
    expect(isWhole).toBe(false);
    expect(await trails.readOn('ord_1')).toBe(true);
    const asked = jest.spyOn(reading, 'query');
    const recorded = await trails.of(reading, 'ord_1');
    const [[, values] = []] = asked.mock.calls;
    asked.mockRestore();
    expect(values).toEqual(['ord_1', EDITS + 1]);
    const all = await reading.query<OrderEntry>(
      `SELECT sequence, type, body, actor, on_behalf_of AS "onBehalfOf" FROM audit_entries WHERE stream = 'ord_1' ORDER BY stream_sequence`,
    );
    expect(recorded).toEqual(recordedIn(all));
  });

  it('is read whole before its post is claimed', async () => {
    await claims.bookIsRead();
    await claims.accept('ord_1', {}, { matchKey: 'one' });
    await edit('ord_1', EDITS);
    expect(await claims.claim()).toMatchObject({ kind: 'Waiting', opensBreak: false });
    expect((await claims.claim()).kind).toBe('Skipped');
    expect(await claims.claim()).toMatchObject({ kind: 'Claimed', claim: { orderId: 'ord_1' } });
  });

  it('holds its post where the database has other units than the last of its entries', async () => {
    await claims.bookIsRead();
    await claims.accept('ord_1');
    await edit('ord_1', 2 * BATCH);
    await claims.database.units.run((unit) => unit.execute("UPDATE orders SET units = '7'"));
    const kinds = [await claims.claim(), await claims.claim()].map(({ kind }) => kind);
    expect(kinds).toEqual(['Skipped', 'Skipped']);
    const [held] = await claims.database.reading.query<{ detail: string }>('SELECT detail FROM breaks');
    expect(held?.detail).toContain(`units ${2 * BATCH}, not 7`);
  });

  it('is not read while a gate holds all posts back', async () => {
    await claims.accept('ord_1');
    const read = jest.spyOn(OrderTrails.prototype, 'of');
    const claimed = await claims.claim();
    const reads = read.mock.calls.length;
    read.mockRestore();
    expect(claimed).toMatchObject({ kind: 'Waiting' });
    expect(reads).toBe(0);
  });
}); // prettier-ignore
