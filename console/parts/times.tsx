import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { NOTHING } from './figures.js';
import { preferences } from './own-preferences.js';

/** Times in the zone that the person prefers, Lagos or UTC, with the other on hover. */
const LAGOS = 'Africa/Lagos';
const ZONE = preferences.zone === 'utc' ? 'UTC' : LAGOS;
/** As it is named beside times. */
export const ZONE_NAME = preferences.zone === 'utc' ? 'UTC' : 'Lagos';
const CLOCK_PARTS = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const LAGOS_CLOCK = format(LAGOS, CLOCK_PARTS);
const LAGOS_DATE = new Intl.DateTimeFormat('en-CA', { timeZone: LAGOS });
const CLOCK = format(ZONE, CLOCK_PARTS);
const DAY = format(ZONE, { day: '2-digit', month: 'short' });
const DATE = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options });
}

/** One clock for the whole page, which ticks each second. */
let now = Date.now();
const watchers = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const watcher of watchers) watcher();
}, 1_000);

/** What counts as now where the past is shown, in milliseconds; null: the clock. */
export const NowContext = createContext<number | null>(null);

export function useNow(): number {
  const shown = useContext(NowContext);
  const ticking = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => now,
  );
  return shown ?? ticking;
}

export function lagosClock(at: number): string {
  return LAGOS_CLOCK.format(at);
}

export function lagosDate(at: number): string {
  return LAGOS_DATE.format(at);
}

/** Time of day; an earlier day is named before it. */
export function shownTime(instant: string, today: number): string {
  const at = Date.parse(instant);
  const clock = CLOCK.format(at);
  return DATE.format(at) === DATE.format(today) ? clock : `${DAY.format(at)} ${clock}`;
}

export function utc(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 23)} UTC`;
}

/** The same instant in the zone that is not shown. */
function otherZone(instant: string): string {
  if (preferences.zone === 'lagos') return utc(instant);
  const at = Date.parse(instant);
  return `${LAGOS_DATE.format(at)} ${LAGOS_CLOCK.format(at)} Lagos`;
}

/** `42 s`, `3 min`, `2 h 05`, `4 d`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${String(hours)} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${String(Math.floor(hours / 24))} d`;
}

/** How long something lasted, to the second. */
export function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = [
    ...(hours > 0 ? [`${String(hours)} h`] : []),
    ...(hours > 0 || minutes > 0 ? [`${String(minutes)} min`] : []),
    `${String(seconds % 60)} s`,
  ];
  return parts.join(' ');
}

interface TimeProps {
  readonly at: string | null;
  /** The day is named although it is today: what stands around it is about another one. */
  readonly isDated?: boolean;
}

export function Time({ at, isDated = false }: TimeProps): ReactNode {
  if (at === null) return <span>{NOTHING}</span>;
  return (
    <time dateTime={at} title={otherZone(at)}>
      {isDated
        ? `${DAY.format(Date.parse(at))} ${CLOCK.format(Date.parse(at))}`
        : shownTime(at, now)}
    </time>
  );
}

/** How long ago, counted on. */
export function Age({ since }: { readonly since: string | null }): ReactNode {
  const present = useNow();
  if (since === null) return <span>{NOTHING}</span>;
  return (
    <time
      dateTime={since}
      title={`${shownTime(since, present)} ${ZONE_NAME} · ${otherZone(since)}`}
    >
      {ageText(present - Date.parse(since))}
    </time>
  );
}

/** Time left until an instant, or how long it is over. */
export function Left({ until }: { readonly until: string }): ReactNode {
  const present = useNow();
  const ms = Date.parse(until) - present;
  return (
    <time
      dateTime={until}
      title={`${shownTime(until, present)} ${ZONE_NAME} · ${otherZone(until)}`}
    >
      {ms < 0 ? `${ageText(-ms)} over` : `${ageText(ms)} left`}
    </time>
  );
}
