import type { ApiKeyRow } from '../../../../src/infra/auth/api-keys/api-key.entity.js';
import { scopesOf, type HeldKey } from '../../../../src/infra/auth/api-keys/held-key.js';
import {
  isLastAdministrator,
  leavesNoAdministrator,
  secretEnd,
  stateOf,
} from '../../../../src/infra/auth/api-keys/key-life.js';
import type { PersonRow } from '../../../../src/infra/auth/person.entity.js';
import { NOON } from '../../../support/time/hand-clock.js';

function aKey(changes: Partial<ApiKeyRow> = {}, person: PersonRow | null = null): HeldKey {
  const row = {
    id: 'key_1',
    name: 'admin',
    personId: person?.id ?? null,
    digest: 'new',
    previousDigest: 'old',
    previousUntil: null,
    scopes: 'orders:read admin',
    accounts: null,
    delegates: 0,
    createdBy: 'system:marina',
    createdAt: NOON,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...changes,
  };
  return { row, person };
}

function aPerson(changes: Partial<PersonRow> = {}): PersonRow {
  return {
    id: 'per_1',
    name: 'Ada',
    identity: 'ada',
    email: null,
    roles: 'dealer',
    disabledAt: null,
    oidcIssuer: null,
    oidcSubject: null,
    createdBy: 'key:admin',
    createdAt: NOON,
    ...changes,
  };
}

describe('A secret of a key', () => {
  it.each<[string, Partial<ApiKeyRow>, string, number | null]>([
    ['the present one never', {}, 'new', null],
    ['the present one with its key', { expiresAt: NOON }, 'new', NOON],
    ['the previous one after the overlap', { previousUntil: NOON }, 'old', NOON],
    [
      'the previous one with its key',
      { previousUntil: NOON, expiresAt: NOON - 5 },
      'old',
      NOON - 5,
    ],
    ['the previous one, without an overlap, at once', {}, 'old', 0],
    ['any of a revoked key at once', { revokedAt: NOON, previousUntil: NOON + 9 }, 'old', 0],
  ])('ends: %s', (_, key, digest, end) => expect(secretEnd(aKey(key), digest)).toBe(end));

  it('ends with the instant of its expiry', () => {
    expect(stateOf(aKey({ expiresAt: NOON }), NOON - 1)).toBe('valid');
    expect(stateOf(aKey({ expiresAt: NOON }), NOON)).toBe('expired');
    expect(stateOf(aKey({ expiresAt: NOON, revokedAt: NOON }), NOON)).toBe('revoked');
  });
});

describe('An administrator', () => {
  const other = (changes: Partial<ApiKeyRow> = {}) => aKey({ id: 'key_2', ...changes });

  it.each<[string, boolean, HeldKey, readonly HeldKey[]]>([
    ['without others', true, aKey(), [aKey()]],
    ['beside another', false, aKey(), [aKey(), other()]],
    ['beside a revoked one', true, aKey(), [aKey(), other({ revokedAt: NOON })]],
    ['beside one that expires', true, aKey(), [aKey(), other({ expiresAt: NOON + 9 })]],
    ['beside one bound to accounts', true, aKey(), [aKey(), other({ accounts: '["C1"]' })]],
    ['beside a reader', true, aKey(), [aKey(), other({ scopes: 'orders:read' })]],
    ['who expires, beside one who does not', false, other({ expiresAt: NOON }), [aKey(), other()]],
    ['who is none', false, aKey({ scopes: 'orders:read' }), [aKey({ scopes: 'orders:read' })]],
  ])('%s is the last one: %s', (_, last, key, all) =>
    expect(isLastAdministrator(key, all)).toBe(last),
  );
});

describe('A key of a person', () => {
  const DEALER = ['orders:read', 'market:read', 'orders:write', 'exchange:read'];

  it.each<[string, Partial<ApiKeyRow>, Partial<PersonRow>, readonly string[]]>([
    ['all that its roles allow', { scopes: '' }, {}, DEALER],
    [
      'all of several roles',
      { scopes: '' },
      { roles: 'administrator dealer' },
      [...DEALER, 'admin'],
    ],
    ['only what it was made for', { scopes: 'orders:read' }, {}, ['orders:read']],
    [
      'nothing that the roles no longer allow',
      { scopes: 'orders:read admin' },
      {},
      ['orders:read'],
    ],
    [
      'what an administrator was given',
      { scopes: 'ops:read' },
      { roles: 'administrator' },
      ['ops:read'],
    ],
    [
      'no more than keys can that are bound to accounts',
      { scopes: '', accounts: '["C1"]' },
      { roles: 'administrator' },
      ['orders:read', 'orders:write', 'market:read'],
    ],
    [
      'nothing for its accounts that its roles do not allow',
      { scopes: '', accounts: '["C1"]' },
      { roles: 'viewer' },
      ['orders:read', 'market:read'],
    ],
    ['nothing while the person is disabled', { scopes: '' }, { disabledAt: NOON }, []],
  ])('may do %s', (_, key, person, scopes) => {
    expect([...scopesOf(aKey(key, aPerson(person)))].sort()).toEqual([...scopes].sort());
  });

  it('opens nothing while the person is disabled, and is not over for good', () => {
    const key = aKey({ scopes: '' }, aPerson({ disabledAt: NOON }));
    expect(secretEnd(key, 'new')).toBe(0);
    expect(stateOf(key, NOON)).toBe('disabled');
    expect(stateOf({ ...key, person: aPerson() }, NOON)).toBe('valid');
  });

  it('counts as an administrator by the role of the person alone', () => {
    const ada = aKey({ scopes: '' }, aPerson({ roles: 'administrator' }));
    const demoted = aKey({ scopes: 'admin' }, aPerson());
    const system = aKey({ id: 'key_2' });
    expect(isLastAdministrator(ada, [ada])).toBe(true);
    expect(isLastAdministrator(ada, [ada, system])).toBe(false);
    expect(leavesNoAdministrator([ada], [demoted])).toBe(true);
    expect(leavesNoAdministrator([ada, system], [demoted, system])).toBe(false);
    expect(leavesNoAdministrator([demoted], [demoted])).toBe(false);
  });
});
