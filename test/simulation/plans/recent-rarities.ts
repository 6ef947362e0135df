import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import type { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Plan } from './plan.js';

/**
 * What a day as it is drawn hardly ever brings, because several things have to meet. Each seed is
 * given one of these, likely enough to happen, in the weather and at the exchange it has anyway.
 */
export type Rarity = (usual: Plan, random: SeededRandom) => Partial<Plan>;

/** Thursday's close. */
export const CLOSE = Date.UTC(2026, 10, 19, 13, 30);

export const FRESH = { listLagMs: 0, tradesLagMs: 0, enquiryLagMs: 0, postDelayMs: 0 } as const;

/** For rules of later releases. Whoever adds one changes what the seeds of the others are. */
export const RECENT_RARITIES: readonly Rarity[] = [
  tradesOfNobody,
  filledAndTakenBack,
  cancelledByAReplacedNumber,
  lostAndEnteredElsewhere,
  emptyTheDayAfter,
];

/** Trades are shown under numbers of their own, and no record shows how much of an order is matched. */
function tradesOfNobody(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...FRESH,
      tradeOrderNumbers: random.pick(['child', 'child-while-open-too'] as const),
      enquiryQuantities: 'missing',
      tradeMatchingIdMissing: 'no',
      tradeVolumeIs: 'trade',
    },
    orders: Math.min(usual.orders, 10),
    fills: 1,
    edits: 0,
    cancels: 0,
    outsiders: 0,
    marketIsOn: false,
  };
}

/** Posts are lost, and another desk enters for the same client what differs from them in units or limit alone. */
function lostAndEnteredElsewhere(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    workload: random.pick(['plain', 'twins'] as const),
    parameters: {
      ...usual.parameters,
      ...FRESH,
      takenPostReply: 'acknowledged',
      orderNumbersInUse: 'passed-over',
      listCap: 'none',
      shareholderListHolds: 'same',
      shareholderListLagMs: 0,
      tradesAllHoldsRestingRows: 'yes',
      restingRowPrice: 'limit',
      restingRowVolume: 'zero',
    },
    environment: { ...usual.environment, EXCHANGE_TIMEOUT_MS: '2000', EXCHANGE_QUIET_MS: '2000' },
    wayMs: 40,
    slowShare: 0,
    warmUpMs: 20_000,
    orders: Math.min(usual.orders, 10),
    busyMs: 60_000,
    postsLost: 0.4,
    lostAreLikeOthers: true,
    fills: 0,
    edits: 0,
    cancels: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    kills: [],
    restarts: 0,
  };
}

/** Edits are lost, and another desk enters the order as edited, beside ours, which it cancels a while later. */
export function editLostAndEnteredElsewhere(usual: Plan, random: SeededRandom): Partial<Plan> {
  const lost = lostAndEnteredElsewhere(usual, random);
  return {
    ...lost,
    workload: 'plain',
    parameters: {
      ...lost.parameters,
      editKeepsOrderNumber: random.pick(['yes', 'no'] as const),
      replacedRecord: 'ends',
      closedOrderEnquiry: 'record',
      statusWords: random.pick(['plain', 'documented', 'upper'] as const),
    },
    environment: { ...lost.environment, RECONCILE_INTERVAL_MS: '6000' },
    orders: Math.min(usual.orders, 6),
    postsLost: 0,
    editsLost: 0.6,
    edits: 1,
  };
}

/** Trades of the last minutes of a day that cannot be booked, and the next day nothing is shown of that day any more. */
function emptyTheDayAfter(usual: Plan, random: SeededRandom): Partial<Plan> {
  const traded = tradesOfNobody(usual, random);
  return {
    ...traded,
    parameters: {
      ...traded.parameters,
      postAckStatus: 'Posted',
      echoOrderRef: 'yes',
      postSuccess: 'boolean',
      doneSuccess: 'true',
      emptyTradesReply: 'empty',
      dayOrdersAtClose: 'expired',
      // Words that nobody has explained have breaks of their own.
      statusWords: 'plain',
      recordSides: 'upper',
      closedOrderEnquiry: 'unknown',
      listsHoldClosedOrders: 'no',
    },
    workload: 'day end',
    session: '10:00-14:30',
    startAt: CLOSE - 120_000,
    busyMs: 90_000,
    emptyTheDayAfter: true,
    fills: 0,
    // What may be of a post that is looked for waits for its search.
    faults: {},
    wayMs: 40,
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}

/** The exchange takes trades back and lets their orders work again, and the day's trades go on to show them. */
function filledAndTakenBack(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...FRESH,
      enquiryQuantities: 'missing',
      statusWords: random.pick(['plain', 'documented', 'upper'] as const),
      tradesAllHoldsRestingRows: 'no',
      tradeMatchingIdMissing: 'no',
      tradeVolumeIs: 'trade',
      tradePendingMeans: 'after-trade',
    },
    orders: Math.min(usual.orders, 10),
    busyMs: 70_000,
    filledThenTakenBack: 8,
    fills: 0,
    edits: 0,
    cancels: 0,
    outsiders: 0,
    marketIsOn: false,
  };
}

/**
 * Edits give orders new numbers without saying so, cancels of the old ones are answered in the word for what was
 * cancelled, and an ended record counts only what was executed.
 */
function cancelledByAReplacedNumber(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...FRESH,
      editKeepsOrderNumber: 'no',
      newNumberShown: 'no',
      editTakesEffect: 'yes',
      replacedWord: 'as-cancelled',
      notWorkingReply: 'success-other-status',
      closedOrderEnquiry: 'record',
      quantityMeans: 'executed-once-over',
      statusWords: 'plain',
      basePriceShown: random.pick(PARAMETER_TABLE.basePriceShown.values),
    },
    environment: { ...usual.environment, RECONCILE_INTERVAL_MS: '12000' },
    wayMs: 40,
    orders: Math.min(usual.orders, 10),
    editedThenCancelled: 10,
    edits: 0,
    cancels: 0,
    fills: 0,
    outsiders: 0,
    marketIsOn: false,
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}
