import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog, type Fact } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Clock } from '../../infra/runtime/clock.js';
import { OrderRow } from '../order/order.entity.js';

/** So many of a caller and an order are in the trail, each by itself; the others of the window are only counted. */
const RECORDED_MAX = 10;
const WINDOW_MS = 60_000;

interface Window {
  readonly orderId: string;
  readonly actor: Actor;
  recorded: number;
  /** Not in the trail by themselves. */
  more: number;
}

/** The trace of edits that a limit refused: a program that repeats one must not make the trail of its order long. */
@Injectable()
export class RefusedEdits implements BeforeApplicationShutdown {
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

  async record(orderId: string, actor: Actor, body: Fact['body']): Promise<void> {
    const window = this.windowOf(orderId, actor);
    if (window.recorded >= RECORDED_MAX) {
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

  private windowOf(orderId: string, actor: Actor): Window {
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
    const fact = { type: 'EDIT_REFUSED_BY_LIMIT_AGAIN', body: { times } };
    const written = this.append(orderId, actor, fact)
      .catch((error: unknown) => this.logger.error({ err: error }, 'refusals not in the trail'))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  private append(orderId: string, actor: Actor, fact: Fact): Promise<void> {
    return this.database.units.run(async (unit) => {
      const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
      const { accountNumber = null, security = null, tradingDate = null } = order ?? {};
      const about = { orderId, accountNumber, security, tradingDate };
      await this.audit.append(unit, { stream: orderId, about }, actor, [fact]);
    });
  }
}
