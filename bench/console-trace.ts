/** Long tasks of the page's main thread, out of the browser's own trace. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread in microseconds. */
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly url?: string; readonly functionName?: string };
  };
}

export interface LongTask {
  readonly ms: number;
  /** What of it the thread worked; the rest it waited for a core. */
  readonly cpuMs: number;
  /** What took longest in it. */
  readonly parts: string;
}

export const LONG_MS = 50;
const PARTS_MOST = 4;
const PART_LEAST_US = 5_000;

export function longTasksOf(events: readonly TraceEvent[]): readonly LongTask[] {
  const complete = onMainThread(events);
  const tasks = complete.filter(({ name, dur = 0 }) => name === 'RunTask' && dur > LONG_MS * 1_000);
  return tasks.map((task) => {
    const { ts, dur = 0, tdur = 0, pid } = task;
    const inside = complete
      .filter((one) => one !== task && one.pid === pid && one.ts >= ts && one.ts <= ts + dur)
      .sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
      .slice(0, PARTS_MOST);
    const parts = inside.map(({ name, dur: long = 0, args }) => {
      const what = args?.data?.functionName ?? '';
      return `${name}${what === '' ? '' : `(${what})`} ${(long / 1_000).toFixed(0)}`;
    });
    return { ms: dur / 1_000, cpuMs: tdur / 1_000, parts: parts.join(', ') };
  });
}

/** Processor time of the tasks that took 5 ms and more. */
export function workedMs(events: readonly TraceEvent[]): number {
  const tasks = onMainThread(events).filter(({ name }) => name === 'RunTask');
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;
}

function onMainThread(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const main = events
    .filter(({ ph, args }) => ph === 'M' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid}/${tid}`);
  return events.filter(
    ({ ph, pid, tid, dur = 0 }) =>
      ph === 'X' && dur >= PART_LEAST_US && main.includes(`${pid}/${tid}`),
  );
}
