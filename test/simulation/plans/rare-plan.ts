import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { Plan } from './plan.js';
import {
  CLOSE,
  editLostAndEnteredElsewhere,
  FRESH,
  RECENT_RARITIES,
  type Rarity,
} from './recent-rarities.js';
import { scaled } from '../world/wire-faults.js';

const RARITIES: readonly Rarity[] = [
  hiddenPosts,
  postsLostAgainAndAgain,
  changedThenCancelled,
  heldOverNight,
  filledAndGone,
  fullMinute,
  acknowledgedNotDone,
  numberAfterNumber,
  replacedAndCancelled,
];

/** Drawn by themselves: the seeds from before that have none of them are what they were. */
const LATER_RARITIES: readonly Rarity[] = [
  seenAndFilled,
  changedAndCancelledLater,
  leftUnderANewNumber,
  editedNotDone,
  refusedAndEdited,
  cancelledByTheOldNumber,
];

/** What the rows of trades may be besides; drawn by themselves too. */
const ODD_ROWS: readonly Rarity[] = [copiedRows, rowsWithoutIds];

/** Likewise. */
const LATEST_RARITIES: readonly Rarity[] = [takenLate, editedBlindly];

/** Sources that go on to contradict each other, and terms that are not what was asked for. */
const CONTRADICTIONS: readonly Rarity[] = [
  staleEnquiries,
  staleLists,
  halfEdits,
  roundedPrices,
  pricesSetElsewhere,
  numbersOfOtherBrokers,
];

export function rarePlan(usual: Plan): Plan {
  const random = new SeededRandom(`rare/${usual.seed}`);
  const later = new SeededRandom(`rarer/${usual.seed}`);
  const calmer: Plan = {
    ...usual,
    workload: 'plain',
    orders: Math.min(usual.orders, 18),
    busyMs: Math.min(usual.busyMs, 70_000),
    tickFactor: 4,
    startAt: usual.startAt,
    session: 'always',
    outages: 0,
    faults: scaled(usual.faults, 0.3),
  };
  const sources = new SeededRandom(`rare sources/${usual.seed}`);
  if (sources.chance(0.12)) return { ...calmer, ...sources.pick(CONTRADICTIONS)(calmer, sources) };
  const odd = new SeededRandom(`rarer rows/${usual.seed}`);
  if (odd.chance(0.08)) return { ...calmer, ...odd.pick(ODD_ROWS)(calmer, odd) };
  const latest = new SeededRandom(`rarest/${usual.seed}`);
  if (latest.chance(0.08)) return { ...calmer, ...latest.pick(LATEST_RARITIES)(calmer, latest) };
  const silent = new SeededRandom(`rarest edits/${usual.seed}`);
  if (silent.chance(0.05)) return { ...calmer, ...editedSilently(calmer, silent) };
  const numbers = new SeededRandom(`rarest numbers/${usual.seed}`);
  if (numbers.chance(0.04)) return { ...calmer, ...tradesUnderOtherNumbers(calmer) };
  const edited = new SeededRandom(`likened edits/${usual.seed}`);
  if (edited.chance(0.02)) return { ...calmer, ...editLostAndEnteredElsewhere(calmer, edited) };
  const newest = new SeededRandom(`newest rarities/${usual.seed}`);
  if (newest.chance(0.05)) return { ...calmer, ...newest.pick(RECENT_RARITIES)(calmer, newest) };
  if (later.chance(0.4)) return { ...calmer, ...later.pick(LATER_RARITIES)(calmer, later) };
  return { ...calmer, ...random.pick(RARITIES)(calmer, random) };
}

/** No list shows what arrived, repeats are refused at the door, and dealers cancel meanwhile. */
function hiddenPosts(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      // An empty list that lies makes two orders of one where nothing finds a duplicate.
      duplicateCheck: 'on',
      tradesAllHoldsRestingRows: 'no',
    },
    environment: { ...usual.environment, EXCHANGE_TIMEOUT_MS: '2000', EXCHANGE_QUIET_MS: '2000' },
    wayMs: 40,
    busyMs: 90_000,
    listsAwayMs: random.between(60, 90) * 1_000,
    listsAre: 'empty',
    marketIsOn: false,
    fills: 0,
    edits: 0,
    cancels: 0.9,
  };
}

function postsLostAgainAndAgain(usual: Plan): Partial<Plan> {
  return {
    environment: { ...usual.environment, EXCHANGE_TIMEOUT_MS: '2000', EXCHANGE_QUIET_MS: '2000' },
    wayMs: 40,
    orders: Math.min(usual.orders, 8),
    busyMs: 270_000,
    postsLost: 0.9,
    cancels: 0,
    faults: {},
  };
}

