import {
  PARAMETER_TABLE,
  type ExchangeParameters,
  type ParameterName,
} from '../../../simulator/control/parameters.js';
import { PRESET_NAMES, PRESETS } from '../../../simulator/control/presets.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import { KILL_POINTS, type KillPlan } from '../life.js';
import type { Freeze, Load, Plan, Workload } from './plan.js';
import { pairPlan } from './pair-plan.js';
import { powerPlan } from './power-plan.js';
import { rarePlan } from './rare-plan.js';
import { weekPlan } from './week-plan.js';
import { WIRE_FAULTS, type WireFault } from '../world/wire-faults.js';

/** Friday, 20 November 2026, in the middle of the session in Lagos. */
const MIDDAY = Date.UTC(2026, 10, 20, 11);
/** Thursday, ten minutes before the close. */
const BEFORE_CLOSE = Date.UTC(2026, 10, 19, 13, 20);
/** Which seeds have a crowd: the five-hundredth, and then one in so many. */
const CROWD_EVERY = 5_000;
const FIRST_CROWD = 500;
/** How late a desk takes answers to be if it is told nothing. */
const TOLD_MS = 10_000;
/** Longer than a search waits by itself. */
const REFUSED_TAKEN_AFTER_MS = 45_000;
/** How often each is met: what costs much less often. */
const USUAL: readonly (readonly [Workload, number])[] = [
  ['plain', 0.6],
  ['twins', 0.26],
  ['living market', 0.11],
  ['burst', 0.015],
  ['day end', 0.015],
];

export function planOf(seed: number, load: Load, weeks: number): Plan {
  if (load === 'network') {
    const plan = networkPlan(seed);
    return { ...plan, ...listsOf(plan, load), ...minutesOf(plan, load) };
  }
  const plan = anyPlan(seed);
  if (load === 'week') return weekPlan(plan, weeks);
  const answered = { ...plan, ...answersOf(plan) };
  const doubted = withQuantities({ ...answered, ...acknowledgementsOf(answered) });
  if (load === 'rare') return withListsThatKnow(withRefusals(rarePlan(doubted)));
  const usual = anyDay(doubted, load);
  if (load === 'pair') return pairPlan(usual);
  return load === 'power' ? powerPlan(usual) : usual;
}

function anyDay(drawn: Plan, load: Load): Plan {
  const plan = { ...drawn, ...minutesOf(drawn, load) };
  if (plan.workload === 'burst' || plan.workload === 'crowd') return plan;
  const usual = {
    ...withNumbers(plan),
    ...listsOf(plan, load),
    ...postsOf(plan),
    ...rowsOf(withPrices(withNumbers(plan))),
  };
  return VARIATIONS.reduce((day, vary) => vary(day), usual);
}

/** What a day may be given besides, in this order: the last ones look at what the others have drawn. */
const VARIATIONS: readonly ((plan: Plan) => Plan)[] = [
  withRefusals,
  withDeniedChanges,
  withReplacedRecords,
  withReplacedNumbers,
  withPassedOnNumbers,
  withUnfilteredLists,
  withLatenessTold,
  withMorning,
];

/** Where the exchange says no to what it does, and shows it later than the desk is told, nobody could know. */
function withLatenessTold(plan: Plan): Plan {
  const {
    doneChangeReply, donePriceEdit, editDelayMs = 0, cancelDelayMs = 0,
    enquiryLagMs = 0, listLagMs = 0, tradesLagMs = 0,
  } = plan.parameters; // prettier-ignore
  if (doneChangeReply === undefined && donePriceEdit === undefined) return plan;
  const told = Number(plan.environment['EXCHANGE_ANSWERS_LATE_MS'] ?? TOLD_MS);
  const late =
    Math.max(editDelayMs, cancelDelayMs) + Math.max(enquiryLagMs, listLagMs, tradesLagMs);
  if (late <= told) return plan;
  const environment = { ...plan.environment, EXCHANGE_ANSWERS_LATE_MS: String(late) };
  return { ...plan, environment };
}

