import type { ApiKey, Person } from '../api/answers.js';

/** Whoever calls the service: a person, or a system whose keys have one name. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  /** Null: a system. */
  readonly person: Person | null;
  /** Those that open first, then the newest. */
  readonly keys: readonly ApiKey[];
}

export type CallerState = 'Active' | 'Without a key' | 'Disabled';

/** Persons and systems by name; those that open nothing come last. */
export function callersOf(persons: readonly Person[], keys: readonly ApiKey[]): readonly Caller[] {
  const ofPersons = persons.map((person) => ({
    id: person.id,
    name: person.name,
    person,
    keys: sorted(keys.filter(({ personId }) => personId === person.id)),
  }));
  const systems = new Set(keys.filter(({ personId }) => personId === null).map(({ name }) => name));
  const ofSystems = [...systems].map((name) => ({
    id: `system:${name}`,
    name,
    person: null,
    keys: sorted(keys.filter((key) => key.personId === null && key.name === name)),
  }));
  const weight = (caller: Caller): number => (stateOf(caller) === 'Active' ? 0 : 1);
  return [...ofPersons, ...ofSystems].sort(
    (a, b) => weight(a) - weight(b) || a.name.localeCompare(b.name),
  );
}

export function stateOf({ person, keys }: Caller): CallerState {
  if (person?.disabled === true) return 'Disabled';
  return keys.some(isValid) ? 'Active' : 'Without a key';
}

export function isValid({ state }: ApiKey): boolean {
  return state === 'valid';
}

export function lastUsedOf({ keys }: Caller): string | null {
  return last(keys.map(({ lastUsedAt }) => lastUsedAt));
}

/** When the first of its valid keys expires; null: none does. */
export function firstExpiryOf({ keys }: Caller): string | null {
  const ends = keys.filter(isValid).flatMap(({ expiresAt }) => expiresAt ?? []);
  return ends.sort()[0] ?? null;
}

const SOON_MS = 14 * 24 * 3_600_000;

export function endsSoon(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now < SOON_MS;
}

/** Accounts as they are typed, one a line, because they may have any separator in them; null: the whole firm. */
export function accountsTyped(text: string): readonly string[] | null {
  const accounts = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return accounts.length === 0 ? null : [...new Set(accounts)];
}

function sorted(keys: readonly ApiKey[]): readonly ApiKey[] {
  const rank = (key: ApiKey): number => (isValid(key) ? 0 : 1);
  return [...keys].sort((a, b) => rank(a) - rank(b) || b.createdAt.localeCompare(a.createdAt));
}

function last(instants: readonly (string | null)[]): string | null {
  return instants.reduce((latest, at) => ((at ?? '') > (latest ?? '') ? at : latest), null);
}