/** Nothing shows the change but the enquiry that follows the cancel. */
function changedThenCancelled(usual: Plan): Partial<Plan> {
  return {
    parameters: { ...usual.parameters, closedOrderEnquiry: 'record' },
    changedBeforeCancel: Math.max(3, Math.round(usual.orders / 2)),
  };
}

/** Orders that were accepted late in the day, and could not be sent before it was over. */
function heldOverNight(_usual: Plan, random: SeededRandom): Partial<Plan> {
  const untilClose = random.between(30, 90) * 1_000;
  return {
    workload: 'day end',
    session: '10:00-14:30',
    startAt: CLOSE - untilClose,
    busyMs: untilClose + random.between(5, 30) * 1_000,
    keyEndsAfterMs: Math.round(untilClose * random.next() * 0.7),
  };
}

/** Filled orders leave the lists, nothing answers for them, and their trades come late. */
function filledAndGone(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      closedOrderEnquiry: 'unknown',
      listsHoldClosedOrders: 'no',
      tradesLagMs: random.pick([0, 8_000, 20_000]),
    },
    fills: 1,
    cancels: 0,
  };
}

/** More is to be sent than the minute holds, and the exchange or we lose sight of what it has counted. */
function fullMinute(usual: Plan, random: SeededRandom): Partial<Plan> {
  const isFrozen = random.chance(0.5);
  const kill = { point: 'after a send', passes: random.between(40, 90), downMs: 1_000 } as const;
  const orders = random.between(240, 300);
  const freezes = isFrozen
    ? [{ afterMs: random.between(5, 200) * 100, ms: random.between(10, 23) * 1_000 }]
    : [];
  const wallAtStartMs = isFrozen ? 0 : random.between(60, 300) * 1_000;
  // The exchange counts a call when it arrives, which may be seconds after it was sent.
  const isSlow = random.chance(0.5);
  return {
    workload: 'burst',
    orders,
    busyMs: 110_000,
    environment: {
      ...usual.environment,
      EXCHANGE_TIMEOUT_MS: '5000',
      EXCHANGE_QUIET_MS: '20000',
    },
    faults: {},
    wayMs: 40,
    slowShare: isSlow ? 0.3 : 0,
    slowMs: 40_000,
    kills: isFrozen || isSlow ? [] : [kill],
    restarts: 0,
    wallSteps: 0,
    freezes,
    wallAtStartMs,
  };
}

/** A cancel is acknowledged and comes to nothing, and the desk has hardly anything else to look at. */
function acknowledgedNotDone(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: { ...usual.parameters, cancelTakesEffect: 'not-always' },
    orders: random.between(1, 2),
    busyMs: 60_000,
    marketIsOn: false,
    cancels: 3,
    edits: 0,
    fills: 0,
    outsiders: 0,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
    wallSteps: 0,
  };
}

/** Orders that are filled in part go on under new numbers, with what is left of them. */
function numberAfterNumber(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editKeepsOrderNumber: 'no',
      partFilledEdit: 'allow',
      quantityMeans: random.pick(PARAMETER_TABLE.quantityMeans.values),
      replacedQuantities: random.pick(PARAMETER_TABLE.replacedQuantities.values),
    },
    environment: {
      ...usual.environment,
      EDIT_UNITS_MEAN: usual.parameters.editUnitsMean ?? 'total',
    },
    orders: Math.min(usual.orders, 8),
    edits: 2,
    fills: 1.5,
    cancels: 0.2,
  };
}

/** Replies to edits that give new numbers are lost, and dealers cancel before anybody knows these. */
function replacedAndCancelled(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editKeepsOrderNumber: 'no',
      tradesAllHoldsRestingRows: 'yes',
    },
    orders: Math.min(usual.orders, 10),
    edits: 1,
    cancels: 1,
    fills: 0,
    faults: { lostReply: 0.15 },
  };
}

/** Orders of which no answer came are seen once, and have left the lists before anybody looks for them. */
function seenAndFilled(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      duplicateCheck: 'off',
      takenPostReply: 'acknowledged',
      listsHoldClosedOrders: 'no',
      listLagMs: 0,
      postDelayMs: 0,
      listCap: 'none',
      tradesLagMs: 60_000,
    },
    environment: {
      ...usual.environment,
      EXCHANGE_TIMEOUT_MS: '2000',
      EXCHANGE_QUIET_MS: '20000',
      RECONCILE_INTERVAL_MS: '6000',
    },
    wayMs: 40,
    slowShare: 0,
    busyMs: 90_000,
    postRepliesLost: 0.5,
    filledOnceSeen: true,
    listsAwayMs: 0,
    marketIsOn: false,
    fills: 0,
    edits: 0,
    cancels: 0,
    outsiders: 0,
    faults: {},
    kills: [],
    restarts: 0,
    freezes: [],
    wallSteps: 0,
    wallAtStartMs: 0,
  };
}

