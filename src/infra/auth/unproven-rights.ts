import { bodyOf, jsonIn } from '../audit/audit-chain.js';
import type { Reading } from '../database/reads.js';
import { storedInstant } from '../runtime/clock.js';

/*
 * What persons and keys may do by the tables, and not by the trail: whoever can write the database gives rights without
 * an entry. The scopes of a person's key are not compared: it may do no more than the roles allow, and the trail has only what
 * it could do at first.
 */

interface PersonRights {
  readonly id: string;
  readonly name: string;
  readonly roles: string;
  readonly disabledAt: number | null;
}

interface KeyRights {
  readonly id: string;
  readonly name: string;
  readonly personId: string | null;
  readonly scopes: string;
  readonly accounts: string | null;
  readonly delegates: number;
  readonly expiresAt: number | null;
  readonly previousUntil: number | null;
  readonly revokedAt: number | null;
}

type Body = Readonly<Record<string, unknown>>;

/** The persons whose roles, or whose being enabled, the table has and the trail does not, in plain words. */
export async function findUnprovenPersons(reading: Reading): Promise<readonly string[]> {
  const known = await foldedBy(reading, 'persons', 'person');
  const rows = await reading.query<PersonRights>(
    'SELECT id, name, roles, disabled_at AS "disabledAt" FROM persons ORDER BY id',
  );
  return rows.flatMap(({ id, name, roles, disabledAt }) => {
    const said = known.get(id);
    if (said === undefined || said['name'] !== name) return [`a person ${name}`];
    return [
      ...(sorted(said['roles']) === roles ? [] : [`the roles ${roles} of ${name}`]),
      ...(said['disabled'] === true && disabledAt === null ? [`${name} enabled`] : []),
    ];
  });
}

/** The keys that may do, by the table, what they may not by the trail, in plain words. */
export async function findUnprovenKeys(reading: Reading): Promise<readonly string[]> {
  const known = await foldedBy(reading, 'keys', 'key');
  const rows = await reading.query<KeyRights>(
    `SELECT id, name, person_id AS "personId", CAST(scopes AS text) AS scopes, accounts, delegates, expires_at AS "expiresAt",
            previous_until AS "previousUntil", revoked_at AS "revokedAt" FROM api_keys ORDER BY id`,
  );
  return rows.flatMap((row) => {
    const { id, name } = row;
    const said = known.get(id);
    const key = `the key ${id} of ${name}`;
    if (said === undefined || said['name'] !== name || differs(said, 'personId', row.personId))
      return [key];
    // It opens nothing any more.
    if (row.revokedAt !== null) return [];
    const hasScopes =
      row.personId !== null || sorted(said['scopes']) === sorted(row.scopes.split(' '));
    return [
      ...(hasScopes ? [] : [`the scopes ${row.scopes} of ${key}`]),
      ...(differs(said, 'accounts', countOf(row.accounts)) ? [`the accounts of ${key}`] : []),
      ...(differs(said, 'delegates', row.delegates === 1) ? [`the delegation of ${key}`] : []),
      ...(differs(said, 'expiresAt', storedInstant(row.expiresAt)) ? [`the expiry of ${key}`] : []),
      ...((said['previousSecretUntil'] ?? null) === storedInstant(row.previousUntil)
        ? []
        : [`the end of the previous secret of ${key}`]),
      ...(said['revoked'] === true ? [`${key} not revoked`] : []),
    ];
  });
}

/** What the entries of a stream say last of each subject; a revocation as `revoked`. */
async function foldedBy(
  reading: Reading,
  stream: string,
  subject: string,
): Promise<ReadonlyMap<string, Body>> {
  const entries = await reading.query<{ type: string; body: string }>(
    'SELECT type, body FROM audit_entries WHERE stream = ? ORDER BY stream_sequence',
    [stream],
  );
  const known = new Map<string, Body>();
  for (const { type, body } of entries) {
    const said = bodyOf(body);
    const id = said[subject];
    if (typeof id !== 'string') continue;
    const revoked = type === 'KEY_REVOKED' ? { revoked: true } : {};
    known.set(id, { ...known.get(id), ...said, ...revoked });
  }
  return known;
}

/** Entries of earlier releases may not say it. */
function differs(
  said: Body,
  field: string,
  value: string | number | boolean | null | undefined,
): boolean {
  return said[field] !== undefined && said[field] !== value;
}

function sorted(words: unknown): string | null {
  return Array.isArray(words) ? [...new Set(words.map(String))].sort().join(' ') : null;
}

/** Undefined: it cannot be read, and is not what an entry says. */
function countOf(accounts: string | null): number | null | undefined {
  const list = accounts === null ? null : jsonIn(accounts);
  return Array.isArray(list) ? list.length : list === null ? null : undefined;
}
