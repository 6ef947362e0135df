import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog, type Subject, lockTrail } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import { inList } from '../../infra/database/in-list.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Ids } from '../../infra/runtime/ids.js';
import { withoutClient } from '../order/client/client-in-texts.js';
import { accountKey, REMOVED } from '../order/order.js';
import { OrderRow } from '../order/order.entity.js';
import { subjectOf } from '../order/order-subject.js';
import { LegalHoldRow } from './legal-hold.entity.js';

export type LegalHold = Readonly<LegalHoldRow>;

/** What a hold is on. */
export type HeldSubject =
  | { readonly accountNumber: string; readonly orderId: null }
  | { readonly accountNumber: null; readonly orderId: string };

const STREAM = 'legal holds';
/** Orders of an account that are looked at for the names of its client, the newest first. */
const NAMES_OF_ORDERS = 1_000;

/**
 * Holds of the firm. Each is kept when it is released, and both are recorded in the trail. Reasons are kept without the
 * client, in the list as in the trail: who may see holds may not always see clients.
 */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Newest first, those before this id. */
  list(inForce: boolean, before: string | null, most: number): Promise<readonly LegalHold[]> {
    const where = `${inForce ? 'released_at IS NULL AND ' : ''}(id < ? OR ? = 1) ORDER BY id DESC LIMIT ?`;
    const values = [before ?? '', before === null ? 1 : 0, most];
    return this.database.reading.find(LegalHoldRow, where, values);
  }

  /** Null: there is no such order. */
  place(subject: HeldSubject, reason: string, actor: Actor): Promise<LegalHold | null> {
    return this.change(async (unit) => {
      const about = await this.aboutOf(unit, subject);
      if (about === null) return null;
      const hold: LegalHold = {
        id: this.ids.next('hold'),
        ...subject,
        reason: about.unnamed(reason),
        placedBy: actor.name,
        placedAt: this.clock.now(),
        releasedBy: null,
        releasedAt: null,
        releaseReason: null,
      };
      await unit.insert(LegalHoldRow, hold);
      const order = subject.orderId === null ? {} : { order: subject.orderId };
      const body = { hold: hold.id, on: onWhat(subject), ...order, reason: hold.reason };
      const topic = { stream: STREAM, about: about.subject };
      await this.audit.append(unit, topic, actor, [{ type: 'LEGAL_HOLD_PLACED', body }]);
      return hold;
    });
  }

  /** Null: there is none that is in force with this id. */
  release(id: string, reason: string, actor: Actor): Promise<LegalHold | null> {
    return this.change(async (unit) => {
      const [hold] = await unit.find(LegalHoldRow, 'id = ? AND released_at IS NULL', [id]);
      if (hold === undefined) return null;
      const about = await this.aboutOf(unit, hold as HeldSubject);
      const releaseReason = about?.unnamed(reason) ?? reason;
      const released = { releasedBy: actor.name, releasedAt: this.clock.now(), releaseReason };
      await unit.update(LegalHoldRow, { id }, released);
      const body = { hold: id, reason: releaseReason };
      const topic = { stream: STREAM, about: about?.subject ?? {} };
      await this.audit.append(unit, topic, actor, [{ type: 'LEGAL_HOLD_RELEASED', body }]);
      return { ...hold, ...released };
    });
  }

  /** What entries about it are found by, and its texts without the client, whom the trail does not name. */
  private async aboutOf(
    unit: Unit,
    { accountNumber, orderId }: HeldSubject,
  ): Promise<About | null> {
    if (accountNumber !== null) {
      const names = await this.namesOf(unit, accountNumber);
      const unnamed = (text: string): string =>
        names.reduce(
          (rest, clientName) => withoutClient(rest, { accountNumber, clientName }),
          withoutClient(text, { accountNumber, clientName: '' }),
        );
      return { subject: { accountNumber }, unnamed };
    }
    const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
    if (order === undefined) return null;
    return { subject: subjectOf(order), unnamed: (text) => withoutClient(text, order) };
  }

  /** Of the client of an account, as its orders have them. */
  private async namesOf(unit: Unit, accountNumber: string): Promise<readonly string[]> {
    // An index has accounts as orders write them: the spellings that people use for the same one.
    const [upper, lower] = [accountNumber.toUpperCase(), accountNumber.toLowerCase()];
    const { marks, values } = inList([accountNumber, upper, lower, accountKey(accountNumber)]);
    const rows = await unit.query<{ name: string }>(
      `SELECT DISTINCT client_name AS name
         FROM (SELECT client_name FROM orders WHERE account_number IN (${marks})
                ORDER BY id DESC LIMIT ?) latest
        WHERE client_name <> ?`,
      [...values, NAMES_OF_ORDERS, REMOVED],
    );
    // A name that is part of another one must not leave the rest of it.
    return rows.map(({ name }) => name).sort((one, other) => other.length - one.length);
  }

  /** Serialised with removals over all instances: a removal sees each hold that was placed before it. */
  private change<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      return act(unit);
    });
  }
}

interface About {
  readonly subject: Subject;
  readonly unnamed: (text: string) => string;
}

function onWhat({ orderId }: HeldSubject): string {
  return orderId === null ? 'account' : 'order';
}
