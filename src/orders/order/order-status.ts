/**
 * What the exchange has confirmed of an order. One table: the present status (row) and the evidence (column) give
 * the next status.
 *   same   believed, and nothing changes
 *   –      not believed: the status stays, the evidence is kept and a break opens
 *   X !    believed, but a break opens as well, because a person should look
 * Part fills are numbers, not a status. Silence is no evidence and has no column.
 */
export const ORDER_STATUSES = [
  'New', 'Posted', 'Open', 'Amended', 'Filled', 'Cancelled', 'Rejected', 'Expired',
] as const; // prettier-ignore

export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const EVIDENCE_KINDS = [
  'postAccepted', // our post was acknowledged
  'postRefused', //  our post was refused, and a search found nothing of it
  'editAccepted', // our edit was acknowledged or is seen in a record
  'cancelAccepted', // our cancel was acknowledged
  'withdrawn', //    cancelled before it was ever sent
  'lapsed', //       its trading day ended before it was ever sent
  'dayEnded', //     its trading day is over, the day's trades are read, and it no longer works
  'seenPosted', //   a record says so, in the exchange's own word
  'seenOpen',
  'seenAmended',
  'seenCancelled',
  'seenFilled', //   a record's quantities leave nothing pending
  'tradedInPart', // executions are booked
  'tradedInFull', // executions are booked for all units
] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

type Cell = OrderStatus | 'same' | '–' | `${OrderStatus} !` | 'same !';

// prettier-ignore
export const STATUS_TRANSITIONS = {
  //          postAccepted  postRefused  editAccepted  cancelAccepted  withdrawn    lapsed     dayEnded   seenPosted  seenOpen   seenAmended  seenCancelled  seenFilled  tradedInPart  tradedInFull
  New:       ['Posted',     'Rejected',  '–',          '–',            'Cancelled', 'Expired', '–',       'Posted',   'Open',    'Amended',   'Cancelled',   'Filled',   'Open',       'Filled'  ],
  Posted:    ['same',       '–',         'Amended',    'Cancelled',    '–',         '–',       'Expired', 'same',     'Open',    'Amended !', 'Cancelled',   'Filled',   'Open',       'Filled'  ],
  Open:      ['same',       '–',         'Amended',    'Cancelled',    '–',         '–',       'Expired', 'same',     'same',    'Amended !', 'Cancelled',   'Filled',   'same',       'Filled'  ],
  Amended:   ['same',       '–',         'same',       'Cancelled',    '–',         '–',       'Expired', 'same',     'same',    'same',      'Cancelled',   'Filled',   'same',       'Filled'  ],
  Filled:    ['same',       '–',         '–',          '–',            '–',         '–',       'same',    '–',        '–',       '–',         '–',           'same',     'same',       'same'    ],
  Cancelled: ['same !',     '–',         '–',          'same',         '–',         '–',       'same',    'Open !',   'Open !',  'Amended !', 'same',        'Filled !', 'same !',     'Filled !'],
  Rejected:  ['Posted !',   'same',      '–',          '–',            '–',         '–',       'same',    'Posted !', 'Open !',  'Amended !', 'Cancelled !', 'Filled !', 'Open !',     'Filled !'],
  Expired:   ['Posted !',   '–',         '–',          '–',            '–',         'same',    'same',    'Open !',   'Open !',  'Amended !', 'Cancelled !', 'Filled !', 'same !',     'Filled !'],
} as const satisfies Record<OrderStatus, readonly Cell[]>;

export interface Transition {
  readonly status: OrderStatus;
  /** False: the evidence does not fit the status and moves nothing. */
  readonly believed: boolean;
  /** A person should look. */
  readonly surprising: boolean;
}

export function transition(status: OrderStatus, evidence: EvidenceKind): Transition {
  const row: readonly Cell[] = STATUS_TRANSITIONS[status];
  const cell = row[EVIDENCE_KINDS.indexOf(evidence)] ?? '–';
  if (cell === '–') return { status, believed: false, surprising: true };
  const [word = 'same'] = cell.split(' ');
  const next = ORDER_STATUSES.find((candidate) => candidate === word) ?? status;
  return { status: next, believed: true, surprising: cell.endsWith('!') };
}

const WORKING: ReadonlySet<OrderStatus> = new Set(['Posted', 'Open', 'Amended']);
const CLOSED: ReadonlySet<OrderStatus> = new Set(['Filled', 'Cancelled', 'Rejected', 'Expired']);

export function isWorking(status: OrderStatus): boolean {
  return WORKING.has(status);
}

