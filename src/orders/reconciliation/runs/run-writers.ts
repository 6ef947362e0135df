import { Injectable } from '@nestjs/common';
import { AuditLog, type Fact } from '../../../infra/audit/audit-log.js';
import { AuditTail } from '../../../infra/audit/audit-tail.js';
import type { Actor } from '../../../infra/audit/actor.js';
import { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import type { Unit } from '../../../infra/database/unit-of-work.js';
import { Ids } from '../../../infra/runtime/ids.js';
import type { Change } from '../../order/order.js';
import { BreakRegister } from '../../breaks/break-register.js';
import { SystemBreaks } from '../../breaks/system-breaks.js';
import { previewOf, type Entered, type Preview, type Moved } from './preview.js';
import { ListWatermarks, type Noted, type Shown } from '../lists/list-watermark.js';
import { OrderStore, type StoredOrder } from '../../order/order-store.js';
import { ExternalOrderBreaks } from '../../order-numbers/external-order-breaks.js';

/** The doors through which one pass writes, and what went through them. */
export interface Writers {
  readonly store: CountingOrderStore;
  readonly strangerBreaks: ExternalOrderBreaks;
  readonly deskBreaks: SystemBreaks;
  readonly listings: ListWatermarks;
  readonly trail: CountingAuditLog;
}

/** Gives each pass writers of its own: what others open and close meanwhile is not the pass's. */
@Injectable()
export class RunWriters {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly tail: AuditTail,
  ) {}

  open(database: Database): Writers {
    const { clock, ids } = this;
    const trail = new CountingAuditLog(clock, this.tail);
    const breaks = new BreakRegister(clock, ids, trail);
    const store = new CountingOrderStore(database, trail, breaks, clock, ids);
    const strangerBreaks = new ExternalOrderBreaks(breaks, trail, clock);
    const deskBreaks = new SystemBreaks(database, breaks, trail);
    return {
      store,
      strangerBreaks,
      deskBreaks,
      listings: new ListWatermarks(database, clock),
      trail,
    };
  }

  /** For a database that forgets what is written; its trail enters nothing in the chain. */
  rehearse(database: Database): Writers & { foreseen: () => Preview } {
    const { clock, ids } = this;
    const trail = new RehearsedTrail(clock, this.tail);
    const breaks = new BreakRegister(clock, ids, trail);
    const store = new RehearsedStore(database, trail, breaks, clock, ids);
    const strangerBreaks = new ExternalOrderBreaks(breaks, trail, clock);
    const foreseen = (): Preview => previewOf(store.moved, trail.entered);
    const deskBreaks = new SystemBreaks(database, breaks, trail);
    const listings = new RehearsedListings(database, clock);
    return { store, strangerBreaks, deskBreaks, listings, trail, foreseen };
  }
}

/** Counts the breaks that a pass opens and closes, once they are durable. */
export class CountingAuditLog extends AuditLog {
  opened = 0;
  closed = 0;

  override async append(
    unit: Unit,
    stream: string,
    actor: Actor,
    facts: readonly Fact[],
  ): Promise<void> {
    if (facts.length === 0) return;
    await this.enter(unit, stream, actor, facts);
    unit.afterCommit(() => {
      for (const { type } of facts) {
        if (type === 'BREAK_OPENED') this.opened += 1;
        if (type === 'BREAK_CLOSED') this.closed += 1;
      }
    });
  }

  protected enter(unit: Unit, stream: string, actor: Actor, facts: readonly Fact[]): Promise<void> {
    return super.append(unit, stream, actor, facts);
  }
}

/** Keeps the entries to itself: the head of the chain is not locked for what is undone anyway. */
class RehearsedTrail extends CountingAuditLog {
  readonly entered: Entered[] = [];

  protected override enter(
    unit: Unit,
    stream: string,
    _actor: Actor,
    facts: readonly Fact[],
  ): Promise<void> {
    unit.afterCommit(() => this.entered.push(...facts.map((fact) => ({ stream, fact }))));
    return Promise.resolve();
  }
}

/** Knows the orders of which a pass has written a fact, once that is durable. */
export class CountingOrderStore extends OrderStore {
  readonly changed = new Set<string>();

  override async write(
    unit: Unit,
    state: StoredOrder,
    change: Change,
    actor: Actor,
  ): Promise<StoredOrder> {
    const after = await super.write(unit, state, change, actor);
    const { id, version } = state.order;
    if (after.order.version > version) unit.afterCommit(() => this.changed.add(id));
    return after;
  }
}

/** Remembers of each order how it was before the first write, and how it is after the last. */
class RehearsedStore extends CountingOrderStore {
  readonly moved = new Map<string, Moved>();

  override async write(
    unit: Unit,
    state: StoredOrder,
    change: Change,
    actor: Actor,
  ): Promise<StoredOrder> {
    const after = await super.write(unit, state, change, actor);
    const { id } = state.order;
    unit.afterCommit(() => {
      const from = this.moved.get(id)?.from ?? state.order;
      this.moved.set(id, { from, to: after.order });
    });
    return after;
  }
}

/** That a list has shown orders as they are is no fact, and might lock the whole book. */
class RehearsedListings extends ListWatermarks {
  override leave(): Promise<void> {
    return Promise.resolve();
  }

  override note({ revision }: Shown): Promise<Noted> {
    return Promise.resolve({ revision, entered: new Set() });
  }
}
