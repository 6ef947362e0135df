import { PRESET_NAMES, parametersOfPreset } from '../../simulator/control/presets.js';
import { readParameters } from '../../simulator/control/read-parameters.js';
import type { Report } from '../../src/conformance/report.js';
import { Kit } from './kit.js';
import { truthOf, wordsOf } from './truth.js';

/** Exchanges unlike any preset. */
const MIXED = {
  'every no reads alike, closed orders only in lists': {
    refusalTexts: 'vague',
    duplicateReply: '400',
    emptyListReply: 'success-false',
    closedOrderEnquiry: 'unknown',
    listsHoldClosedOrders: 'yes',
    vwapLimitCap: '500',
    pageLimitBeyond: 'clamp',
    tradeDateForm: 'slashes',
  },
  'edits replace orders and give the remainder': {
    editKeepsOrderNumber: 'no',
    editUnitsMean: 'remaining',
    basePriceMeans: 'original-limit',
    statusWords: 'executed',
    emptyListReply: 'data-null',
    unknownOrderReply: 'success-false',
    tradeVolumeMeans: 'cumulative',
    duplicateReply: '422',
  },
  'lists and trades lag, numbers are text': {
    postDelayMs: 800,
    editDelayMs: 2_500,
    cancelDelayMs: 1_200,
    listLagMs: 3_000,
    tradesLagMs: 6_000,
    notWorkingReply: 'success-false',
    orderNumbersAsStrings: 'yes',
    tradesOtherStatus: 'as-all',
    restingRowMatchingId: 'missing',
  },
  'edits take longer than anybody waits': { editDelayMs: 40_000 },
  'success is always true or false, never clear': {
    duplicateReply: 'success-false',
    refusalTexts: 'vague',
    validationReply: 'success-false',
    notWorkingReply: 'success-other-status',
    orderRefusalReply: 'success-rejected',
    refusedPostBurnsRef: 'yes',
    emptyListReply: '404',
    tradePendingMeans: 'now',
    tradeMatchingIdMissing: 'yes',
  },
  'ready words in acknowledgements': { postAckStatus: 'Accepted', ackSpelling: 'upper' },
  'replaced orders of a lagging exchange that hides closed ones': {
    editKeepsOrderNumber: 'no',
    closedOrderEnquiry: 'unknown',
    enquiryLagMs: 1_500,
    tradePendingMeans: 'now',
    partFilledEdit: 'refuse',
  },
} as const;

const SETS = [
  ...PRESET_NAMES.map((name) => [`preset ${name}`, parametersOfPreset(name)] as const),
  ...Object.entries(MIXED),
];

describe('A run against an exchange', () => {
  it.each(SETS)('answers every question truthfully: %s', async (_, given) => {
    const parameters = readParameters(given);
    const kit = await Kit.open({ parameters });
    try {
      const { code, report } = await kit.run();
      expect({ code, endedEarly: report.endedEarly }).toEqual({ code: 0, endedEarly: null });
      expect(valuesOf(report)).toEqual(truthOf(parameters));
      const words = report.answers.statusWords?.detail?.['words'];
      if (!Object.hasOwn(given, 'editDelayMs') || parameters.editDelayMs < 15_000) {
        expect(words).toEqual(wordsOf(parameters));
      }
      expect(kit.control.worstMinute).toBeLessThanOrEqual(60);
      expect(report.calls.length).toBeLessThanOrEqual(150);
      expect(kit.working).toEqual([]);
      expect(report.mayStillBeWorking).toEqual([]);
    } finally {
      await kit.close();
    }
  });
});

function valuesOf({ answers }: Report): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, answer.value]));
}
