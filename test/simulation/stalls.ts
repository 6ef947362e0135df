import { SeededRandom } from '../../simulator/seeded-random.js';
import { SEND_WINDOW_MS } from '../../src/infra/exchange/keys/rate-limiter.js';
import type { Instance } from './instance.js';
import type { Life } from './life.js';
import type { Plan } from './plans/plan.js';
import type { Sent } from './world/network.js';
import type { World } from './world/world.js';

const MUTATIONS: ReadonlySet<string> = new Set(['order/post', 'order/edit', 'order/cancel']);
/** Until then the other instance has found the lost claim, searched for it twice, and sent it once more. */
const LONG_MS = 60_000;
const LONGEST_MS = 180_000;
/** The reply, what it means, and the next requests. */
const COMMITS_MOST = 5;

/**
 * A process stands still (SIGSTOP, a long garbage collection) while a post, an edit or a cancel of its own is on the
 * way, mostly for longer than another instance waits for it. Then it goes on with the answer, at times while the other
 * one sends the same request once more.
 */
export class Stalls {
  readonly done = new Map<string, number>();
  private readonly random: SeededRandom;
  /** Those that the next calls bring. */
  private due = 0;
  private readonly stalled = new Map<Life, Sent>();

  constructor(
    private readonly world: World,
    private readonly plan: Plan,
    private readonly instances: readonly Instance[],
  ) {
    this.random = new SeededRandom(`stalls/${plan.seed}`);
  }

  begin(): void {
    for (let stall = 0; stall < this.plan.stalls; stall += 1) {
      this.world.after(this.random.next() * this.plan.busyMs * 0.7, () => (this.due += 1));
    }
  }

  /** One of them still stands still. */
  get isAny(): boolean {
    return this.stalled.size > 0;
  }

  /** A call leaves. */
  look(sent: Sent): void {
    if (!MUTATIONS.has(sent.endpoint)) return;
    for (const [life, own] of this.stalled) {
      const isSame = own.journal?.request_id === sent.journal?.request_id;
      if (!isSame || !this.random.chance(0.8)) continue;
      this.note('stalled beside the next claim');
      this.world.after(this.random.between(1, this.plan.wayMs), () => this.goOn(life));
    }
    if (this.due === 0) return;
    // What goes wrong more often than the rest: it is what has to be sent once more.
    if (sent.fault === null && this.random.chance(0.8)) return;
    this.due -= 1;
    // With the call on its way; or between a commit and what was to follow it, such as another call.
    if (this.random.chance(0.6)) this.world.after(1, () => this.stall(sent));
    else sent.life.afterCommits(this.random.between(1, COMMITS_MOST), () => this.stall(sent));
  }

  private stall(sent: Sent): void {
    const { life } = sent;
    const isAlone = this.instances.every(
      ({ upSince, service }) => upSince === null || service?.life === life,
    );
    if (life.isOver || life.isFrozen || isAlone) return;
    const isLong = this.random.chance(0.8);
    const ms = isLong
      ? this.random.between(LONG_MS, LONGEST_MS)
      : this.random.between(SEND_WINDOW_MS * 2, LONG_MS);
    this.note('stalled');
    this.world.trace(() => `== the process that sent ${sent.endpoint} stands still for ${ms} ms`);
    life.freeze();
    this.stalled.set(life, sent);
    this.world.after(ms, () => this.goOn(life));
  }

  private goOn(life: Life): void {
    if (!this.stalled.delete(life)) return;
    this.world.trace(() => '== it goes on');
    for (const act of life.thaw(this.world.now)) this.world.after(0, act);
  }

  private note(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }
}