/** A day without anything to show is answered in words of its own; other brokers have rows that nobody can read. */
function answersOf({ seed, parameters }: Plan): Pick<Plan, 'parameters'> {
  const random = new SeededRandom(`answers/${seed}`);
  const { values } = PARAMETER_TABLE.emptyTradesReply;
  const emptyTradesReply = random.chance(0.2)
    ? random.pick<(typeof values)[number]>(values)
    : 'empty';
  const unreadableRows = random.chance(0.15) ? 'some' : 'none';
  return { parameters: { emptyTradesReply, unreadableRows, ...parameters } };
}

/** Records whose quantities mean something else, or cannot be read; drawn by itself. */
function rowsOf({ seed, parameters }: Plan): Pick<Plan, 'parameters'> {
  const random = new SeededRandom(`rows/${seed}`);
  const tradeVolumeIs = random.chance(0.1) ? 'order' : 'trade';
  const restingRowVolume = random.chance(0.1) ? 'order-units' : 'zero';
  const { values } = PARAMETER_TABLE.endedRecords;
  const endedRecords = random.chance(0.1) ? random.pick<(typeof values)[number]>(values) : 'plain';
  const spelling = new SeededRandom(`codes/${seed}`);
  const recordCodes = spelling.chance(0.1)
    ? spelling.pick(['lower', 'padded'] as const)
    : 'as-posted';
  const cancelledPending = new SeededRandom(`left/${seed}`).chance(0.08) ? 'left' : 'zero';
  const zeros = new SeededRandom(`zeros/${seed}`);
  const zeroQuantities = zeros.chance(0.08)
    ? zeros.pick(PARAMETER_TABLE.zeroQuantities.values)
    : 'zero';
  const enquiryAnswers = new SeededRandom(`answer/${seed}`).chance(0.05) ? 'list' : 'record';
  const restingRowQuantities = zeros.chance(0.05) ? 'null' : 'shown';
  const drawn: Plan['parameters'] = {
    tradeVolumeIs, restingRowVolume, endedRecords, cancelledPending, recordCodes,
    zeroQuantities, restingRowQuantities, enquiryAnswers, ...parameters,
  }; // prettier-ignore
  // Only where both count the whole order does its last row look like a trade of all of it.
  const sums = drawn.tradeVolumeIs === 'order' && new SeededRandom(`sums/${seed}`).chance(0.5);
  return { parameters: sums ? { ...drawn, tradeVolumeMeans: 'cumulative' } : drawn };
}

/** An exchange that says no to a change of the price, and makes it; where it keeps its numbers. */
function withPrices(plan: Plan): Plan {
  const random = new SeededRandom(`prices/${plan.seed}`);
  if (plan.parameters.editKeepsOrderNumber === 'no' || !random.chance(0.15)) return plan;
  const restingRowPrice = random.pick(PARAMETER_TABLE.restingRowPrice.values);
  const parameters = { ...plan.parameters, donePriceEdit: 'refused', restingRowPrice } as const;
  return { ...plan, parameters, edits: Math.max(plan.edits, 0.5) };
}

/**
 * The exchange says no to some of what it takes, and the list of an account is not what the broker's list
 * is. Where all lists are empty and lie, or trades come later than the desk is told, nobody could know.
 */
function withRefusals(plan: Plan): Plan {
  const random = new SeededRandom(`refusals/${plan.seed}`);
  // An order that was refused, and whose number was given to another: nothing shows it any more.
  const { orderNumbersInUse = 'passed-over' } = plan.parameters;
  const isHidden = orderNumbersInUse !== 'passed-over';
  // What another desk enters like a lost post is told from it by the trades' rows alone, which lags may leave out.
  const isLikened = plan.lostAreLikeOthers;
  const refuses = random.chance(0.15) && plan.listsAre !== 'empty' && !isHidden && !isLikened;
  const lists = random.pick([
    {},
    { shareholderListHolds: 'nothing' },
    { shareholderListLagMs: 60_000 },
  ] as const);
  if (!refuses) return plan;
  const shown = withLags(plan);
  const { tradesLagMs = 0, listLagMs = 0, postDelayMs = 0 } = shown.parameters;
  const late = Math.max(TOLD_MS, tradesLagMs + postDelayMs, listLagMs + postDelayMs);
  return withLateRefusals({
    ...shown,
    parameters: { ...shown.parameters, ...lists, takenPostReply: 'sometimes-refused' },
    environment: { ...shown.environment, EXCHANGE_ANSWERS_LATE_MS: String(late) },
  });
}

