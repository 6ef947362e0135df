import { Injectable } from '@nestjs/common';
import { Metrics } from '../../observability/metrics.js';
import { Clock } from '../../runtime/clock.js';
import { InstanceId } from '../../runtime/ids.js';
import { Database } from '../database.js';
import { SchedulerLeaseRow } from './scheduler-lease.entity.js';
import type { Unit } from '../units/unit-of-work.js';

/** Longer than a flush of a busy server takes; another instance takes over so long after the last renewal. */
const LEASE_MS = 4_000;
/** Whoever gave it up waits so long for another instance, and takes it again if there is none. */
const GIVEN_UP_MS = 2_500;

/**
 * Of several instances on one PostgreSQL, the one that holds the lease does the scheduled work: it polls the exchange for all
 * of them, so that the calls a minute are not spent on reading the same lists over and over. Nothing relies on there being
 * one: work that two do at the same time is safe, and wasted.
 */
@Injectable()
export class SchedulerLease {
  private readonly holder: string;
  /** Monotonic time. */
  private heldUntil = -Infinity;
  /** Monotonic time before which it does not ask for the lease; for ever once it has ended. */
  private notBefore = -Infinity;
  private renewing: Promise<void> | null = null;
  /** How often it has taken the lease from another instance, or for the first time. */
  private takenOver = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    instance: InstanceId,
    metrics: Metrics,
  ) {
    this.holder = instance.id;
    const held = metrics.gauge(
      'scheduler_lease_held',
      '1 at the instance that polls the exchange for all; always 1 on SQLite',
    );
    metrics.add(() => Promise.resolve(held.set(this.isHeld ? 1 : 0)));
  }

  /** Always on SQLite, which has one process. */
  get isHeld(): boolean {
    return this.database.engine === 'sqlite' || this.clock.steady() < this.heldUntil;
  }

  /** Another number when another instance has held it since. */
  get term(): number {
    return this.takenOver;
  }

  /** Renews the lease, or takes one that has run out. One renewal at a time. */
  renew(): Promise<void> {
    if (this.database.engine === 'sqlite' || this.clock.steady() < this.notBefore)
      return Promise.resolve();
    this.renewing ??= this.ask().finally(() => (this.renewing = null));
    return this.renewing;
  }

  /** Leaves it to another instance for a while, because this one cannot do the work. */
  async giveUp(): Promise<void> {
    this.notBefore = Math.max(this.notBefore, this.clock.steady() + GIVEN_UP_MS);
    await this.giveBack();
  }

  /** For the end of the process: the next instance need not wait for the lease to run out. */
  async end(): Promise<void> {
    this.notBefore = Infinity;
    await this.renewing?.catch(() => undefined);
    await this.giveBack();
  }

  private async ask(): Promise<void> {
    const until = this.clock.steady() + LEASE_MS;
    const before = await this.database.units.runAlone((unit) => this.take(unit));
    if (before !== null && before !== this.holder) this.takenOver += 1;
    this.heldUntil = before === null ? -Infinity : until;
    // It was asked so long ago that this instance does not count as its holder: another one may be quicker.
    if (before !== null && !this.isHeld) await this.giveUp();
  }

  /** Answers who had it before; null: another instance has it still. */
  private async take(unit: Unit): Promise<string | null> {
    const now = await unit.now();
    const [lease] = await unit.find(SchedulerLeaseRow, `id = 1${unit.rowLock}`);
    if (lease === undefined) throw new Error('There is no lease of scheduled work');
    const { holder, expiresAt } = lease;
    // One that ends later than any lease does is from before the clock was set back.
    const isOver = expiresAt <= now || expiresAt > now + LEASE_MS;
    if (holder !== this.holder && !isOver) return null;
    const changes = { holder: this.holder, expiresAt: now + LEASE_MS };
    await unit.update(SchedulerLeaseRow, { id: 1 }, changes);
    return holder;
  }

  private async giveBack(): Promise<void> {
    if (this.heldUntil === -Infinity) return;
    this.heldUntil = -Infinity;
    await this.database.units.runAlone((unit) =>
      unit.update(SchedulerLeaseRow, { id: 1, holder: this.holder }, { expiresAt: 0 }),
    );
  }
}
