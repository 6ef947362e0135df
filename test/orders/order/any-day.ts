import fc from '../../support/seeded-fast-check.js';
import { bookExecutions } from '../../../src/orders/fills/executions.js';
import type {
  ExecutionEvidence,
  RecordEvidence,
} from '../../../src/orders/order/evidence/evidence.js';
import { decideCancel, decideEdit } from '../../../src/orders/order/changes/instructions.js';
import {
  isResendCleared,
  type OrderRequest,
} from '../../../src/orders/order/requests/order-request.js';
import type { OrderChange, Moment, OrderState } from '../../../src/orders/order/order.js';
import { applyRecord } from '../../../src/orders/reconciliation/order-records/apply-record.js';
import { noteMissing } from '../../../src/orders/reconciliation/order-records/missing-orders.js';
import { confirmUnprovenNumber } from '../../../src/orders/reconciliation/unknown-outcomes/named-numbers.js';
import { resolvePost } from '../../../src/orders/reconciliation/unknown-outcomes/unknown-posts.js';
import { isRefusal, type Refusal } from '../../../src/orders/order/requests/refusal.js';
import type { SendRules } from '../../../src/orders/dispatch/send-gates.js';
import {
  applyLostClaim,
  applyReply,
  type Reply,
} from '../../../src/orders/dispatch/call-outcome.js';
import {
  after,
  aNewOrder,
  anAsking,
  anEdit,
  anExecution,
  aReply,
  aRequest,
  aState,
  at,
  matchedRecord,
  noon,
  QUIET_MS,
  SEARCH_RULES,
  GRACE_MS,
} from '../../support/builders.js';
import { sendOrDrop } from '../dispatch/send-facts.js';

/**
 * A random day of one order: instructions, claims, replies of every class at any time, records and
 * trades in any order. Applies the pure decisions as the store and the dispatcher do, and records
 * what tests assert on.
 */
export type Event =
  | { readonly does: 'edit'; readonly units: string | null; readonly price: string | null }
  | { readonly does: 'cancel' }
  | { readonly does: 'claim' }
  /** `plain`: the documented acknowledgement, to the last claim. */
  | {
      readonly does: 'reply';
      readonly plain: boolean;
      readonly reply: Partial<Reply>;
      readonly claim: number;
    }
  | { readonly does: 'lose' }
  | { readonly does: 'record'; readonly record: RecordEvidence; readonly age: number }
  | { readonly does: 'trade'; readonly rows: readonly ExecutionEvidence[] }
  | { readonly does: 'miss' }
  /** A search for an unknown post found nothing. */
  | { readonly does: 'search' };

const units = fc.constantFrom('40', '60', '80', '100', '120');
const word = fc.constantFrom('Posted', 'Open', 'Amended', 'Cancelled', 'Filled', 'Odd');
const replyClass = fc.constantFrom(
  ...(['Acknowledged', 'Acknowledged', 'Refused', 'Refused', 'Ambiguous', 'Ambiguous'] as const),
  ...(['KeyRefused', 'ScopeRefused', 'RateRefused', 'NotSent'] as const),
);

const anyReply: fc.Arbitrary<Partial<Reply>> = fc
  .record({
    class: replyClass,
    orderNumber: fc.constantFrom('700001', '700001', '700001', '700009', null),
    statusWord: fc.option(word, { nil: null, freq: 9 }),
    orderRef: fc.constantFrom(aReply().orderRef, aReply().orderRef, null, 'TBBBBBBBBBBBBBBBBBBB'),
    numberTaken: fc.constantFrom(false, false, false, true),
  })
  // A missing number is nobody's.
  .map((reply) => ({ ...reply, numberTaken: reply.numberTaken && reply.orderNumber !== null }));

