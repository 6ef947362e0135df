import { Database } from '../../../src/infra/database/database.js';
import { findReplayDifferences } from '../../../src/orders/order-queries/find-replay-differences.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface Origin {
  readonly createdBy: string;
  readonly onBehalfOf: string | null;
  readonly createdAt: string;
}

describe.each(ENGINES)('A rebuild from the trail, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine);
  });

  afterEach(() => desk.close());

  const database = (): Database => desk.service.app.get(Database);
  const inDatabase = (statement: string, values: readonly (string | number | null)[] = []) =>
    desk.clock.flow(database().units.run((unit) => unit.execute(statement, values)));

  const differences = async () =>
    (await desk.clock.flow(database().read(findReplayDifferences))).differences;

  const working = async (): Promise<OrderBody> => {
    const { id } = (await desk.post({ units: '1000' })).body;
    return desk.until(id, ({ status }) => status === 'Open');
  };

  describe('of who gave an order, and when', () => {
    it.each([
      ['createdBy', "created_by = 'key:Chika'", 'key:', 'key:Chika'],
      ['onBehalfOf', "on_behalf_of = 'Chika'", 'none', 'Chika'],
      ['createdAt', 'created_at = created_at - 86400000', 'T', 'T'],
    ])('names %s that is not as the trail has it', async (field, set, trail, table) => {
      const { id } = await working();
      expect(await differences()).toEqual([]);
      await inDatabase(`UPDATE orders SET ${set} WHERE id = ?`, [id]);
      const details = [
        { field, trail: expect.stringContaining(trail), table: expect.stringContaining(table) },
      ];
      expect(await differences()).toEqual([{ orderId: id, fields: [field], details }]);
    });

    const whose = async (id: string, when = '') => {
      const { body } = await desk.call<Origin>('GET', `/v1/orders/${id}${when}`);
      const { createdBy, onBehalfOf, createdAt } = body;
      return { createdBy, onBehalfOf, createdAt };
    };

    it('shows an order as of an earlier time with whom the trail names', async () => {
      const { id } = await working();
      const before = await whose(id);
      const asOf = new Date(desk.clock.now()).toISOString();
      await inDatabase(
        "UPDATE orders SET created_by = 'key:Chika', on_behalf_of = 'Chika', created_at = created_at - 1000 WHERE id = ?",
        [id],
      );
      expect(await whose(id, `?asOf=${asOf}`)).toEqual(before);
    });
  });
});