export function isClosed(status: OrderStatus): boolean {
  return CLOSED.has(status);
}

/** The four words that the interface shows ("States and transitions"), whatever their case. */
const WORDS: Readonly<Record<string, EvidenceKind>> = {
  posted: 'seenPosted',
  open: 'seenOpen',
  amended: 'seenAmended',
  cancelled: 'seenCancelled',
  canceled: 'seenCancelled',
};

/** What people may say that an undocumented word means. `Nothing`: it is known, and moves nothing. */
export const MAPPED_STATUSES = ['Posted', 'Open', 'Amended', 'Cancelled', 'Nothing'] as const;

export type MappedStatus = (typeof MAPPED_STATUSES)[number];

/**
 * What further words mean, by lower-cased word. Version 0 was proven by a conformance run, later ones
 * were approved by two people. `Filled` occurs in version 0 only and moves nothing by itself: that an order is
 * filled is up to the quantities. Where a record does not show what is pending, it says that nothing is.
 */
export interface StatusMappings {
  readonly version: number;
  readonly meanings: ReadonlyMap<string, MappedStatus | 'Filled'>;
}

export const NO_MAPPINGS: StatusMappings = { version: 0, meanings: new Map() };

export function statusKey(word: string): string {
  return word.trim().toLowerCase();
}

/** Whether the interface document explains the word. Mappings cannot override that. */
export function isDocumented(word: string): boolean {
  return Object.hasOwn(WORDS, statusKey(word));
}

/** What a status word means; null if it is not explained, or says nothing. */
export function evidenceOfStatus(
  word: string,
  mappings: StatusMappings = NO_MAPPINGS,
): EvidenceKind | null {
  if (isDocumented(word)) return WORDS[statusKey(word)] ?? null;
  const meaning = mappings.meanings.get(statusKey(word));
  if (meaning === undefined || meaning === 'Filled' || meaning === 'Nothing') return null;
  return `seen${meaning}`;
}

/** People have decided that the word says nothing about the order's state. */
export function saysNothing(word: string, mappings: StatusMappings = NO_MAPPINGS): boolean {
  return !isDocumented(word) && mappings.meanings.get(statusKey(word)) === 'Nothing';
}

/** Whether the word says that the order works. */
export function isWorkingByWord(word: string, mappings?: StatusMappings): boolean {
  const meaning = evidenceOfStatus(word, mappings);
  return meaning === 'seenPosted' || meaning === 'seenOpen' || meaning === 'seenAmended';
}

/** The version of the mappings if they explain the word; else null. */
export function mapped(word: string | null, mappings: StatusMappings = NO_MAPPINGS): number | null {
  if (word === null || isDocumented(word)) return null;
  return mappings.meanings.has(statusKey(word)) ? mappings.version : null;
}

/**
 * How an order's present state is known, best first. Better evidence may correct weaker evidence.
 */
export const GRADES = [
  'Traded', 'Enquired', 'Acknowledged', 'Listed', 'Inferred', 'Calendar', 'Operator',
] as const; // prettier-ignore

export type EvidenceGrade = (typeof GRADES)[number];

/**
 * A number that was inferred, or named by people, is not proven by the exchange: an acknowledgement or
 * a trade may still show that it is another order's.
 */
export function isUnproven(numberGrade: EvidenceGrade | null): boolean {
  return numberGrade === 'Inferred' || numberGrade === 'Operator';
}

/**
 * What has shown another order under an order's number: a kind of answer, or one of three special cases.
 *   `AccountList`        units that nobody here has asked for: only the list of the account tells an order that somebody
 *                        else has changed from another one that was given the number
 *   `OtherBroker`        the day's trades show another broker's order under it, and no enquiry has shown ours since
 *   `OtherBrokersAlike`  the same, and that order may have our terms: an enquiry cannot tell which of the two it shows
 *   `LaterDay`           a day order that was shown no more, or had ended, is shown on a later day, or with other units: its number may be another's
 *   `NextOwner`          a cancelled order is shown at work, with other units than it had at its end, or with others matched
 */
export type NumberDoubt =
  | 'OrderEnquiry' | 'BrokerList' | 'DailyTrades' | 'AccountList' | 'OtherBroker' | 'OtherBrokersAlike' | 'Acknowledgement'
  | 'LaterDay' | 'NextOwner'; // prettier-ignore

/** Weaker evidence of the same status does not lower the grade. */
export function betterGrade(held: EvidenceGrade | null, seen: EvidenceGrade): EvidenceGrade {
  return held !== null && GRADES.indexOf(held) < GRADES.indexOf(seen) ? held : seen;
}
