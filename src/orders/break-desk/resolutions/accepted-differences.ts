import { Injectable } from '@nestjs/common';
import { Config } from '../../../infra/config/config.js';
import { grouped } from '../../../infra/decimal.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { BreakRow } from '../../breaks/break.entity.js';
import type { Decision, Resolution } from '../../breaks/resolution.js';
import { SightingRegister } from '../../order-numbers/sighting-register.js';
import type { StoredOrder } from '../../order/order-store.js';
import { isDayOrder, type Order } from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import { unfitResolution, type Refusal } from '../../order/requests/refusal.js';
import { acknowledgedNumberOf } from './adoption.js';
import { namedNumbers, numbersIn } from '../candidates/find-candidates.js';
import {
  acceptedBy,
  knownBy,
  knownNumbers,
  type KnownWithBreaks,
} from '../candidates/known-numbers.js';
import { needsSecondPerson } from './manual-resolution.js';
import {
  differencesOf,
  fitOf,
  neverChanges,
  type NumberFit,
  type SentAs,
} from '../candidates/number-fit.js';

/** What in the request of a resolution says which number the order gets. */
const FIELD_OF_NUMBER: Partial<Record<Resolution, string>> = {
  link: 'orderId',
  'link-number': 'orderNumber',
};

/** What whoever decides says although something speaks against it. */
const SAYS: Partial<Record<Resolution, string>> = {
  accept: "it is another desk's order",
  close: "it is another desk's order",
  'not-at-exchange': 'it is not at the exchange',
};

export interface Against {
  /** Nobody can decide it. */
  readonly refused: boolean;
  /** For people; each of them has to be accepted. */
  readonly differences: readonly string[];
}

interface Decided {
  readonly row: BreakRow;
  readonly state: StoredOrder | null;
}

const NOTHING: Against = { refused: false, differences: [] };

/** What is known here that speaks against a decision on whose a number is: its proposer has to accept it. */
@Injectable()
export class AcceptedDifferences {
  constructor(
    private readonly sightings: SightingRegister,
    private readonly config: Config,
  ) {}

  async of(unit: Unit, { row, state }: Decided, decision: Decision): Promise<Against> {
    if (row.orderId === null && leavesAlone(row, decision)) {
      return { refused: false, differences: await mayBeOurs(unit, row) };
    }
    if (state === null) return NOTHING;
    const givenUp = givenUpBy(row, decision, state);
    if (decision.resolution === 'not-at-exchange') {
      return { refused: false, differences: [...givenUp, ...(await this.fitting(unit, state))] };
    }
    const { refused, differences } = await this.ofNumber(unit, decision, asPosted(state));
    return { refused, differences: [...givenUp, ...differences] };
  }

  /** Null where nothing speaks against it, or the decision accepts what does. */
  async refuse(unit: Unit, of: Decided, decision: Decision): Promise<Refusal | null> {
    const { refused, differences } = await this.of(unit, of, decision);
    const accepted = new Set(decision.differences);
    const others = differences.filter((one) => !accepted.has(one));
    if (!refused && others.length === 0) return null;
    const field = FIELD_OF_NUMBER[decision.resolution] ?? 'resolution';
    if (refused) return unfitResolution(`cannot be the order: ${differences.join('; ')}`, field);
    const says = SAYS[decision.resolution] ?? 'it is the order';
    return unfitResolution(
      `${others.join('; ')}: say so if ${says} all the same`,
      'acceptDifferences',
    );
  }

  /** What is known here of the number that the decision gives the order. */
  private async ofNumber(unit: Unit, decision: Decision, state: StoredOrder): Promise<Against> {
    const { order, requests } = state;
    const number = numberGiven(decision, state);
    const numbers = number === null ? [] : [number];
    const { brokerCode } = this.config;
    const [known] = await knownNumbers(unit, brokerCode, numbers, order.tradingDate);
    if (known === undefined) return NOTHING;
    // An order that has a number may have got another one at any time since, unless people give up its first.
    const isFirst = order.orderNumber === null || acknowledgedPostIn(state) !== undefined;
    const post = isFirst ? requests.find(({ kind }) => kind === 'Post') : undefined;
    const sent = await this.sentAs(post);
    const fit = fitOf(order, known, sent);
    const refused = isRuledOut(order, known, fit);
    const by = acceptedBy(known);
    const accepted =
      by === null ? [] : [`${known.orderNumber} was accepted as an order of another desk by ${by}`];
    // An edit that took effect has changed units and price.
    const isEdited = decision.resolution === 'took-effect' && !refused;
    const told = isEdited ? { ...fit, differs: neverChanges(fit.differs) } : fit;
    return { refused, differences: [...differencesOf(order, known, told), ...accepted] };
  }