/** What was refused is booked later than answers may be old, as late as the desk is told. */
function withLateRefusals(plan: Plan): Plan {
  if (!new SeededRandom(`late refusals/${plan.seed}`).chance(0.3)) return plan;
  const { EXCHANGE_TIMEOUT_MS: timeoutMs } = plan.environment;
  const late = REFUSED_TAKEN_AFTER_MS + Number(timeoutMs);
  return {
    ...plan,
    parameters: { ...plan.parameters, refusedTakenAfterMs: REFUSED_TAKEN_AFTER_MS },
    environment: { ...plan.environment, EXCHANGE_TAKES_LATE_MS: String(late) },
  };
}

/** The exchange says no to some of the edits and cancels that it does, and its records show them late. */
function withDeniedChanges(plan: Plan): Plan {
  const random = new SeededRandom(`denied/${plan.seed}`);
  if (!random.chance(0.1)) return plan;
  const { enquiryLagMs = 0 } = plan.parameters;
  const late = random.pick([0, 4_000, 8_000]);
  return {
    ...plan,
    parameters: {
      ...plan.parameters,
      doneChangeReply: random.pick(['sometimes-refused', 'refused']),
      enquiryLagMs: Math.max(enquiryLagMs, late),
    },
    edits: Math.max(plan.edits, 0.4),
    cancels: Math.max(plan.cancels, 0.6),
  };
}

/** Edits give new numbers, their answers are lost, and the records of the old numbers stay as they were. */
function withReplacedRecords(plan: Plan): Plan {
  const random = new SeededRandom(`replaced records/${plan.seed}`);
  const { orderNumbersInUse = 'passed-over' } = plan.parameters;
  if (!random.chance(0.08) || orderNumbersInUse !== 'passed-over') return plan;
  const replacedRecord = random.pick(['as-it-was', 'in-enquiries'] as const);
  const editTakes = random.pick(['both', 'both', 'units', 'price'] as const);
  return {
    ...plan,
    parameters: { ...plan.parameters, editKeepsOrderNumber: 'no', replacedRecord, editTakes },
    edits: Math.max(plan.edits, 0.5),
    editRepliesLost: Math.max(plan.editRepliesLost, 0.3),
  };
}

/** Edits give new numbers, their answers are lost, and another desk is given the old numbers. */
function withReplacedNumbers(plan: Plan): Plan {
  const random = new SeededRandom(`replaced numbers/${plan.seed}`);
  const { orderNumbersInUse = 'passed-over', replacedRecord = 'ends' } = plan.parameters;
  if (!random.chance(0.03) || orderNumbersInUse !== 'passed-over' || replacedRecord !== 'ends')
    return plan;
  const names = {
    editKeepsOrderNumber: 'no',
    orderNumbersInUse: 'given-again-when-replaced',
  } as const;
  return {
    ...plan,
    parameters: { ...plan.parameters, ...names },
    edits: Math.max(plan.edits, 0.5),
    editRepliesLost: Math.max(plan.editRepliesLost, 0.3),
    outsiders: Math.max(plan.outsiders, 3),
  };
}

/** Orders end part-filled, and another desk's next orders for the same client, with the same terms, are given their numbers. */
function withPassedOnNumbers(plan: Plan): Plan {
  const random = new SeededRandom(`passed on/${plan.seed}`);
  const { orderNumbersInUse = 'passed-over', replacedRecord = 'ends' } = plan.parameters;
  if (!random.chance(0.03) || orderNumbersInUse !== 'passed-over' || replacedRecord !== 'ends')
    return plan;
  const parameters = { ...plan.parameters, orderNumbersInUse: 'given-again-when-ended' } as const;
  return { ...plan, parameters, passedOn: random.between(1, 3) };
}

