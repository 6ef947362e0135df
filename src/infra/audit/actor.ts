import type { OsUser } from '../runtime/os-user.js';

/** Who does something. Passed explicitly, by API requests and background work alike. */
export interface Actor {
  /** `key:` and the person whose key it is, else the key's own name; `system:…` for background work. */
  readonly name: string;
  /** The person the caller acts for, if it named one. */
  readonly onBehalfOf?: string;
  /** The API key that was used; several keys can have the same name. */
  readonly keyId?: string;
  /** Whose key it is, or who has signed in without one. Not in the trail, which has the name. */
  readonly personId?: string;
  readonly sourceAddress?: string;
  /** Of the HTTP request; of background work the reconciliation run, of a command the id of that. */
  readonly requestId?: string;
  /** Who runs a command, as the operating system says; it stands in the body of each of its entries. */
  readonly osUser?: OsUser;
  /** The proposal that this carries out, or ends. */
  readonly approval?: string;
  /** What led to this: the sequence of an entry, or a fact that the same commit enters before. */
  readonly cause?: number | { readonly type: string };
}

/** What made a part of the service work: all that it writes then names it. */
export type Origin = Pick<Actor, 'requestId' | 'cause'>;

export const DISPATCHER: Actor = { name: 'system:dispatcher' };
export const RECONCILER: Actor = { name: 'system:reconciler' };
export const SYSTEM: Actor = { name: 'system:marina' };
/** Whoever uses the command line; only the user of the operating system tells several people apart. */
export const COMMAND_LINE: Actor = { name: 'system:command-line' };

/** Four-eyes approval needs two people: names that differ only in spelling are the same person. */
export function isSamePerson(a: string, b: string): boolean {
  return personIn(a) === personIn(b);
}

/** Whether a caller, or the person it acts for, is the caller of something earlier or the person that was done for. */
export function isByThemselves(
  earlier: { readonly by: string; readonly onBehalfOf: string | null },
  { name, onBehalfOf }: Actor,
): boolean {
  return peopleOf(earlier.by, earlier.onBehalfOf).some((one) =>
    peopleOf(name, onBehalfOf ?? null).some((other) => isSamePerson(one, other)),
  );
}

function peopleOf(name: string, onBehalfOf: string | null): readonly string[] {
  return onBehalfOf === null ? [name] : [name, `key:${onBehalfOf}`];
}

function personIn(name: string): string {
  const seen = name.normalize('NFKC').replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
  // Upper case first, because some letters become equal only that way.
  return seen.toUpperCase().toLowerCase();
}

/** The names of several, as records join them with commas; a name may have a comma itself. */
export function actorsIn(joined: string): readonly string[] {
  return joined.split(/, (?=key:|system:)/);
}

/** What the names of one person have in common. */
export function identityOf(name: string): string {
  return personIn(name);
}

/** For whom an actor asks the exchange. */
export function operatorOf({ onBehalfOf, name }: Actor): string {
  return operatorName(onBehalfOf ?? name);
}

/** An actor's name for the `x-api-username` header: printable ASCII only. */
export function operatorName(name: string): string {
  return name
    .replace(/^key:/, '')
    .replace(/[^\x21-\x7e]/g, '_')
    .slice(0, 60);
}
