import { commandLine } from './command-trail.js';
import { AuditLog } from './infra/audit/audit-log.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { ApiKeyRow } from './infra/auth/api-keys/api-key.entity.js';
import { apiKeyView } from './infra/auth/api-keys/api-key-view.js';
import { claimKeyStore } from './infra/auth/api-keys/key-store.js';
import {
  ApiKeys,
  KeyPepper,
  type IssuedKey,
  type KeyRefusal,
} from './infra/auth/api-keys/api-keys.js';
import { isKeyName, KEY_NAME_FORM } from './infra/auth/api-keys/key-name.js';
import {
  ACCOUNT_NUMBER_MAX,
  BOUND_ACCOUNTS_MAX,
  BOUND_SCOPES,
} from './infra/auth/api-keys/bound-keys.js';
import { OVERLAP_MAX_MS } from './infra/auth/api-keys/key-life.js';
import { heldBy } from './infra/auth/api-keys/held-key.js';
import { PersonRow } from './infra/auth/person.entity.js';
import { isScope } from './infra/auth/scope.js';
import { readWithoutLock } from './infra/database/database.js';
import { isInstant } from './infra/http/input/query-dto.js';
import { isPlainText } from './infra/http/input/validation.js';
import { Clock } from './infra/runtime/clock.js';
import { Ids } from './infra/runtime/ids.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { SCHEMA } from './schema.js';
import { UsageError } from './usage-error.js';

/** What `marina keys …` does. All but `list` need the database for themselves, if it is SQLite. */
export interface KeyOptions {
  readonly name?: string | undefined;
  readonly scopes?: string | undefined;
  readonly accounts?: string | undefined;
  readonly delegates?: boolean | undefined;
  readonly 'expires-at'?: string | undefined;
  readonly 'previous-until'?: string | undefined;
}

export interface Outcome {
  readonly data: object;
  readonly text: string;
  /** Null: nothing is wrong, and not all was verified. */
  readonly ok: boolean | null;
}

export async function keysOf({
  database,
  clock,
  random,
  pepper,
}: BootstrapContext): Promise<ApiKeys> {
  await claimKeyStore(database, pepper);
  const audit = new AuditLog(clock, new AuditTail());
  return new ApiKeys(database, audit, new KeyPepper(pepper), clock, new Ids(clock, random), random);
}

/** Reads what a new key is to be; throws before the database is opened. */
export function createKey(options: KeyOptions): (keys: ApiKeys) => Promise<Outcome> {
  const { name, delegates = false } = options;
  const scopes = (options.scopes ?? '').split(',').filter((scope) => scope !== '');
  if (name === undefined || scopes.length === 0) {
    throw new UsageError('keys create needs --name and --scopes');
  }
  if (!isKeyName(name)) throw new UsageError(`--name ${KEY_NAME_FORM}`);
  const wrong = scopes.filter((scope) => !isScope(scope));
  if (wrong.length > 0) throw new UsageError(`unknown scope: ${wrong.join(', ')}`);
  const accounts = accountsOf(options.accounts);
  const expiresAt = future('--expires-at', options['expires-at']);
  const key = { name, scopes: scopes.filter(isScope), delegates, expiresAt, ...accounts };
  return async (keys) => shown(await keys.create(key, commandLine()), name);
}

export function rotateKey(
  id: string | undefined,
  options: KeyOptions,
): (keys: ApiKeys) => Promise<Outcome> {
  if (id === undefined) throw new UsageError('keys rotate needs the id of a key');
  const now = new Clock().now();
  const until = future('--previous-until', options['previous-until']) ?? now;
  if (until > now + OVERLAP_MAX_MS) throw new UsageError('--previous-until must be within 30 days');
  return async (keys) => shown(await keys.rotate(id, until, commandLine()), id);
}

export function revokeKey(id: string | undefined): (keys: ApiKeys) => Promise<Outcome> {
  if (id === undefined) throw new UsageError('keys revoke needs the id of a key');
  return async (keys) => {
    const refusal = await keys.revoke(id, commandLine());
    const text = refusal === null ? `${id} is revoked` : reason(refusal, id);
    return { data: { id, revoked: refusal === null }, text, ok: refusal === null };
  };
}

/** Reads only, so that it works beside a running service. */
export async function listKeys(databaseUrl: string): Promise<Outcome> {
  const held = await readWithoutLock(databaseUrl, SCHEMA, async (manager) => {
    const rows = await manager.find(ApiKeyRow, { order: { id: 'ASC' } });
    return heldBy(rows, await manager.find(PersonRow));
  });
  const now = new Clock().now();
  const keys = held.map((key) => apiKeyView(key, now));
  const lines = keys.map(({ id, name, scopes, accounts, state, expiresAt }) => {
    const end = state === 'valid' && expiresAt !== null ? `valid until ${expiresAt}` : state;
    const bound = accounts === null ? '' : `  accounts ${accounts.join(',')}`;
    return `${id}  ${name}  ${scopes.join(' ')}${bound}  ${end}`;
  });
  return { data: keys, text: lines.join('\n'), ok: true };
}

function shown(result: IssuedKey | KeyRefusal, key: string): Outcome {
  if (typeof result === 'string') {
    const text = reason(result, key);
    return { data: { refused: result }, text, ok: false };
  }
  const { secret, id, name } = result;
  const text = `${secret}\n\nKey ${id} for ${name}. The secret is not shown again.`;
  return { data: result, text, ok: true };
}

function reason(refusal: KeyRefusal, key: string): string {
  if (refusal === 'unknown') return `there is no key ${key}`;
  if (refusal === 'ended') return `${key} is revoked or has expired`;
  if (refusal === 'beyond-accounts') {
    return `a key that is bound to accounts has no other scopes than ${BOUND_SCOPES.join(', ')}`;
  }
  if (refusal === 'name-of-person') return `${key} is the name of a person`;
  return `${key} would be the last administrator: create another one that never expires first`;
}

function accountsOf(text: string | undefined): { accounts?: readonly string[] } {
  if (text === undefined) return {};
  const accounts = [...new Set(text.split(','))];
  const isFit = accounts.every((account) => isPlainText(account, ACCOUNT_NUMBER_MAX));
  if (isFit && accounts.length <= BOUND_ACCOUNTS_MAX) return { accounts };
  throw new UsageError(`--accounts must be 1 to ${BOUND_ACCOUNTS_MAX} account numbers`);
}

function future(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (isInstant(text) && Date.parse(text) > new Clock().now()) return Date.parse(text);
  throw new UsageError(`${option} must be an RFC 3339 time in the future`);
}