/** The list of an account has the orders of all accounts. */
function withUnfilteredLists(plan: Plan): Plan {
  if (!new SeededRandom(`unfiltered/${plan.seed}`).chance(0.06)) return plan;
  return { ...plan, parameters: { ...plan.parameters, shareholderListFilter: 'ignored' } };
}

/** Nobody could know of what was taken and refused where all lists are empty and lie. */
function withListsThatKnow(plan: Plan): Plan {
  const { takenPostReply = 'acknowledged' } = plan.parameters;
  return takenPostReply === 'acknowledged' ? plan : { ...plan, listsAre: 'away' };
}

/** Nothing may show what was taken until after the first search for it; or the broker's list alone. */
function withLags(plan: Plan): Plan {
  const random = new SeededRandom(`lateness/${plan.seed}`);
  const lags = random.chance(0.4) ? { listLagMs: 15_000, tradesLagMs: 15_000 } : {};
  const rows = random.chance(0.5) ? ({ tradesAllHoldsRestingRows: 'no' } as const) : {};
  const quiet = 'listLagMs' in lags ? { EXCHANGE_QUIET_MS: '2000' } : {};
  return {
    ...plan,
    parameters: { ...plan.parameters, ...lags, ...rows },
    environment: { ...plan.environment, ...quiet },
  };
}

/**
 * Nothing could tell such an order from ours where a list may hide it: so on these days no list lies,
 * is cut off or lags.
 */
function withMorning(plan: Plan): Plan {
  const random = new SeededRandom(`morning/${plan.seed}`);
  const { listLagMs = 0, tradesLagMs = 0 } = plan.parameters;
  const lags = listLagMs + tradesLagMs > 0;
  if (plan.workload !== 'twins' || lags || !random.chance(0.5)) return plan;
  const honest = Object.entries(plan.faults).filter(([fault]) => !fault.endsWith('List'));
  const faults = Object.fromEntries(honest);
  return { ...plan, morning: true, faults, listsAre: 'away' };
}

const BARE = { echoOrderRef: 'no' } as const;

/** Posts and edits that are acknowledged under the number of another desk's order, and numbers of working orders given to others. */
function withNumbers(plan: Plan): Plan {
  const random = new SeededRandom(`numbers/${plan.seed}`);
  if (new SeededRandom(`in use/${plan.seed}`).chance(0.08)) {
    const parameters = { ...plan.parameters, orderNumbersInUse: 'given-again' } as const;
    return { ...plan, parameters, outsiders: Math.max(plan.outsiders, 3) };
  }
  if (new SeededRandom(`post numbers/${plan.seed}`).chance(0.04)) {
    const names = { postAckNumber: 'anothers' } as const;
    // Then nothing but its terms says whose the number is.
    const isBare = new SeededRandom(`echo/${plan.seed}`).chance(0.3);
    const parameters = { ...plan.parameters, ...names, ...(isBare ? BARE : {}) };
    return { ...plan, parameters, outsiders: Math.max(plan.outsiders, 3) };
  }
  if (!random.chance(0.1)) return plan;
  const parameters = { ...plan.parameters, editAckNumber: 'anothers' } as const;
  return { ...plan, parameters, outsiders: Math.max(plan.outsiders, 3) };
}

/** Long enough for a post to be lost more often than it may be sent. */
function postsOf({ seed, busyMs }: Plan): Pick<Plan, 'postsLost' | 'busyMs'> {
  const random = new SeededRandom(`posts/${seed}`);
  return random.chance(0.02) ? { postsLost: 0.85, busyMs: 270_000 } : { postsLost: 0, busyMs };
}

/**
 * Times at which the exchange reads nothing, and a wall clock that is wrong when a process starts. Longer than
 * our deadline, or each call would still have its answer.
 */