export const anyRecord: fc.Arbitrary<RecordEvidence> = fc
  .record({
    units,
    part: fc.constantFrom(0, 0, 0, 20, 40, 60, 100),
    statusWord: word,
    source: fc.constantFrom(
      'OrderEnquiry' as const,
      'OrderEnquiry' as const,
      'BrokerList' as const,
    ),
    side: fc.constantFrom('BUY', 'BUY', 'BUY', 'BUY', 'BUY', 'SELL'),
    basePrice: fc.constantFrom(null, '12.5', '12.50', '13', '0'),
  })
  .map(({ units: all, part, ...rest }) =>
    matchedRecord(Math.min(part, Number(all)), { units: all, ...rest }),
  );

const anyTrades = fc.array(
  fc
    .record({
      matchingId: fc.nat({ max: 5 }),
      units: fc.constantFrom('10', '20', '40', '100'),
      side: fc.constantFrom('BUY' as const, 'BUY' as const, 'BUY' as const, 'SELL' as const),
    })
    .map(({ matchingId, ...row }) => anExecution({ matchingId: `M${matchingId}`, ...row })),
  { minLength: 1, maxLength: 3 },
);

const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const anyEvents: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ does: 'claim' as const }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant('reply' as const), plain: fc.boolean(), reply: anyReply, claim: fc.nat({ max: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('edit' as const), units: option(units), price: option(fc.constantFrom('12.5', '13')) }) },
    { weight: 1, arbitrary: fc.constant({ does: 'cancel' as const }) },
    { weight: 1, arbitrary: fc.constant({ does: 'lose' as const }) },
    { weight: 4, arbitrary: fc.record({ does: fc.constant('record' as const), record: anyRecord, age: fc.nat({ max: 30 }) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('trade' as const), rows: anyTrades }) },
    { weight: 1, arbitrary: fc.constantFrom({ does: 'miss' as const }, { does: 'search' as const }) },
  ),
  { maxLength: 30 },
); // prettier-ignore

/** Most days begin with an order that the exchange knows; otherwise hardly anything would happen. */
export interface AnyDay {
  readonly events: readonly Event[];
  readonly begins: 'New' | 'Open';
  readonly rules: SendRules;
  readonly basePriceIsLimit: boolean;
}

export const anyDay: fc.Arbitrary<AnyDay> = fc.record({
  events: anyEvents,
  begins: fc.constantFrom('New', 'Open', 'Open'),
  rules: fc.record({
    editUnitsMean: fc.constantFrom('unknown', 'total', 'remaining'),
    isNumberReassigned: fc.constant(false),
    lastEntry: fc.constant(100),
  }),
  basePriceIsLimit: fc.boolean(),
});

const DOCUMENTED_STATUS = { Post: 'Posted', Edit: 'Amended', Cancel: 'Cancelled' } as const;

/** Two rows with one key are one trade. */
export function keyOf(row: Pick<ExecutionEvidence, 'matchingId' | 'side'>): string {
  return `${row.matchingId}/${row.side}`;
}

export class Day {
  state: OrderState;
  readonly changes: OrderChange[] = [];
  readonly booked = new Map<string, ExecutionEvidence>();
  /** The last state of every request, closed ones included. */
  readonly requests = new Map<string, OrderRequest>();
  private readonly rules: SendRules;
  private readonly basePriceIsLimit: boolean;
  private readonly claims: OrderRequest[] = [];
  private seconds = 60;

  constructor({ begins, rules, basePriceIsLimit }: AnyDay) {
    this.rules = rules;
    this.basePriceIsLimit = basePriceIsLimit;
    this.state =
      begins === 'Open' ? aState() : aState({ order: aNewOrder(), requests: [aRequest()] });
    for (const request of this.state.requests) this.requests.set(request.id, request);
  }

  /** What the event changes; null when there is nothing to decide. */
  live(event: Event): OrderChange | null {
    this.seconds += 10;
    const decision = this.decide(event, at(this.seconds));
    if (decision === null || isRefusal(decision)) return null;
    this.changes.push(decision);
    for (const fill of decision.fills) this.booked.set(keyOf(fill), anExecution(fill));
    this.state = after(this.state, decision);
    for (const request of [...this.state.requests, ...decision.requests]) {
      this.requests.set(request.id, request);
    }
    return decision;
  }

