/**
 * How the simulation knows that nothing is pending any more. While a seed runs, `setImmediate` is
 * ours: what is handed to it waits in a queue, and is run one by one. The engine runs every
 * microtask and every `nextTick` before it comes to a real immediate; so when one comes back and
 * our queue is empty, all that is left are promises that wait for the virtual world. That holds as
 * long as nobody uses a real timer or real I/O: timers are counted here, and a run that used one
 * has failed.
 */
const realImmediate = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;
const realInterval = globalThis.setInterval;

/** Ten seconds. */
const FILES_TURNS_MAX = 1_000;

let waiting: (() => void)[] = [];
let timers = 0;

/** Until the returned function is called. */
export function takeOverImmediates(): () => void {
  waiting = [];
  timers = 0;
  const immediate = (action: (...args: unknown[]) => void, ...args: unknown[]): unknown => {
    waiting.push(() => action(...args));
    return {};
  };
  const counted =
    (real: (...args: never[]) => unknown) =>
    (...args: never[]): unknown => {
      timers += 1;
      return real(...args);
    };
  Object.assign(globalThis, {
    setImmediate: immediate,
    setTimeout: counted(realTimeout),
    setInterval: counted(realInterval),
  });
  return () => {
    Object.assign(globalThis, {
      setImmediate: realImmediate,
      setTimeout: realTimeout,
      setInterval: realInterval,
    });
  };
}

/** What of the real world was used since the last take-over, or is still waited for; else empty. */
export function realWorld(): string {
  const io = process
    .getActiveResourcesInfo()
    .filter((kind) => /FSReq|TCP|AddrInfo|MessagePort/.test(kind));
  const used = timers === 0 ? io : [`${timers} real timers`, ...io];
  return used.join(', ');
}

/**
 * Copies of checkpoints are files, and a start that was killed may still be at its folder: however long the disk takes,
 * virtual time stands still meanwhile.
 */
export async function untilFilesAreDone(): Promise<void> {
  const isBusy = (): boolean =>
    process.getActiveResourcesInfo().some((kind) => kind.includes('FSReq'));
  for (let times = 0; times < FILES_TURNS_MAX && isBusy(); times += 1) {
    await new Promise((resolve) => realTimeout(resolve, 10));
    await untilStill();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => realImmediate(resolve));
}

export async function untilStill(): Promise<void> {
  await turn();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    next();
    await turn();
  }
}

/** As above, with as many turns more as a doubter likes: nothing may happen in them. */
export async function untilStillTwice(): Promise<void> {
  await untilStill();
  await new Promise((resolve) => realTimeout(resolve, 0));
  await untilStill();
}

/** What a process that was killed had still to do. */
export function forgetImmediates(): void {
  waiting = [];
}

/** A safety net for what hangs, on the slowest machine. */
const LONGEST_START_MS = 300_000;

/**
 * For opening a database, which makes sure of its folder, and for starting an application: the only
 * places where a run waits for the real world. Virtual time stands still meanwhile.
 */
export async function untilTrue(done: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_START_MS;
  while (!done()) {
    if (Date.now() > end) throw new Error('Something that was started never ended');
    await untilStill();
  }
}
