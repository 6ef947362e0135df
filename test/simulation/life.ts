/**
 * The life of one process. It may end at every call of a port: then no port answers it any more,
 * so nothing of it ever resumes, whatever it still waits for.
 */
export const KILL_POINTS = [
  'before a unit',
  'before a commit',
  'after a commit',
  'before a read',
  'before a send',
  'after a send',
  'before a reply',
  'after a command',
] as const;

export type KillPoint = (typeof KILL_POINTS)[number];

export interface KillPlan {
  /** `in order`: it was asked to stop, and has done so. */
  readonly point: KillPoint | 'in order';
  /** The life ends when the point is passed so many times, counted from its beginning. */
  readonly passes: number;
  readonly downMs: number;
}

export class Life {
  private ended = false;
  /** What has come due while the process stands still; null while it does not. */
  private missed: (() => void)[] | null = null;
  /** When it last went on. */
  thawedAt = 0;
  /** What happens when it has committed so often. */
  private counting: { commits: number; readonly act: () => void } | null = null;
  private readonly passes = new Map<KillPoint, number>();

  constructor(
    private fate: KillPlan | null,
    private readonly onKill: (fate: KillPlan) => void,
  ) {}

  get isOver(): boolean {
    return this.ended;
  }

  /** True when the life is over, and nothing may be done any more. */
  pass(point: KillPoint): boolean {
    if (this.ended) return true;
    if (point === 'after a commit') this.countCommit();
    const passes = (this.passes.get(point) ?? 0) + 1;
    this.passes.set(point, passes);
    if (this.fate?.point !== point || passes < this.fate.passes) return false;
    this.ended = true;
    this.onKill(this.fate);
    return true;
  }

  /** A fate that is decided only now: passes count from here. */
  doom(fate: KillPlan): void {
    this.fate = fate;
    this.passes.clear();
  }

  end(): void {
    this.ended = true;
  }

  get isFrozen(): boolean {
    return this.missed !== null;
  }

  /** Once it has committed so often. */
  afterCommits(commits: number, act: () => void): void {
    this.counting = { commits, act };
  }

  private countCommit(): void {
    const { counting } = this;
    if (counting === null) return;
    counting.commits -= 1;
    if (counting.commits > 0) return;
    this.counting = null;
    counting.act();
  }

  /** It stands still as by SIGSTOP, while it waits for something: whatever comes to it waits. */
  freeze(): void {
    this.missed ??= [];
  }

  /** It goes on at that instant; answers what has come meanwhile, in its order. */
  thaw(now: number): readonly (() => void)[] {
    const { missed } = this;
    this.missed = null;
    this.thawedAt = now;
    return missed ?? [];
  }

  /** At once, unless it stands still. */
  whenAwake(act: () => void): void {
    if (this.missed === null) act();
    else this.missed.push(act);
  }

  /** The result, unless the life ends before it is there; a failure likewise. */
  unlessOver<T>(result: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (act: () => void): void =>
        this.whenAwake(() => {
          if (!this.ended) act();
        });
      result.then(
        (value) => end(() => resolve(value)),
        (error: unknown) =>
          end(() => reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