function minutesOf(
  { seed, workload, environment, busyMs }: Plan,
  load: Load,
): Pick<Plan, 'freezes' | 'wallAtStartMs'> {
  const random = new SeededRandom(`minutes/${seed}`);
  const timeoutMs = Number(environment['EXCHANGE_TIMEOUT_MS']);
  const quietMs = Number(environment['EXCHANGE_QUIET_MS']);
  const freeze = (): Freeze => ({
    afterMs: Math.round(random.next() * busyMs),
    ms: timeoutMs + random.between(0, quietMs),
  });
  const isFrozen = random.chance(workload === 'burst' ? 0.6 : 0.1);
  const isAhead = load === 'anything' && workload !== 'day end' && random.chance(0.15);
  return {
    freezes: isFrozen ? Array.from({ length: random.between(1, 2) }, freeze) : [],
    wallAtStartMs: isAhead ? random.between(-120, 300) * 1_000 : 0,
  };
}

/** What quantities count is left open; chains of numbers need edits of what was filled in part. */
function withQuantities(plan: Plan): Plan {
  const random = new SeededRandom(`quantities/${plan.seed}`);
  const quantityMeans = random.pick([
    'ordered',
    'ordered',
    'ordered',
    'remaining',
    'executed-once-over',
  ] as const);
  const replacedQuantities = random.pick(['left-out', 'left-out', 'counted'] as const);
  const replacedWord = random.pick(PARAMETER_TABLE.replacedWord.values);
  const parameters = { quantityMeans, replacedQuantities, replacedWord, ...plan.parameters };
  if (!random.chance(0.15)) return { ...plan, parameters };
  const { environment } = plan;
  return {
    ...plan,
    parameters: { ...parameters, editKeepsOrderNumber: 'no', partFilledEdit: 'allow' },
    environment: { ...environment, EDIT_UNITS_MEAN: parameters.editUnitsMean ?? 'total' },
    edits: Math.max(plan.edits, 0.5),
    fills: Math.max(plan.fills, 0.7),
  };
}

/** A refused key or rate to what was taken, and cancels and edits that are acknowledged and not done. */
function acknowledgementsOf({
  seed,
  faults,
  parameters,
}: Plan): Pick<Plan, 'faults' | 'parameters'> {
  const random = new SeededRandom(`acknowledgements/${seed}`);
  const rateAfter = random.chance(0.2) ? random.next() * 0.1 : 0;
  const cancelTakesEffect = random.chance(0.15) ? 'not-always' : 'yes';
  const editTakesEffect = random.chance(0.1) ? 'not-always' : 'yes';
  const done = { cancelTakesEffect, editTakesEffect } as const;
  const keyAfter = keyAfterOf(seed);
  return { faults: { ...faults, rateAfter, keyAfter }, parameters: { ...done, ...parameters } };
}

/** Drawn by itself: the other seeds stay what they were. */
function keyAfterOf(seed: number): number {
  const random = new SeededRandom(`refused keys/${seed}`);
  return random.chance(0.15) ? random.next() * 0.1 : 0;
}

/** Drawn by itself: the other seeds stay what they were. */
function listsOf({ seed, parameters }: Plan, load: Load): Pick<Plan, 'listsAwayMs' | 'listsAre'> {
  const random = new SeededRandom(`lists/${seed}`);
  const listsAwayMs = random.chance(0.15) ? random.between(20, 90) * 1_000 : 0;
  // Where nothing finds a duplicate, an empty list that lies makes two orders of one.
  const mayLie = load === 'anything' && parameters.duplicateCheck !== 'off';
  return { listsAwayMs, listsAre: mayLie && random.chance(0.5) ? 'empty' : 'away' };
}