/** Between the enquiry that shows the change and the next list dealers cancel what was changed. */
function changedAndCancelledLater(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      quantityMeans: 'ordered',
      statusWords: 'plain',
      listLagMs: 0,
      enquiryLagMs: 0,
    },
    changedBeforeCancel: Math.max(6, usual.orders),
    cancelledWithinMs: 15_000,
    edits: 0,
    cancels: 0,
    fills: 0,
  };
}

/** What is left of an order goes on under a new number, and works there for a while. */
function leftUnderANewNumber(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editKeepsOrderNumber: 'no',
      partFilledEdit: 'allow',
      editUnitsMean: 'total',
      editTakesEffect: 'yes',
      replacedQuantities: random.pick(['left-out', 'left-out', 'counted'] as const),
    },
    environment: { ...usual.environment, EDIT_UNITS_MEAN: 'total' },
    orders: Math.min(usual.orders, 8),
    partFilledThenEdited: 12,
    marketIsOn: false,
    edits: 0,
    fills: 0,
    cancels: 0.2,
    outsiders: 0,
    faults: { lostReply: 0.02 },
    kills: [],
    restarts: 0,
  };
}

/** Edits are acknowledged and come to nothing, where records show the limit: that can be known. */
function editedNotDone(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editTakesEffect: 'not-always',
      basePriceMeans: 'current-limit',
      nullFields: 'none',
    },
    orders: Math.min(usual.orders, 8),
    edits: 1,
    cancels: 0,
    fills: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}

/** Changes of the price are made, and the exchange says no to them; nothing surely shows the limit. */
function refusedAndEdited(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      donePriceEdit: 'refused',
      editTakesEffect: 'yes',
      editKeepsOrderNumber: 'yes',
      restingRowPrice: random.pick(['zero', 'missing'] as const),
    },
    orders: Math.min(usual.orders, 10),
    edits: 1.5,
    cancels: 0,
    fills: 0.3,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}

/** A cancel meets an edit of which nobody knows that it has given the order another number. */
function cancelledByTheOldNumber(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editKeepsOrderNumber: 'no',
      editTakesEffect: 'yes',
      tradesAllHoldsRestingRows: 'yes',
      refusalTexts: 'clear',
      notWorkingReply: '409',
    },
    environment: { ...usual.environment, EXCHANGE_TIMEOUT_MS: '2000', EXCHANGE_QUIET_MS: '12000' },
    wayMs: 40,
    editRepliesLost: 0.7,
    editedThenCancelled: Math.min(usual.orders, 10),
    edits: 0,
    cancels: 0,
    fills: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}

/** Each trade stands in the rows again under a matching id of its own. */
function copiedRows(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      tradeCopies: 'under-another-id',
      tradePendingMeans: random.pick(PARAMETER_TABLE.tradePendingMeans.values),
      tradeVolumeIs: 'trade',
      tradeMatchingIdMissing: 'no',
      tradeRowsRepeatId: 'no',
      tradesLagMs: 0,
    },
    fills: 1,
    edits: 0,
    outsiders: 0,
  };
}

/** Posts whose answers are lost are booked long after, and until then a resend is no duplicate of them. */
function takenLate(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      duplicateCheck: 'on',
      duplicatesOf: 'booked',
      takenPostReply: 'acknowledged',
      orderNumbersInUse: 'passed-over',
      listLagMs: 0,
      tradesLagMs: 0,
      postDelayMs: 0,
    },
    environment: {
      ...usual.environment,
      EXCHANGE_TIMEOUT_MS: '2000',
      EXCHANGE_QUIET_MS: '2000',
      EXCHANGE_TAKES_LATE_MS: '60000',
    },
    wayMs: 40,
    orders: Math.min(usual.orders, 10),
    postRepliesLost: 0.6,
    takenLateMs: 57_000,
    busyMs: 70_000,
    listsAwayMs: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
    freezes: [],
    wallSteps: 0,
    wallAtStartMs: 0,
  };
}

/** Some or all trades have no matching id, and enquiries do not show how much is matched. */
function rowsWithoutIds(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      tradeMatchingIdMissing: random.pick(['yes', 'sometimes'] as const),
      enquiryQuantities: 'missing',
      tradeVolumeIs: 'trade',
    },
    fills: 1,
    edits: 0,
    outsiders: 0,
  };
}

