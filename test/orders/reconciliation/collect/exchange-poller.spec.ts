import type { EnquiryApi, NoAnswer } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { Lane } from '../../../../src/infra/exchange/keys/rate-limiter.js';
import {
  CONFIRMING_LANES,
  ExchangePoller,
  FULL_RUN_LANES,
  type RunLanes,
} from '../../../../src/orders/reconciliation/collect/exchange-poller.js';

const LIST = {
  kind: 'Answer',
  rows: [],
  odd: 0,
  callId: 'call_1',
  askedAt: 1,
  answeredAt: 2,
} as const;
const NO_ROOM: NoAnswer = {
  kind: 'NoAnswer', why: 'NoBudget', isExplicit: false, detail: 'no slot is free', retryAt: 3,
}; // prettier-ignore

describe("The broker's list of a run", () => {
  const asked = async (lanes: RunLanes, free: readonly Lane[]) => {
    const tried: Lane[] = [];
    const broker: EnquiryApi['broker'] = (_code, { lane }) => {
      tried.push(lane);
      return Promise.resolve(free.includes(lane) ? LIST : NO_ROOM);
    };
    const poller = new ExchangePoller({ broker } as EnquiryApi, 'MRNA', () => false, lanes);
    const { list } = await poller.collect({ list: true });
    return { tried, isAnswered: list?.kind === 'Answer', calls: poller.calls };
  };

  it.each<[string, RunLanes, readonly Lane[], readonly Lane[], boolean]>([
    ['takes a slot of reads', FULL_RUN_LANES, ['reconcile'], ['reconcile'], true],
    ['waits where reads have none', FULL_RUN_LANES, ['resolve'], ['reconcile'], false],
    [
      'takes one of searches where a cancel is to be confirmed',
      CONFIRMING_LANES,
      ['resolve'],
      ['reconcile', 'resolve'],
      true,
    ],
    ['leaves those of searches otherwise', CONFIRMING_LANES, ['reconcile'], ['reconcile'], true],
    ['is not there where neither has one', CONFIRMING_LANES, [], ['reconcile', 'resolve'], false],
  ])('%s', async (_, lanes, free, tried, isAnswered) => {
    expect(await asked(lanes, free)).toEqual({ tried, isAnswered, calls: isAnswered ? 1 : 0 });
  });
});
