/** Who does something: passed along explicitly, by people's requests and background work alike. */
export interface Actor {
  /** `key:…` for a caller of the API, `system:…` for our own work. */
  readonly name: string;
  /** The person behind the caller, where the caller named one. */
  readonly onBehalfOf?: string;
  /** Address and request id. */
  readonly source?: string;
}

export const DISPATCHER: Actor = { name: 'system:dispatcher' };
export const RECONCILER: Actor = { name: 'system:reconciler' };
export const SYSTEM: Actor = { name: 'system:marina' };

/** Four eyes need two people: a name that is only spelled otherwise is nobody else. */
export function isSamePerson(a: string, b: string): boolean {
  return personIn(a) === personIn(b);
}

function personIn(name: string): string {
  const seen = name.normalize('NFKC').replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
  // Upper case first: there are letters that only so become the same.
  return seen.toUpperCase().toLowerCase();
}

/** An actor's name as the exchange's usage log shows it: a header value, printable ASCII only. */
export function operatorName(name: string): string {
  return name
    .replace(/^key:/, '')
    .replace(/[^\x21-\x7e]/g, '_')
    .slice(0, 60);
}