/** Edits of the price are acknowledged and come to nothing, and no record has a price: only trades tell. */
function editedBlindly(usual: Plan): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editTakesEffect: 'not-always',
      basePriceShown: 'zero',
      editKeepsOrderNumber: 'yes',
      donePriceEdit: 'acknowledged',
      partFilledEdit: 'allow',
      tradesAllHoldsRestingRows: 'no',
    },
    environment: {
      ...usual.environment,
      EDIT_UNITS_MEAN: usual.parameters.editUnitsMean ?? 'total',
    },
    orders: Math.min(usual.orders, 10),
    editedThenFilled: 12,
    edits: 0,
    cancels: 0,
    fills: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    slowShare: 0,
    kills: [],
    restarts: 0,
  };
}

/** Posts without an answer are filled at once, and only trades show them, under numbers of their own. */
function tradesUnderOtherNumbers(usual: Plan): Partial<Plan> {
  return {
    knowsDuplicates: true,
    parameters: {
      ...usual.parameters,
      duplicateCheck: 'on',
      refusalTexts: 'clear',
      refusedPostBurnsRef: 'no',
      tradeOrderNumbers: 'child',
      tradesAllHoldsRestingRows: 'no',
      listsHoldClosedOrders: 'no',
      tradesLagMs: 0,
    },
    orders: Math.min(usual.orders, 10),
    postRepliesLost: 0.5,
    fills: 1,
    edits: 0,
    cancels: 0,
    outsiders: 0,
    marketIsOn: false,
    faults: {},
    kills: [],
    restarts: 0,
  };
}

/** Edits are acknowledged under the old number, and give the order a new one. */
function editedSilently(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      editKeepsOrderNumber: 'no',
      newNumberShown: 'no',
      editTakesEffect: 'yes',
      donePriceEdit: 'acknowledged',
      replacedWord: random.pick(PARAMETER_TABLE.replacedWord.values),
      listsHoldClosedOrders: random.pick(PARAMETER_TABLE.listsHoldClosedOrders.values),
    },
    orders: Math.min(usual.orders, 10),
    edits: 1,
    cancels: random.pick([0, 0.3]),
    fills: 0,
    marketIsOn: false,
    kills: [],
    restarts: 0,
  };
}

const SHOWN = {
  basePriceMeans: 'current-limit',
  basePriceShown: 'yes',
  nullFields: 'none',
} as const;

/** Enquiries of some orders show for ever what the order was when it came; lists have the truth. */
function staleEnquiries(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...FRESH,
      enquiryShows: 'at-times-as-it-came',
      listsHoldClosedOrders: 'yes',
      editKeepsOrderNumber: 'yes',
      statusWords: random.pick(['plain', 'documented', 'upper'] as const),
    },
    orders: Math.min(usual.orders, 10),
    busyMs: 70_000,
    fills: 0.5,
    cancels: 0.5,
    edits: 0.3,
    outsiders: 4,
  };
}

/** Lists show some orders for ever as they were when they came; enquiries have the truth. */
function staleLists(usual: Plan, random: SeededRandom): Partial<Plan> {
  const plan = staleEnquiries(usual, random);
  return {
    ...plan,
    parameters: {
      ...plan.parameters,
      enquiryShows: 'present',
      listShows: 'at-times-as-it-came',
      closedOrderEnquiry: 'record',
    },
  };
}

/** Of edits of units and price the exchange takes one. */
function halfEdits(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...SHOWN,
      editTakes: random.pick(['units', 'price'] as const),
      editTakesEffect: 'yes',
      donePriceEdit: 'acknowledged',
    },
    orders: Math.min(usual.orders, 10),
    edits: 1.5,
    cancels: 0.1,
    fills: 0.3,
    outsiders: 0,
    marketIsOn: false,
  };
}

/** Posts are booked at the nearest tick. */
function roundedPrices(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      ...SHOWN,
      postedPrice: 'rounded',
      editTakesEffect: 'yes',
      tradesAllHoldsRestingRows: random.pick(['yes', 'no'] as const),
    },
    orders: Math.min(usual.orders, 10),
    edits: random.pick([0, 0.5]),
    outsiders: 0,
    marketIsOn: false,
  };
}

function pricesSetElsewhere(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    ...roundedPrices(usual, random),
    parameters: { ...roundedPrices(usual, random).parameters, postedPrice: 'as-posted' },
    repriced: 5,
    edits: random.pick([0.5, 1]),
  };
}

/** An enquiry, and a cancel, reach another broker's order under the number of ours. */
function numbersOfOtherBrokers(usual: Plan, random: SeededRandom): Partial<Plan> {
  return {
    parameters: {
      ...usual.parameters,
      orderNumbersInUse: 'counted-by-broker',
      tradesHoldOtherBrokers: 'all',
      brokerListHoldsOtherCodes: 'no',
      otherBrokersOrders: 'reachable',
    },
    outsidersAreOthers: true,
    outsiders: random.between(2, 5),
    cancels: 0.3,
    fills: 0.3,
  };
}