function anyPlan(seed: number): Plan {
  const random = new SeededRandom(`plan/${seed}`);
  const workload = workloadOf(seed, random);
  const preset = random.pick(PRESET_NAMES);
  const parameters = { ...PRESETS[preset], ...mutations(random) };
  const dayEnd = workload === 'day end';
  const crowd = workload === 'crowd';
  // Only what is calm otherwise fills the minutes of the rate budget.
  const burst = workload === 'burst';
  const quietMs = random.pick([2_000, 12_000, 12_000, 20_000]);
  const timeoutMs = random.pick([2_000, 5_000, 10_000]);
  return {
    seed,
    workload,
    preset,
    parameters,
    orders: ordersOf(workload, random),
    warmUpMs: 0,
    busyMs: crowd ? 12 * 60_000 : (burst ? 90 : random.between(20, 70)) * 1_000,
    startAt: (dayEnd ? BEFORE_CLOSE : MIDDAY) + random.between(0, 3_600) * (dayEnd ? 150 : 1_000),
    days: [],
    corrections: 0,
    session: dayEnd ? '10:00-14:30' : 'always',
    marketIsOn: workload === 'living market' || random.chance(0.1),
    environment: {
      EXCHANGE_TIMEOUT_MS: String(timeoutMs),
      EXCHANGE_QUIET_MS: String(quietMs),
      EXCHANGE_TAKES_LATE_MS: '0',
      // Below 6 s the two lists leave no room for enquiries that are merely due.
      RECONCILE_INTERVAL_MS: crowd ? '30000' : random.pick(['6000', '6000', '12000']),
      EDIT_UNITS_MEAN: random.chance(0.5) ? 'unknown' : (parameters.editUnitsMean ?? 'total'),
    },
    faults: weather(
      random,
      parameters.duplicateCheck === 'off',
      burst ? LIKELIEST / 20 : LIKELIEST,
    ),
    // There and back within the deadline, unless something goes wrong.
    wayMs: Math.min(timeoutMs / 4, random.pick(burst ? [5, 40, 200, 900] : [5, 40, 40, 200, 900])),
    slowShare: burst ? random.next() : random.chance(0.5) ? 0 : random.next() ** 2 * 0.3,
    slowMs: random.between(15, burst ? 40 : 70) * 1_000,
    kills: burst && random.chance(0.5) ? [] : killsOf(random, crowd),
    instances: 1,
    stalls: 0,
    powerCuts: false,
    restarts: random.chance(0.2) ? 1 : 0,
    freezes: [],
    wallAtStartMs: 0,
    outages: !burst && random.chance(0.35) ? random.between(1, 2) : 0,
    listsAwayMs: 0,
    listsAre: 'away',
    postsLost: 0,
    editsLost: 0,
    postRepliesLost: 0,
    editRepliesLost: 0,
    takenLateMs: 0,
    morning: false,
    // Where all refusals read alike the kit says so, and nothing is known.
    knowsDuplicates:
      parameters.refusalTexts !== 'vague' && new SeededRandom(`kit/${seed}`).chance(0.3),
    changedBeforeCancel: 0,
    cancelledWithinMs: 1_500,
    editedThenCancelled: 0,
    partFilledThenEdited: 0,
    editedThenFilled: 0,
    filledThenTakenBack: 0,
    lostAreLikeOthers: false,
    emptyTheDayAfter: false,
    filledOnceSeen: false,
    keyEndsAfterMs: null,
    wallSteps: random.chance(0.15) ? random.between(1, 3) : 0,
    tickFactor: crowd ? 4 : random.pick([1, 4, 4, 8, 8, 8, 16, 16]),
    edits: random.chance(0.3) ? 0 : random.next() * 0.6,
    cancels: random.chance(0.3) ? 0 : random.next() * 0.6,
    fills: random.chance(0.2) ? 0 : random.next(),
    outsiders: random.chance(0.6) ? 0 : random.between(1, 4),
    outsidersAreOthers: false,
    repriced: 0,
    passedOn: 0,
  };
}

/** What the way between the exchange and us can do to a call. */
const ON_THE_WAY: readonly WireFault[] = [
  'lostRequest',
  'lostReply',
  'lateEffect',
  'lateReply',
  'resetBefore',
  'resetAfter',
  'error500Before',
  'error500After',
  'gatewayBefore',
  'gatewayAfter',
];
const FAULTY_MOST = 0.4;

