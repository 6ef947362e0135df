import { Database } from '../../../src/infra/database/database.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

const A_MINUTE = 60;
const IN_ALL = 1_000;

describe.each(ENGINES)('How often one order is edited, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine);
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'a drill' } });
  });

  afterEach(() => desk.close());

  const edit = ({ id }: OrderBody, units: number) =>
    desk.edit(id, { units: String(units) }, { prefer: 'wait=0' });

  it('is 60 times in a minute at most, while it may be cancelled, and others may be edited', async () => {
    const { body: order } = await desk.post({ units: '1000' }, 0);
    const { body: other } = await desk.post({ units: '2000' }, 0);
    for (let units = 1; units <= A_MINUTE; units += 1) {
      expect((await edit(order, units)).status).toBe(202);
    }
    // The same terms once more change nothing.
    expect((await edit(order, A_MINUTE)).status).toBe(202);
    const refused = await edit(order, 77);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-edits' } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused.headers.has('retry-after')).toBe(true);
    expect((await desk.order(order.id)).units).toBe(String(A_MINUTE));
    expect((await edit(other, 77)).status).toBe(202);
    await desk.pass(60_000);
    expect((await edit(order, 77)).status).toBe(202);
    expect((await desk.cancel(order.id, {}, 0)).status).toBe(200);
  });

  it('is 1,000 times in all, and then it can only be cancelled', async () => {
    const { body: order } = await desk.post({ units: '5000' }, 0);
    const inDatabase = (statement: string) =>
      desk.service.app.get(Database).units.run((unit) => unit.execute(statement));
    // As if it had been edited so often, each time at once.
    const edited = async (times: number): Promise<void> => {
      await inDatabase(`INSERT INTO audit_entries (sequence, stream, stream_sequence, at, actor, type, body, previous_hash, hash, schema_version)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})
        SELECT h.sequence + i, '${order.id}', (SELECT max(stream_sequence) FROM audit_entries WHERE stream = '${order.id}') + i,
          '2026-11-20T11:00:00.000Z', 'key:admin', 'POST_REPLACED', '{}', '', '', 1 FROM n, audit_head h`);
      await inDatabase(`UPDATE audit_head SET sequence = sequence + ${times}`);
      await inDatabase(`UPDATE orders SET version = version + ${times} WHERE id = '${order.id}'`);
    };
    await edited(IN_ALL - 1);
    expect((await edit(order, 1)).status).toBe(202);
    const refused = await edit(order, 2);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-edits' } });
    expect(refused.headers.has('retry-after')).toBe(false);
    expect((await desk.cancel(order.id, {}, 0)).body.status).toBe('Cancelled');
  });
});
