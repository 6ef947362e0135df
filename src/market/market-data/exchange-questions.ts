import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import type { RecordEndpoint } from '../../infra/exchange/api/record-api.js';

/** What callers ask the exchange for themselves, in the audit trail: who asked, with the call that asks. */
@Injectable()
export class ExchangeQuestions {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** The caller was given the answer to another caller's question. */
  recordShared(asked: Asked, actor: Actor): Promise<void> {
    return this.database.units.run((unit) => this.record(unit, asked, actor));
  }

  /** An account is only in the index beside the trail. */
  record(unit: Unit, { endpoint, body: asked }: Asked, actor: Actor): Promise<void> {
    const { orderNumber, shareholderAccount, brokerCode, tradeDate } = asked;
    const about = {
      ...(orderNumber === undefined ? {} : { orderNumber }),
      ...(shareholderAccount === undefined ? {} : { accountNumber: shareholderAccount }),
    };
    const of = orderNumber ?? brokerCode ?? tradeDate ?? null;
    const fact = { type: 'EXCHANGE_ASKED', body: { question: QUESTIONS[endpoint], of } };
    const topic = { stream: 'exchange questions', about };
    return this.audit.append(unit, topic, actor, [fact]);
  }
}

export interface Asked {
  readonly endpoint: RecordEndpoint;
  readonly body: Readonly<Record<string, string>>;
}

const QUESTIONS: Readonly<Record<RecordEndpoint, string>> = {
  'order/enquiry': 'order',
  'broker/order/enquiry': 'broker-orders',
  'shareholder/enquiry': 'account-orders',
  'daily/trades': 'trades',
};
