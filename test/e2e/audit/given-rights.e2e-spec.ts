import type { Actor } from '../../../src/infra/audit/actor.js';
import { checkDecides } from '../../../src/infra/auth/decisions.js';
import type { PersonView } from '../../../src/infra/auth/persons/person-view.js';
import type { SessionView } from '../../../src/infra/auth/sessions/session-view.js';
import type { TrailVerdict } from '../../../src/infra/audit/verification/trail-verification.js';
import { Database } from '../../../src/infra/database/database.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

interface Key {
  readonly id: string;
  readonly secret: string;
}

describe.each(ENGINES)('Rights that the database has and the trail does not, on %s', (engine) => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await Desk.open(engine, { env: { RECONCILE_INTERVAL_MS: '600000' } });
  });

  afterEach(() => desk.close());

  const created = async <T>(path: string, body: object): Promise<T> =>
    (await desk.call<T>('POST', `/v1/${path}`, { body })).body;
  const changed = (path: string, body: object) => desk.call('PATCH', `/v1/${path}`, { body });
  const inDatabase = (sql: string, values: readonly string[] = []): Promise<number> =>
    desk.clock.flow(desk.service.app.get(Database).units.run((unit) => unit.execute(sql, values)));
  const found = async (): Promise<readonly string[]> => {
    const { body } = await desk.call<TrailVerdict>('POST', '/v1/audit/verifications', { body: {} });
    return body.problems.map(({ what }) => what);
  };
  const unproven = (what: string): string =>
    `the database has ${what}, which the trail does not have`;

  it('are none after all that people do with persons and keys', async () => {
    const { id } = await created<PersonView>('persons', { name: 'Ada Lead', roles: ['dealer'] });
    await changed(`persons/${id}`, { roles: ['operations-lead', 'dealer'] });
    await changed(`persons/${id}`, { disabled: true });
    await changed(`persons/${id}`, { disabled: false, email: 'ada@broker.example' });
    await created<Key>('api-keys', { personId: id });
    await created<Key>('api-keys', { personId: id, scopes: ['orders:write'], name: 'laptop' });
    const scopes = ['orders:write', 'orders:read'];
    const feed = await created<Key>('api-keys', { name: 'feed', scopes, delegates: true });
    await created<Key>('api-keys', { name: 'bound', scopes, accounts: ['C0012345', 'C0012346'] });
    await desk.call('POST', `/v1/api-keys/${feed.id}/rotate`, { body: {} });
    await changed(`api-keys/${feed.id}`, { expiresAt: '2027-01-01T00:00:00.000Z' });
    const old = await created<Key>('api-keys', { name: 'old', scopes });
    await desk.call('DELETE', `/v1/api-keys/${old.id}`);
    expect(await found()).toEqual([]);
  });

  it('are found: of persons', async () => {
    const ada = await created<PersonView>('persons', { name: 'Ada Lead', roles: ['viewer'] });
    const obi = await created<PersonView>('persons', { name: 'Obi Left', roles: ['viewer'] });
    await changed(`persons/${obi.id}`, { disabled: true });
    await inDatabase("UPDATE persons SET roles = 'administrator' WHERE id = ?", [ada.id]);
    await inDatabase('UPDATE persons SET disabled_at = NULL WHERE id = ?', [obi.id]);
    await inDatabase(
      `INSERT INTO persons (id, name, identity, roles, created_by, created_at)
         VALUES ('per_x', 'Nobody', 'nobody', 'viewer', 'system', 1)`,
    );
    expect(await found()).toEqual(
      ['the roles administrator of Ada Lead', 'Obi Left enabled', 'a person Nobody'].map(unproven),
    );
  });

  it('are found: of keys', async () => {
    const scopes = ['orders:read'];
    const { id: feed } = await created<Key>('api-keys', { name: 'feed', scopes });
    const { id: old } = await created<Key>('api-keys', { name: 'old', scopes });
    const accounts = ['C0012345'];
    const { id: bound } = await created<Key>('api-keys', { name: 'bound', scopes, accounts });
    await desk.call('DELETE', `/v1/api-keys/${old}`);
    await inDatabase("UPDATE api_keys SET scopes = 'admin', delegates = 1 WHERE id = ?", [feed]);
    await inDatabase('UPDATE api_keys SET revoked_at = NULL, expires_at = 1 WHERE id = ?', [old]);
    await inDatabase('UPDATE api_keys SET accounts = NULL WHERE id = ?', [bound]);
    expect(await found()).toEqual(
      [
        `the scopes admin of the key ${feed} of feed`,
        `the delegation of the key ${feed} of feed`,
        `the expiry of the key ${old} of old`,
        `the key ${old} of old not revoked`,
        `the accounts of the key ${bound} of bound`,
      ].map(unproven),
    );
  });

  describe('and rights that another instance has taken, which tells this one nothing:', () => {
    const lead = async (name: string) => {
      const { id } = await created<PersonView>('persons', { name, roles: ['operations-lead'] });
      return { personId: id, ...(await created<Key>('api-keys', { personId: id })) };
    };
    const signedIn = async (key: string): Promise<Record<string, string>> => {
      const { headers, body } = await desk.call<SessionView>('POST', '/v1/session', {
        key: null,
        body: { key },
      });
      const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      return { cookie, 'x-csrf-token': body.csrfToken };
    };
    const asked = async (path: string, how: object): Promise<number> =>
      (await desk.call(path === '/v1/breaks' ? 'GET' : 'POST', path, how)).status;
    const look = (how: object): Promise<number> => asked('/v1/breaks', how);
    const decide = (how: object): Promise<number> =>
      asked('/v1/approvals/apr_none/approve', { body: {}, ...how });

    it.each<readonly [string, string, number, number]>([
      ['the person is disabled', 'UPDATE persons SET disabled_at = 1', 401, 200],
      ['a role is taken', "UPDATE persons SET roles = 'viewer'", 403, 200],
      ['the key is revoked', 'UPDATE api_keys SET revoked_at = 1', 401, 200],
    ])('nobody decides once %s', async (_, sql, refused, seen) => {
      const [ada, obi] = [await lead('Ada Lead'), await lead('Obi Lead')];
      const all = async (sql: string): Promise<void> => {
        for (const { id, personId } of [ada, obi])
          await inDatabase(`${sql} WHERE id = ?`, [sql.includes('api_keys') ? id : personId]);
      };
      const [byKey, bySession] = [
        { key: ada.secret },
        { key: null, headers: await signedIn(obi.secret) },
      ];
      expect([await decide(byKey), await decide(bySession)]).toEqual([404, 404]);
      await all(sql);
      // What is only read may be as it was a moment ago.
      expect([await look(byKey), await look(bySession)]).toEqual([seen, seen]);
      expect([await decide(byKey), await decide(bySession)]).toEqual([refused, refused]);
    });

    it('nobody decides in a unit of work that has waited for another', async () => {
      const ada = await lead('Ada Lead');
      const decides = (actor: Partial<Actor>): Promise<void> =>
        desk.clock.flow(
          desk.service.app
            .get(Database)
            .units.run((unit) => checkDecides(unit, { name: 'key:Ada Lead', ...actor })),
        );
      const { personId, id: keyId } = ada;
      await expect(decides({ personId, keyId })).resolves.toBeUndefined();
      await expect(decides({ personId, keyId, onBehalfOf: 'Ada Lead' })).resolves.toBeUndefined();
      const taken = 'The right to decide was taken from you meanwhile.';
      for (const actor of [{ personId: 'per_x' }, { keyId: 'key_x' }, { onBehalfOf: 'Nobody' }])
        await expect(decides(actor)).rejects.toThrow(taken);
      await inDatabase("UPDATE persons SET roles = 'viewer' WHERE id = ?", [personId]);
      await expect(decides({ personId })).rejects.toThrow(taken);
      await inDatabase('UPDATE api_keys SET revoked_at = 1 WHERE id = ?', [keyId]);
      await expect(decides({ keyId })).rejects.toThrow(taken);
    });

    it('nobody decides by a session that this instance has not seen yet, though it knows the key', async () => {
      const ada = await lead('Ada Lead');
      const headers = await signedIn(ada.secret);
      expect(await look({ key: ada.secret })).toBe(200);
      await inDatabase("UPDATE persons SET roles = 'viewer' WHERE id = ?", [ada.personId]);
      expect(await decide({ key: null, headers })).toBe(403);
    });
  });
});
