import { PARAMETER_TABLE, type ParameterName } from '../../../simulator/control/parameters.js';
import { PRESET_NAMES, parametersOfPreset } from '../../../simulator/control/presets.js';
import { Desk } from '../../support/desk.js';

type Way = Readonly<Record<string, string | number>>;

/** What the interface leaves open, one behaviour at a time: the order still ends correctly. */
const BEHAVIOURS: readonly Way[] = [
  { orderNumberStart: 'above-2-53' },
  { orderNumberStart: 'nineteen-digits' },
  { orderNumbersAsStrings: 'yes' },
  { orderNumberToken: 'decimal-point' },
  { orderNumberToken: 'exponent' },
  { statusWords: 'documented' },
  { statusWords: 'partial' },
  { statusWords: 'matched' },
  { statusWords: 'executed' },
  { statusWords: 'upper' },
  { statusWords: 'posted-amended' },
  { ackSpelling: 'upper' },
  { recordSides: 'title' },
  { recordCodes: 'lower' },
  { recordCodes: 'padded' },
  { listsHoldClosedOrders: 'yes' },
  { brokerListHoldsOtherCodes: 'yes' },
  { listCap: '50' },
  { tradesAllHoldsRestingRows: 'no' },
  { tradeVolumeMeans: 'cumulative' },
  { tradeDateForm: 'date-time' },
  { tradeRowsRepeatId: 'row-twice' },
  { matchingIdForm: 'number' },
  { matchingIdForm: 'large-number' },
  { matchingIdForm: 'either' },
  { tradesHoldOtherBrokers: 'all' },
  { extraFields: 'some' },
  { closedOrderEnquiry: 'unknown' },
  { httpStatusOfPost: '201' },
  { echoOrderRef: 'no' },
  { echoOrderRef: 'lower-case' },
  { postSuccess: 'text' },
  { postAckStatus: 'Open' },
  { postAckStatus: 'Accepted' },
  { enquiryLagMs: 500 },
  { listLagMs: 500 },
  { tradesLagMs: 500 },
  // Longer than the runs take that see the only order filled.
  { tradesLagMs: 2_500 },
];

/** The name of a test, and its subject. */
const named = (all: readonly Way[]): (readonly [string, Way])[] =>
  all.map((parameters) => [JSON.stringify(parameters), parameters]);

/** Every value that differs from the default. */
const VALUES = (Object.keys(PARAMETER_TABLE) as ParameterName[]).flatMap((name): Way[] => {
  const parameter = PARAMETER_TABLE[name];
  const values = parameter.kind === 'duration' ? [300] : parameter.values.slice(1);
  return values.map((value) => ({ [name]: value }));
});

/** Each value with two others that stand far away in the table, so that a desk is opened for three. */
const THIRD = Math.ceil(VALUES.length / 3);
const THREE_VALUES_EACH = VALUES.slice(0, THIRD).map((one, n) => ({
  ...one,
  ...VALUES[n + THIRD],
  ...VALUES[n + 2 * THIRD],
}));

describe('An exchange that behaves in its own way', () => {
  it.each(named(BEHAVIOURS))('fills an order to the last unit: %s', (_, parameters) =>
    atDesk(parameters, expectFilled),
  );

  it.each(named(THREE_VALUES_EACH))(
    'never makes the desk claim more than it knows: %s',
    (_, parameters) => atDesk(parameters, expectTrue),
  );

  it.each(PRESET_NAMES)('never makes the desk claim more than it knows: preset %s', (name) =>
    atDesk(parametersOfPreset(name), expectTrue),
  );
});

async function atDesk(parameters: Way, expectation: (desk: Desk) => Promise<void>) {
  const desk = await Desk.open('sqlite', { simulator: { parameters } });
  try {
    await expectation(desk);
  } finally {
    await desk.close();
  }
}

async function expectFilled(desk: Desk): Promise<void> {
  const { body } = await desk.post({ units: '900' });
  const posted = await desk.until(body.id, (seen) => seen.orderNumber !== null);
  const { control } = desk.exchange.exchange;
  const number = String(
    control.orders().find((seen) => seen.orderRef === posted.orderRef)?.orderNumber,
  );
  expect(posted.orderNumber).toBe(number);
  control.fill({ orderNumber: number, units: 300 });
  await desk.until(body.id, (seen) => seen.matchedUnits === '300', 10_000);
  control.fill({ orderNumber: number, units: 600 });
  const filled = await desk.until(
    body.id,
    (seen) => seen.averagePrice !== null && seen.status === 'Filled',
    10_000,
  );
  expect(filled).toMatchObject({ matchedUnits: '900', pendingUnits: '0' });
}

/** Whatever the exchange does, an order that is closed here is closed there. */
async function expectTrue(desk: Desk): Promise<void> {
  const { control } = desk.exchange.exchange;
  const ids: string[] = [];
  for (const units of ['100', '200', '300']) ids.push((await desk.post({ units }, 2)).body.id);
  const [first = '', second = '', third = ''] = ids;
  const filled = control.orders()[0];
  if (filled !== undefined) control.fill({ orderNumber: filled.orderNumber });
  await desk.edit(second, { units: '250' });
  await desk.cancel(third, {}, 2);
  for (let run = 0; run < 3; run += 1) {
    await desk.reconcile();
    await desk.pass(350);
  }
  for (const id of [first, second, third]) {
    const order = await desk.order(id);
    const theirs = control.orders().filter((seen) => seen.orderRef === order.orderRef);
    const current = theirs.at(-1);
    if (order.status === 'Filled') expect(current?.matchedUnits).toBe(current?.units);
    // A cancel that was acknowledged but not done is Cancelled until a record decides it, but never certain.
    if (order.status === 'Cancelled' && order.evidence.certain)
      expect(current?.status).toMatch(/cancel/i);
    if (order.status === 'Rejected') expect(theirs).toHaveLength(0);
    if (order.status === 'New')
      expect(order.evidence.certain && order.pending === null).toBe(false);
  }
}
