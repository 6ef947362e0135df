import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { ReplyStore } from '../../../src/infra/exchange/client/reply-store.js';
import { ClientRemoval } from '../../../src/orders/retention/remove-clients.js';
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
    (
      await desk.clock.flow(
        database().read((manager) => findReplayDifferences(manager, desk.clock.now())),
      )
    ).differences;

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

  describe('of what was traded', () => {
    /** Two executions of 300 and 200 units. */
    const traded = async (): Promise<OrderBody> => {
      const { id, orderNumber } = await working();
      const { control } = desk.exchange.exchange;
      for (const [units, all] of [
        [300, '300'],
        [200, '500'],
      ] as const) {
        control.fill({ orderNumber: String(orderNumber), units });
        await desk.until(id, ({ matchedUnits }) => matchedUnits === all);
      }
      return desk.until(id, ({ averagePrice }) => averagePrice !== null);
    };
    const firstFill = '(SELECT min(id) FROM fills)';

    it.each([
      ['units', `UPDATE fills SET units = '900' WHERE id = ${firstFill}`, '300 at', '900 at'],
      ['price', `UPDATE fills SET price = '99' WHERE id = ${firstFill}`, '300 at', '300 at 99'],
      ['row', `DELETE FROM fills WHERE id = ${firstFill}`, '300 at', 'none'],
      ['end', `UPDATE fills SET reversed_at = 5 WHERE id = ${firstFill}`, '300 at', ', reversed'],
      ['side', `UPDATE fills SET side = 'SELL' WHERE id = ${firstFill}`, 'BUY', 'SELL'],
    ])('names an execution whose %s was changed', async (_, statement, trail, table) => {
      const { id } = await traded();
      expect(await differences()).toEqual([]);
      await inDatabase(statement);
      const [found, ...others] = await differences();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ orderId: id, fields: ['fills'] });
      const said = (found?.details ?? []).map((one) => [one.trail, one.table]);
      expect(said.some(([one]) => one?.includes(trail))).toBe(true);
      expect(said.some(([, one]) => one?.includes(table))).toBe(true);
    });

    it('names an execution that the trail has not booked, also of an order that does not exist', async () => {
      const { id } = await traded();
      const columns = 'trade_date, matching_id, order_number, side, security, units, price, observed_at, shown_for'; // prettier-ignore
      const copy = (as: string, orderId: string, matchingId: string) =>
        inDatabase(
          `INSERT INTO fills (id, order_id, ${columns})
           SELECT '${as}', '${orderId}', ${columns.replace('matching_id', `'${matchingId}'`)} FROM fills WHERE id = ${firstFill}`,
        );
      await copy('fil_x', id, 'M-forged');
      await copy('fil_y', 'ord_of_nobody', 'M-other');
      const found = await differences();
      expect(found.map(({ orderId, fields }) => [orderId, fields])).toEqual([
        [id, ['fills']],
        ['ord_of_nobody', ['fills']],
      ]);
      expect(found[0]?.details[0]).toMatchObject({ trail: 'none', table: expect.stringContaining('M-forged') }); // prettier-ignore
    });
  });

  describe('of what entries are found by', () => {
    it.each([
      ['rows', `DELETE FROM audit_subjects WHERE account_number IS NOT NULL`, 'none'],
      ['account', `UPDATE audit_subjects SET account_number = NULL`, 'no account'],
      ['account', `UPDATE audit_subjects SET account_number = 'C9999999'`, 'another account'],
      ['order', `UPDATE audit_subjects SET order_id = 'ord_other'`, 'ord_other'],
      ['security', `UPDATE audit_subjects SET security = 'OTHER'`, 'OTHER'],
      ['day', `UPDATE audit_subjects SET trading_date = '2020-01-01'`, '2020-01-01'],
    ])('names the order whose %s in the index were changed', async (_, statement, table) => {
      const { id } = await working();
      expect(await differences()).toEqual([]);
      await inDatabase(statement);
      const [found, ...others] = await differences();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ orderId: id, fields: ['index'] });
      expect(found?.details[0]?.table).toContain(table);
    });
  });

  describe('of clients that were removed', () => {
    const ended = async (): Promise<string> => {
      const { id } = await working();
      await desk.cancel(id);
      await desk.until(id, ({ status }) => status === 'Cancelled');
      return id;
    };
    const erase = (id: string) =>
      inDatabase(
        "UPDATE orders SET client_name = '[removed]', account_number = '[removed]', client_salt = '' WHERE id = ?",
        [id],
      );
    const eraseInIndex = (id: string) =>
      inDatabase('UPDATE audit_subjects SET account_number = NULL WHERE order_id = ?', [id]);
    const removeAllBefore = (cutoff: string) =>
      desk.clock.flow(
        new ClientRemoval(
          database(),
          desk.service.app.get(AuditLog),
          desk.service.app.get(ReplyStore),
        ).apply(cutoff, SYSTEM),
      );

    it('believes a removal that the trail has', async () => {
      await ended();
      expect((await removeAllBefore('2027-01-01')).orders).toBe(1);
      expect(await differences()).toEqual([]);
    });

    it('does not believe one without an entry', async () => {
      const id = await ended();
      await erase(id);
      await eraseInIndex(id);
      const [found] = await differences();
      expect(found).toMatchObject({ orderId: id, fields: ['client'] });
      expect(found?.details[0]?.table).toBe('removed');
    });

    it('does not believe one of an order that no removal has reached', async () => {
      const [id, other] = [await ended(), await ended()];
      await inDatabase(
        "UPDATE orders SET trading_date = '2026-01-02', closed_at = 0 WHERE id = ?",
        [other],
      );
      expect((await removeAllBefore('2026-02-01')).orders).toBe(1);
      await erase(id);
      await eraseInIndex(id);
      const found = (await differences()).map(({ orderId, fields }) => ({ orderId, fields }));
      expect(found).toContainEqual({ orderId: id, fields: ['client'] });
    });

    it('finds that more clients are gone than removals have counted', async () => {
      await ended();
      await removeAllBefore('2027-01-01');
      const id = await ended();
      await erase(id);
      await eraseInIndex(id);
      const details = [{ field: 'removedClients', trail: '1 orders', table: '2 orders' }];
      expect(await differences()).toEqual([{ orderId: null, fields: ['removedClients'], details }]);
    });
  });

  describe('of limits of keys and accounts', () => {
    /** Those of a key, and those of an account that were set, set again, removed and set once more. */
    const limited = async () => {
      const { id } = (await desk.call<{ id: string }>('POST', '/v1/api-keys', { body: { name: 'Web', scopes: ['orders:write'] } })).body; // prettier-ignore
      const set = (owner: string, body: object) =>
        desk.call('PUT', `/v1/order-limits/${owner}`, { body });
      expect((await set(`keys/${id}`, { orderUnits: '500', priceBand: '5' })).status).toBe(200);
      await set('accounts/C0012345', { orderValue: '100' });
      await set('accounts/c001-2345', { orderValue: '200' });
      await desk.call('DELETE', '/v1/order-limits/accounts/C0012345');
      await set('accounts/C0012345', { orderValue: '300' });
      await set('accounts/C7', { orderValue: '1' });
      await desk.call('DELETE', '/v1/order-limits/accounts/C7');
      expect(await differences()).toEqual([]);
    };

    it.each([
      [
        'raised',
        "UPDATE order_limits SET order_value = '999' WHERE kind = 'account'",
        'value 300',
        'value 999',
      ],
      [
        'lifted',
        "UPDATE order_limits SET price_band = NULL WHERE kind = 'key'",
        'band 5',
        'band none',
      ],
      ['deleted', "DELETE FROM order_limits WHERE kind = 'key'", 'units 500', 'none'],
      [
        'said to be of somebody else',
        "UPDATE order_limits SET changed_by = 'key:Chika' WHERE kind = 'key'",
        'key:admin',
        'key:Chika',
      ],
    ])(
      'names those that were %s in the table, and no account',
      async (_, statement, trail, table) => {
        await limited();
        await inDatabase(statement);
        const found = await differences();
        const [detail] = found[0]?.details ?? [];
        expect(found).toEqual([{ orderId: null, fields: ['limits'], details: [detail] }]);
        expect(detail?.trail).toContain(trail);
        expect(detail?.table).toContain(table);
        expect(JSON.stringify(found)).not.toContain('0012345');
      },
    );

    it('names those of an account that the trail does not have, or that were given to another', async () => {
      await limited();
      await inDatabase("UPDATE order_limits SET owner = 'C9' WHERE kind = 'account'");
      const [found, ...others] = await differences();
      expect(others).toEqual([]);
      expect(found?.details).toEqual([
        { field: 'limits', trail: expect.stringContaining('value 300'), table: 'none' },
        { field: 'limits', trail: 'none', table: expect.stringContaining('value 300') },
      ]);
    });
  });

  describe('of breaks', () => {
    /** One of an order, and one of an order that is not ours. */
    const opened = async (): Promise<{ orderId: string; ofOrder: string; external: string }> => {
      const { id: orderId, orderNumber } = await working();
      const { control } = desk.exchange.exchange;
      control.editExternally(String(orderNumber), 2_000, 12.7);
      await desk.until(orderId, ({ openBreaks }) => openBreaks > 0);
      const external = control.placeExternal({
        side: 'SELL', security: 'SD11PLC', units: 40, price: 12.5, accountNumber: 'C0099999', brokerCode: 'MARINA',
      }); // prettier-ignore
      await desk.reconcile();
      const ids: string[] = [];
      for (const filter of [`orderId=${orderId}`, `orderNumber=${external.orderNumber}`])
        ids.push((await desk.openBreak<{ id: string }>(filter)).id);
      for (const id of ids)
        await desk.call('POST', `/v1/breaks/${id}/comments`, { body: { text: 'seen' } });
      expect(await differences()).toEqual([]);
      return { orderId, ofOrder: ids[0] ?? '', external: ids[1] ?? '' };
    };

    it.each([
      [
        'ended',
        "UPDATE breaks SET status = 'Resolved', closed_at = 5, resolution = 'accept'",
        'open',
        'Resolved',
      ],
      ['deleted', 'DELETE FROM breaks', 'brk_', 'none'],
    ])('names those that were %s in the table', async (_, statement, trail, table) => {
      const { orderId, ofOrder, external } = await opened();
      await inDatabase(`${statement} WHERE id IN (?, ?)`, [ofOrder, external]);
      const found = await differences();
      expect(found.map((one) => [one.orderId, one.fields])).toEqual([
        [orderId, ['breaks']],
        [null, ['breaks']],
      ]);
      for (const [at, id] of [ofOrder, external].entries()) {
        const detail = found[at]?.details[0];
        expect(detail?.trail).toContain(id);
        expect(detail?.trail).toContain(trail);
        expect(detail?.table).toContain(table);
      }
    });

    it('names one that the trail has not opened, and a comment that nobody has made', async () => {
      const { orderId, ofOrder, external } = await opened();
      const columns = 'type, severity, status, order_id, order_number, detail, opened_at, seen_at';
      await inDatabase(
        `INSERT INTO breaks (id, identity, ${columns}) SELECT 'brk_x', 'x', ${columns} FROM breaks WHERE id = ?`,
        [external],
      );
      await inDatabase(
        "INSERT INTO break_comments (id, break_id, at, author, text) VALUES ('com_x', ?, 1, 'key:Ada', 'it is fine')",
        [ofOrder],
      );
      const details = (await differences()).map((one) => [one.orderId, one.details]);
      expect(details).toEqual([
        [
          orderId,
          [
            {
              field: 'breaks',
              trail: `${ofOrder}: none`,
              table: `${ofOrder}: key:Ada: it is fine`,
            },
          ],
        ],
        [null, [{ field: 'breaks', trail: 'none', table: 'brk_x' }]],
      ]);
    });
  });
});
