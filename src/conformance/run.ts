import { type Clock, instant } from '../infra/runtime/clock.js';
import type { Ids } from '../infra/runtime/ids.js';
import { cleanUp, type Leftover } from './probes/clean-up.js';
import { RunEnded, whyEnded, type Call, type Courier } from './courier.js';
import { probeFilled, probeFills } from './probes/crossing-probe.js';
import { noFindings, type Findings, type Gathered } from './findings.js';
import type { ProbePrices } from './prices.js';
import { ProbeDesk, type Party } from './probes/probe-desk.js';
import { probeRefusals, probeUnknownNumber } from './probes/refusal-probe.js';
import {
  cancelResting,
  editResting,
  postResting,
  repeatPost,
  type Lots,
} from './probes/resting-probe.js';
import { lagosDate, safePrices, survey } from './survey.js';
import { probeTrades } from './probes/trades-probe.js';

/** One run, from the first question to the last cancel. It always cleans up, whatever ends it. */
export interface RunOptions {
  readonly party: Party;
  readonly security: string | null;
  /** Quantities are small multiples of this. */
  readonly lot: number;
  /** Whether our own orders may be crossed. */
  readonly crossing: boolean;
}

export interface Run {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly prices: ProbePrices | null;
  readonly findings: Findings;
  readonly calls: readonly Call[];
  readonly posted: ProbeDesk['own']['all'];
  readonly leftovers: readonly Leftover[];
  /** Null: every probe was made. */
  readonly endedEarly: string | null;
}

interface Parts {
  readonly courier: Courier;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  readonly tell: (line: string) => void;
}

export async function run(options: RunOptions, parts: Parts): Promise<Run> {
  const { courier, clock, ids, tell } = parts;
  const desk = new ProbeDesk(courier, options.party, ids);
  const { brokerCode, accountNumber } = options.party;
  const found = noFindings({ brokerCode, accountNumber });
  const startedAt = instant(clock.now());
  const chosen: { prices: ProbePrices | null } = { prices: null };
  let endedEarly: string | null = null;
  try {
    await probeAll({ desk, found, options, chosen, now: clock.now(), tell });
  } catch (error) {
    endedEarly = whyEnded(error);
  }
  tell('Cancelling what was posted');
  const leftovers = await cleanUp(desk, found);
  return {
    startedAt,
    endedAt: instant(clock.now()),
    prices: chosen.prices,
    findings: found,
    calls: courier.calls,
    posted: desk.own.all,
    leftovers,
    endedEarly,
  };
}

interface Work {
  readonly desk: ProbeDesk;
  readonly found: Gathered;
  readonly options: RunOptions;
  readonly chosen: { prices: ProbePrices | null };
  readonly now: number;
  readonly tell: (line: string) => void;
}

async function probeAll({ desk, found, options, chosen, now, tell }: Work): Promise<void> {
  const lots: Lots = { of: (count) => String(count * options.lot) };
  tell('Asking the questions that need no order');
  await survey(desk, found, now);
  const candidates = await safePrices(desk.courier, options.security);
  if (candidates.length === 0) throw new RunEnded('no security has prices that are safe to use');
  tell('Posting an order far below the market');
  const prices = await postResting(desk, found, candidates, lots);
  if (prices === null)
    throw new RunEnded(`no order was accepted: ${lastPostMessage(desk.courier)}`);
  chosen.prices = prices;
  tell('Posting what should be refused');
  await repeatPost(desk, found);
  await probeRefusals(desk, found, prices, lots);
  await probeUnknownNumber(desk, found, prices, lots);
  tell('Editing the order');
  await editResting(desk, found, prices, lots);
  if (options.crossing) {
    tell('Crossing our own orders');
    await probeFills(desk, found, prices, lots);
  }
  tell('Asking for the day’s trades');
  await probeTrades(desk, found, lagosDate(now));
  await probeFilled(desk, found);
  tell('Cancelling the order');
  await cancelResting(desk, found);
}

function lastPostMessage({ calls }: Courier): string {
  const post = calls.findLast(({ endpoint }) => endpoint === 'order/post');
  return post === undefined ? 'nothing was posted' : post.outcome.message;
}
