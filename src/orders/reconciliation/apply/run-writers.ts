import { Injectable } from '@nestjs/common';
import { AuditLog, streamOf, type Fact, type Topic } from '../../../infra/audit/audit-log.js';
import { AuditTail } from '../../../infra/audit/audit-tail.js';
import type { Actor, Origin } from '../../../infra/audit/actor.js';
import { Clock } from '../../../infra/runtime/clock.js';
import type { Database } from '../../../infra/database/database.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { Ids } from '../../../infra/runtime/ids.js';
import type { OrderChange } from '../../order/order.js';
import { BreakRegister } from '../../breaks/break-register.js';
import { SystemBreaks } from '../../breaks/system-breaks.js';
import { previewOf, type Entered, type Preview, type Moved } from './preview.js';
import { ListWatermarks, type Noted, type Shown } from '../lists/list-watermark.js';
import { OrderStore, type StoredOrder } from '../../order/order-store.js';
import { ExternalOrderBreaks } from '../../order-numbers/external-order-breaks.js';

/** The stores through which one run writes; they count what it changes. */
export interface Writers {
  readonly store: CountingOrderStore;
  readonly externalOrderBreaks: ExternalOrderBreaks;
  readonly systemBreaks: SystemBreaks;
  readonly watermarks: ListWatermarks;
  readonly trail: CountingAuditLog;
}

/** Gives each run its own writers, so that what others change meanwhile is not counted as its work. */
@Injectable()
export class RunWriters {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly tail: AuditTail,
  ) {}

  forRun(database: Database, origin: Origin): Writers {
    const { clock, ids } = this;
    const trail = new CountingAuditLog(clock, this.tail, origin);
    const breaks = new BreakRegister(clock, ids, trail);
    const store = new CountingOrderStore(database, trail, breaks, clock, ids);
    const externalOrderBreaks = new ExternalOrderBreaks(breaks, trail, clock);
    const systemBreaks = new SystemBreaks(database, breaks, trail);
    return {
      store,
      externalOrderBreaks,
      systemBreaks,
      watermarks: new ListWatermarks(database, clock),
      trail,
    };
  }

  /** For a unit that is rolled back: nothing enters the audit chain, and everything is kept for the preview. */
  forDryRun(database: Database): Writers & { preview: () => Preview } {
    const { clock, ids } = this;
    const trail = new DryRunAuditLog(clock, this.tail);
    const breaks = new BreakRegister(clock, ids, trail);
    const store = new DryRunOrderStore(database, trail, breaks, clock, ids);
    const externalOrderBreaks = new ExternalOrderBreaks(breaks, trail, clock);
    const preview = (): Preview => previewOf(store.moved, trail.entered);
    const systemBreaks = new SystemBreaks(database, breaks, trail);
    const watermarks = new DryRunWatermarks(database, clock);
    return { store, externalOrderBreaks, systemBreaks, watermarks, trail, preview };
  }
}

/** Has each entry name the run, and counts the breaks that it opens and closes, once they are committed. */
export class CountingAuditLog extends AuditLog {
  opened = 0;
  closed = 0;

  constructor(
    clock: Clock,
    tail: AuditTail,
    private readonly origin: Origin = {},
  ) {
    super(clock, tail);
  }

  override async append(
    unit: Unit,
    topic: Topic,
    actor: Actor,
    facts: readonly Fact[],
  ): Promise<void> {
    if (facts.length === 0) return;
    await this.enter(unit, topic, { ...actor, ...this.origin }, facts);
    unit.afterCommit(() => {
      for (const { type } of facts) {
        if (type === 'BREAK_OPENED') this.opened += 1;
        if (type === 'BREAK_CLOSED') this.closed += 1;
      }
    });
  }

  protected enter(unit: Unit, topic: Topic, actor: Actor, facts: readonly Fact[]): Promise<void> {
    return super.append(unit, topic, actor, facts);
  }
}

/** Collects the entries instead of writing them, so that a dry run does not lock the head of the chain. */
class DryRunAuditLog extends CountingAuditLog {
  readonly entered: Entered[] = [];

  protected override enter(
    unit: Unit,
    topic: Topic,
    _actor: Actor,
    facts: readonly Fact[],
  ): Promise<void> {
    const stream = streamOf(topic);
    unit.afterCommit(() => this.entered.push(...facts.map((fact) => ({ stream, fact }))));
    return Promise.resolve();
  }
}

/** Knows the orders that a run has changed, once that is committed. */
export class CountingOrderStore extends OrderStore {
  readonly changed = new Set<string>();

  override async write(
    unit: Unit,
    state: StoredOrder,
    change: OrderChange,
    actor: Actor,
  ): Promise<StoredOrder> {
    const after = await super.write(unit, state, change, actor);
    const { id, version } = state.order;
    if (after.order.version > version) unit.afterCommit(() => this.changed.add(id));
    return after;
  }
}

/** Remembers each order as it was before the first change and after the last. */
class DryRunOrderStore extends CountingOrderStore {
  readonly moved = new Map<string, Moved>();

  override async write(
    unit: Unit,
    state: StoredOrder,
    change: OrderChange,
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

/** The watermark is no change of an order, and writing it could lock the whole book. */
class DryRunWatermarks extends ListWatermarks {
  override leave(): Promise<void> {
    return Promise.resolve();
  }

  override note({ revision }: Shown): Promise<Noted> {
    return Promise.resolve({ revision, entered: new Set() });
  }
}
