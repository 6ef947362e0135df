import { startOfDay, tradingDateOf } from '../../market/trading-calendar/trading-day.js';

interface Exported {
  readonly format: string;
  /** As they were given. */
  readonly filters: Readonly<Record<string, string>>;
  /** Null while it is not known. */
  readonly entries: number | null;
}

const LONGEST_PART = 40;
/** Neither what the name begins with, nor an account, which no export names. */
const APART = ['from', 'to', 'afterSequence', 'accountNumber'];

/**
 * What the file of an export is called: the time that it covers, its filters in short, and how many entries it has, as
 * `audit-trail_2026-11-01-to-2026-11-26_security-SD11PLC_312-entries.csv`.
 */
export function exportFileName({ format, filters, entries }: Exported): string {
  const { from, to, afterSequence, accountNumber } = filters;
  const others = Object.entries(filters).filter(([name]) => !APART.includes(name));
  const parts = [
    'audit-trail',
    rangeOf(from, to),
    afterSequence === undefined ? '' : `after-no-${afterSequence}`,
    accountNumber === undefined ? '' : 'one-account',
    ...others.map(([name, value]) => `${WORDS[name] ?? name}-${shortened(name, value)}`),
    entries === null ? '' : entries === 1 ? '1-entry' : `${entries}-entries`,
  ];
  const name = parts.map(safe).filter((part) => part !== '');
  return `${name.join('_')}.${format}`;
}

const WORDS: Readonly<Record<string, string>> = {
  orderId: 'order',
  orderNumber: 'number',
  orderRef: 'reference',
  requestId: 'request',
  tradingDate: 'day',
  onBehalfOf: 'for',
  actor: 'by',
};

/** Of an id its end, which tells it from others; of a key its name. */
function shortened(name: string, value: string): string {
  if (name === 'orderId' || name === 'requestId') return value.slice(-8);
  return value.replace(/^(key|system):/, '');
}

/** In Lagos; `to` is exclusive, so that midnight means the day before. */
function rangeOf(from: string | undefined, to: string | undefined): string {
  const first = from === undefined ? null : moment(Date.parse(from));
  const last = to === undefined ? null : lastMoment(Date.parse(to));
  if (first !== null && last !== null) return first === last ? first : `${first}-to-${last}`;
  if (first !== null) return `from-${first}`;
  return last === null ? '' : `until-${last}`;
}

function lastMoment(at: number): string {
  const day = tradingDateOf(at);
  return startOfDay(day) === at ? tradingDateOf(at - 1) : moment(at);
}

function moment(at: number): string {
  const day = tradingDateOf(at);
  const minutes = Math.floor((at - startOfDay(day)) / 60_000);
  if (minutes === 0) return day;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${day}T${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}`;
}

/** What every file system and the header of a download take. */
function safe(part: string): string {
  return part
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_PART);
}