function networkPlan(seed: number): Plan {
  const random = new SeededRandom(`network/${seed}`);
  const usual = anyPlan(seed);
  const weights = ON_THE_WAY.map((fault) => [fault, random.next()] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  const faulty = random.next() * FAULTY_MOST;
  const twiceIsTwo = random.chance(0.5);
  return {
    ...usual,
    workload: 'plain',
    preset: 'standard',
    knowsDuplicates: true,
    orders: random.between(8, 22),
    warmUpMs: 20_000,
    // Long enough, at times, for a post to be lost as often as it may be sent.
    busyMs: random.chance(0.15) ? 240_000 : 60_000,
    parameters: {
      duplicateCheck: twiceIsTwo ? 'off' : 'on',
      tradesAllHoldsRestingRows: random.chance(0.5) ? 'yes' : 'no',
    },
    startAt: MIDDAY,
    session: 'always',
    marketIsOn: false,
    environment: {
      EXCHANGE_TIMEOUT_MS: '10000',
      EXCHANGE_QUIET_MS: '12000',
      EXCHANGE_TAKES_LATE_MS: '0',
      RECONCILE_INTERVAL_MS: '5000',
      EDIT_UNITS_MEAN: 'total',
    },
    faults: Object.fromEntries(weights.map(([fault, weight]) => [fault, (faulty * weight) / sum])),
    wayMs: 40,
    slowShare: 0,
    outages: 0,
    wallSteps: 0,
    tickFactor: 4,
    edits: 0,
    cancels: 0,
    outsiders: 0,
  };
}

function workloadOf(seed: number, random: SeededRandom): Workload {
  if (seed % CROWD_EVERY === FIRST_CROWD) return 'crowd';
  let left = random.next();
  const found = USUAL.find(([, share]) => (left -= share) < 0);
  return found?.[0] ?? 'plain';
}

function ordersOf(workload: Workload, random: SeededRandom): number {
  if (workload === 'crowd') return random.between(300, 400);
  if (workload === 'burst') return random.between(130, 200);
  return random.between(3, random.chance(0.2) ? 50 : 18);
}

/** Each is drawn by itself, with what it needs: the other seeds stay what they were. */
const DRAWN_APART: ReadonlySet<ParameterName> = new Set([
  'orderNumbersInUse', 'duplicatesOf', 'tradeCopies', 'enquiryQuantities',
  'tradeOrderNumbers', 'withdrawnTrades', 'basePriceShown', 'doneSuccess',
  'newNumberShown', 'editTakes', 'postedPrice', 'enquiryShows', 'listShows',
  'replacedRecord', 'doneChangeReply', 'zeroQuantities', 'restingRowQuantities',
  'shareholderListFilter',
]); // prettier-ignore

/** Every third seed meets an exchange that no preset describes. */
function mutations(random: SeededRandom): Partial<ExchangeParameters> {
  if (!random.chance(0.35)) return {};
  const names = (Object.keys(PARAMETER_TABLE) as ParameterName[]).filter(
    (name) => !DRAWN_APART.has(name),
  );
  const changed: Record<string, string | number> = {};
  for (let count = random.between(1, 4); count > 0; count -= 1) {
    const name = random.pick(names);
    const entry = PARAMETER_TABLE[name];
    changed[name] =
      entry.kind === 'choice'
        ? random.pick<string>(entry.values)
        : random.pick([0, 500, 2_000, 8_000]);
  }
  return changed;
}

const LIKELIEST = 0.2;

function weather(random: SeededRandom, twiceIsTwo: boolean, likeliest: number): Plan['faults'] {
  const faults: Partial<Record<WireFault, number>> = {};
  for (const fault of WIRE_FAULTS) {
    const probability = random.next() ** 2 * likeliest;
    const absent = random.chance(0.5);
    // An exchange that finds no duplicates makes two orders of a post that the network doubles.
    if (absent || (twiceIsTwo && fault === 'duplicateDelivery')) continue;
    faults[fault] = probability;
  }
  return faults;
}

function killsOf(random: SeededRandom, crowd: boolean): KillPlan[] {
  const count = random.chance(0.35) ? 0 : random.between(1, crowd ? 8 : 4);
  return Array.from({ length: count }, () => ({
    point: random.pick(KILL_POINTS),
    passes: random.between(1, crowd ? 2_000 : 90),
    downMs: random.chance(0.8) ? random.between(200, 8_000) : random.between(8_000, 90_000),
  }));
}