  private decide(event: Event, now: Moment): OrderChange | Refusal | null {
    const { state, rules } = this;
    const requestId = `req_${this.seconds}`;
    const unknownPost = state.requests.find((r) => r.kind === 'Post' && r.state === 'Unknown');
    const sent = state.requests.find((request) => request.state === 'Sent');
    switch (event.does) {
      case 'edit': {
        const terms = {
          ...(event.units === null ? {} : { units: event.units }),
          ...(event.price === null ? {} : { price: event.price }),
        };
        const unitsMeanKnown = rules.editUnitsMean !== 'unknown';
        return decideEdit(state, anEdit({ ...terms, requestId, at: now, unitsMeanKnown }));
      }
      case 'cancel':
        return decideCancel(state, { ...anAsking({ requestId, at: now }), reason: null });
      case 'claim':
        return this.claim(now);
      case 'reply':
        return event.plain ? this.acknowledge(now) : this.reply(event.reply, event.claim, now);
      case 'lose':
        return sent === undefined ? null : applyLostClaim(state, sent, now, { quietMs: QUIET_MS });
      case 'record': {
        const record = { ...event.record, askedAt: noon(this.seconds - event.age) };
        if (unknownPost !== undefined)
          return confirmUnprovenNumber(state, unknownPost, record, now, {
            isOnlyCandidate: true,
            basePriceIsReference: false,
          });
        if (state.order.orderNumber === null) return null;
        const { basePriceIsLimit } = this;
        return applyRecord(state, record, now, { graceMs: GRACE_MS, basePriceIsLimit });
      }
      case 'trade': {
        const fresh = new Map(event.rows.map((row) => [keyOf(row), row]));
        const rows = [...fresh.values()].filter((row) => !this.booked.has(keyOf(row)));
        return state.order.orderNumber === null ? null : bookExecutions(state, rows, now);
      }
      case 'miss':
        return noteMissing(state, now, 'not on the list');
      case 'search':
        return unknownPost === undefined
          ? null
          : resolvePost(state, unknownPost, { kind: 'Nothing' }, now, SEARCH_RULES);
    }
  }

  /** As the dispatcher does: one request in flight; only a cancel may overtake an unknown edit or cancel. */
  private claim(now: Moment): OrderChange | null {
    const { order, requests } = this.state;
    const mayFollow = (next: OrderRequest, other: OrderRequest): boolean =>
      other.state === 'Queued' ||
      (other.state === 'Unknown' && other.kind !== 'Post' && next.kind === 'Cancel');
    const next = requests.find(
      (request) =>
        (request.state === 'Queued' || isResendCleared(request)) &&
        (request.kind === 'Post' || order.orderNumber !== null) &&
        requests.every((other) => other === request || mayFollow(request, other)),
    );
    if (next === undefined) return null;
    const sending = sendOrDrop({ state: this.state, request: next, at: now, rules: this.rules });
    if (sending.kind === 'Send') this.claims.push(sending.request);
    return sending.change;
  }

  private acknowledge(now: Moment): OrderChange | null {
    const kind = this.claims.at(-1)?.kind ?? 'Post';
    return this.reply({ statusWord: DOCUMENTED_STATUS[kind] }, 0, now);
  }

  /** The reply to one of the last claims, which may have ended long ago. */
  private reply(reply: Partial<Reply>, back: number, now: Moment): OrderChange | null {
    const claim = this.claims.at(-1 - back) ?? this.claims.at(-1);
    if (claim === undefined) return null;
    const held = this.requests.get(claim.id) ?? claim;
    return applyReply(this.state, held, claim.claimNumber, aReply(reply), now, {
      quietMs: QUIET_MS,
    });
  }
}