  /** The numbers that the last search has named, without those that cannot be it or that people have given away. */
  private async fitting(unit: Unit, { order, requests }: StoredOrder): Promise<readonly string[]> {
    const post = requests.find(({ kind, state }) => kind === 'Post' && state === 'Unknown');
    const numbers = numbersIn(post?.candidates ?? null);
    const { brokerCode } = this.config;
    const known = await knownNumbers(unit, brokerCode, numbers, order.tradingDate);
    const sent = await this.sentAs(post);
    return known.flatMap((one) => {
      const fit = fitOf(order, one, sent);
      if (isRuledOut(order, one, fit) || acceptedBy(one) !== null) return [];
      const how = fit.differs.length === 0 ? 'fits it' : 'may be it';
      return [`${one.orderNumber} ${how}, by its last search`];
    });
  }

  private async sentAs(post: OrderRequest | undefined): Promise<SentAs | null> {
    if (post?.firstSentAt == null) return null;
    const { firstSentAt: sentAt, sentEntry } = post;
    return { sentAt, sentEntry, isOfThisProcess: await this.sightings.isOfThisProcess(sentEntry) };
  }
}

/**
 * Whether nobody can give the number to the order. A day order ends with its day, and the exchange may give its number to
 * another one on a later day: what was first shown then rules nothing out.
 */
function isRuledOut(order: Order, known: KnownWithBreaks, { differs }: NumberFit): boolean {
  if (neverChanges(differs).length === 0) return false;
  if (!isDayOrder(order)) return true;
  const ofItsDay = fitOf(order, knownBy(order.tradingDate, known), null);
  return neverChanges(ofItsDay.differs).length > 0;
}

/** The inferred number that the decision takes from the order, with what was booked under it. */
function givenUpBy(
  { type }: BreakRow,
  { resolution }: Decision,
  { order }: StoredOrder,
): readonly string[] {
  const { numberGrade, orderNumber, filledUnits } = order;
  const isGivenUp = resolution === 'not-at-exchange' || resolution === 'link-number';
  if (type !== 'PostUnconfirmed' || !isGivenUp) return [];
  if (numberGrade !== 'Inferred' || orderNumber === null) return [];
  const booked =
    filledUnits === '0' ? '' : `, and ${grouped(filledUnits)} units executed under it are reversed`;
  return [`${orderNumber} fits it and is given up${booked}`];
}

function acknowledgedPostIn({ requests }: StoredOrder): OrderRequest | undefined {
  return requests.find(({ kind, state }) => kind === 'Post' && state === 'Acknowledged');
}

/** What was shown under an inferred number may have changed the units; another number is compared with those sent. */
function asPosted(state: StoredOrder): StoredOrder {
  const post = acknowledgedPostIn(state);
  if (post === undefined) return state;
  const { units, price } = state.order;
  const sent = { units: post.units ?? units, price: post.price ?? price };
  return { ...state, order: { ...state.order, ...sent } };
}

/** Two people say that the order at the exchange is nothing of ours. */
function leavesAlone({ severity }: BreakRow, decision: Decision): boolean {
  const { resolution } = decision;
  if (resolution === 'close') return needsSecondPerson(severity, decision);
  return resolution === 'accept';
}

async function mayBeOurs(unit: Unit, { orderNumber }: BreakRow): Promise<readonly string[]> {
  if (orderNumber === null) return [];
  const ours = (await namedNumbers(unit)).ofNumber.get(orderNumber) ?? [];
  return ours.map((id) => `${orderNumber} may be our order ${id}, whose outcome is unknown`);
}

/** Null: the decision gives the order no number. */
function numberGiven(decision: Decision, state: StoredOrder): string | null {
  const { resolution, orderNumber } = decision;
  if (resolution === 'link-number' || resolution === 'link') return orderNumber;
  return acknowledgedNumberOf(decision, state);
}
