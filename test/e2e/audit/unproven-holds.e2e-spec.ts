import type { TrailVerdict } from '../../../src/infra/audit/verification/trail-verification.js';
import { Database } from '../../../src/infra/database/database.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

describe.each(ENGINES)('Legal holds that the database and the trail have, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine, { env: { RECONCILE_INTERVAL_MS: '600000' } });
  });

  afterEach(() => desk.close());

  const placed = async (on: object): Promise<string> =>
    (await desk.call<{ id: string }>('POST', '/v1/legal-holds', { body: { ...on, reason: 'a letter' } })).body.id; // prettier-ignore
  const release = (id: string) =>
    desk.call('DELETE', `/v1/legal-holds/${id}`, { body: { reason: 'it is closed' } });
  const inDatabase = (sql: string, values: readonly string[] = []): Promise<number> =>
    desk.clock.flow(desk.service.app.get(Database).units.run((unit) => unit.execute(sql, values)));
  const found = async (): Promise<readonly string[]> => {
    const { body } = await desk.call<TrailVerdict>('POST', '/v1/audit/verifications', { body: {} });
    return body.problems.map(({ what }) => what);
  };

  it('are the same after all that people do with them', async () => {
    const { id } = (await desk.post()).body;
    await placed({ accountNumber: 'C-0012345' });
    await placed({ orderId: id });
    await release(await placed({ orderId: id }));
    await release(await placed({ accountNumber: 'C0099' }));
    expect(await found()).toEqual([]);
  });

  it('are found where the database has one less, or none in force', async () => {
    const { id } = (await desk.post()).body;
    const [gone, over] = [
      await placed({ accountNumber: 'C0012345' }),
      await placed({ orderId: id }),
    ];
    await inDatabase('DELETE FROM legal_holds WHERE id = ?', [gone]);
    await inDatabase("UPDATE legal_holds SET released_at = 5, released_by = 'key:X' WHERE id = ?", [over]); // prettier-ignore
    expect(await found()).toEqual([
      `the legal hold ${gone} is in force by the trail, and the database does not have it`,
      `the legal hold ${over} differs in releasedBy: the trail says none, the database key:X`,
    ]);
  });

  it('are found where the database has one more, or one on something else', async () => {
    const [first, second] = [(await desk.post()).body.id, (await desk.post()).body.id];
    const [moved, other] = [await placed({ orderId: first }), await placed({ accountNumber: 'C0012345' })]; // prettier-ignore
    const over = await placed({ orderId: first });
    await release(over);
    await inDatabase('UPDATE legal_holds SET order_id = ? WHERE id = ?', [second, moved]);
    await inDatabase("UPDATE legal_holds SET account_number = 'C7' WHERE id = ?", [other]);
    await inDatabase('UPDATE legal_holds SET released_at = NULL WHERE id = ?', [over]);
    await inDatabase(
      `INSERT INTO legal_holds (id, account_number, reason, placed_by, placed_at)
         VALUES ('hold_x', 'C8', 'a whim', 'key:X', 1)`,
    );
    expect([...(await found())].sort()).toEqual(
      [
        'the database has a legal hold hold_x, which the trail does not have',
        `the legal hold ${moved} differs in orderId: the trail says ${first}, the database ${second}`,
        `the legal hold ${other} differs in accountNumber: the trail says one account, the database another one`,
        `the legal hold ${over} differs in releasedAt: the trail says released, the database in force`,
      ].sort(),
    );
  });
});
