import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog, type Fact, type Subject, type Topic } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Clock } from '../../infra/runtime/clock.js';
import { OrderRow } from '../order/order.entity.js';

/*
 * A program that repeats what a limit refuses must not make the trail long: so many of a caller's posts, and of its
 * edits of an order, are there each by itself, and the others of the minute are only counted.
 */

/** Refused posts have no order whose stream could have the entry. */
const POSTS = 'order-limits';
const POSTS_RECORDED_MAX = 60;
const EDITS_RECORDED_MAX = 10;
const WINDOW_MS = 60_000;

interface Window {
  /** Null: of posts. */
  readonly orderId: string | null;
  readonly actor: Actor;
  recorded: number;
  /** Not in the trail by themselves. */
  more: number;
}

/** What the trail says of posts and edits that a limit refused. */
@Injectable()
export class LimitRefusals implements BeforeApplicationShutdown {
  private readonly windows = new Map<string, Window>();
  private readonly writing = new Set<Promise<void>>();
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('order limits');
  }

  /** Joins the unit of work that refuses. */
  async recordPost(unit: Unit, about: Subject, actor: Actor, body: Fact['body']): Promise<void> {
    const hasRoom = this.windowOf(null, actor).recorded < POSTS_RECORDED_MAX;
    // The unit may be undone, or run again: only what is committed counts.
    unit.afterCommit(() => {
      this.windowOf(null, actor)[hasRoom ? 'recorded' : 'more'] += 1;
    });
    if (!hasRoom) return;
    const fact = { type: 'POST_REFUSED_BY_LIMIT', body };
    await this.audit.append(unit, { stream: POSTS, about }, actor, [fact]);
  }

  async recordEdit(orderId: string, actor: Actor, body: Fact['body']): Promise<void> {
    const window = this.windowOf(orderId, actor);
    if (window.recorded >= EDITS_RECORDED_MAX) {
      window.more += 1;
      return;
    }
    await this.append(orderId, actor, { type: 'EDIT_REFUSED_BY_LIMIT', body });
    window.recorded += 1;
  }

  /** What was only counted is not lost when the process stops in order. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const name of [...this.windows.keys()]) this.end(name);
    await Promise.all(this.writing);
  }

  private windowOf(orderId: string | null, actor: Actor): Window {
    const name = JSON.stringify([orderId, actor.keyId ?? actor.name]);
    const known = this.windows.get(name);
    if (known !== undefined) return known;
    // The key alone: it may act for another person each time.
    const { name: caller, keyId } = actor;
    const who = keyId === undefined ? { name: caller } : { name: caller, keyId };
    const window = { orderId, actor: who, recorded: 0, more: 0 };
    this.windows.set(name, window);
    this.clock.after(WINDOW_MS, () => this.end(name));
    return window;
  }

  private end(name: string): void {
    const window = this.windows.get(name);
    this.windows.delete(name);
    if (window === undefined || window.more === 0) return;
    const { orderId, actor, more: times } = window;
    const written = this.append(
      orderId,
      actor,
      orderId === null
        ? { type: 'POST_REFUSED_BY_LIMIT_AGAIN', body: { times } }
        : { type: 'EDIT_REFUSED_BY_LIMIT_AGAIN', body: { times } },
    )
      .catch((error: unknown) => this.logger.error({ err: error }, 'refusals not in the trail'))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  private append(orderId: string | null, actor: Actor, fact: Fact): Promise<void> {
    return this.database.units.run(async (unit) => {
      const topic = orderId === null ? POSTS : await topicOf(unit, orderId);
      await this.audit.append(unit, topic, actor, [fact]);
    });
  }
}

async function topicOf(unit: Unit, orderId: string): Promise<Topic> {
  const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
  const { accountNumber = null, security = null, tradingDate = null } = order ?? {};
  return { stream: orderId, about: { orderId, accountNumber, security, tradingDate } };
}
