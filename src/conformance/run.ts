import { type Clock, instant } from '../infra/runtime/clock.js';
import type { Ids } from '../infra/runtime/ids.js';
import { cleanUp, type Leftover } from './clean-up.js';
import { RunEnded, whyEnded, type Call, type Courier } from './courier.js';
import { probeFilled, probeFills } from './crossing-probe.js';
import { nothingYet, type Findings, type Gathered } from './findings.js';
import type { Ground } from './prices.js';
import { ProbeDesk, type Party } from './probe-desk.js';
import { probeRefusals, probeUnknownNumber } from './refusal-probe.js';
import { cancelResting, editResting, postResting, repeatPost, type Lots } from './resting-probe.js';
import { grounds, lagosDate, survey } from './survey.js';
import { probeTrades } from './trades-probe.js';

/** One run from the first question to the last cancel. It always cleans up, whatever ended it. */
export interface RunWish {
  readonly party: Party;
  readonly security: string | null;
  /** Quantities are small multiples of it. */
  readonly lot: number;
  /** Whether orders of ours may meet one another. */
  readonly crossing: boolean;
}

export interface Run {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly ground: Ground | null;
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

export async function run(wish: RunWish, parts: Parts): Promise<Run> {
  const { courier, clock, ids, tell } = parts;
  const desk = new ProbeDesk(courier, wish.party, ids);
  const { brokerCode, accountNumber } = wish.party;
  const found = nothingYet({ brokerCode, accountNumber });
  const startedAt = instant(clock.now());
  const chosen: { ground: Ground | null } = { ground: null };
  let endedEarly: string | null = null;
  try {
    await probeAll({ desk, found, wish, chosen, now: clock.now(), tell });
  } catch (error) {
    endedEarly = whyEnded(error);
  }
  tell('Taking back what was posted');
  const leftovers = await cleanUp(desk, found);
  return {
    startedAt,
    endedAt: instant(clock.now()),
    ground: chosen.ground,
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
  readonly wish: RunWish;
  readonly chosen: { ground: Ground | null };
  readonly now: number;
  readonly tell: (line: string) => void;
}

async function probeAll({ desk, found, wish, chosen, now, tell }: Work): Promise<void> {
  const lots: Lots = { of: (count) => String(count * wish.lot) };
  tell('Asking what needs no order');
  await survey(desk, found, now);
  const candidates = await grounds(desk.courier, wish.security);
  if (candidates.length === 0) throw new RunEnded('no security has prices that are safe to use');
  tell('Posting an order far below the market');
  const ground = await postResting(desk, found, candidates, lots);
  if (ground === null) throw new RunEnded(`no order was accepted: ${lastWords(desk.courier)}`);
  chosen.ground = ground;
  tell('Posting what ought to be refused');
  await repeatPost(desk, found);
  await probeRefusals(desk, found, ground, lots);
  await probeUnknownNumber(desk, found, ground, lots);
  tell('Editing the order');
  await editResting(desk, found, ground, lots);
  if (wish.crossing) {
    tell('Letting orders of ours meet');
    await probeFills(desk, found, ground, lots);
  }
  tell('Asking for the day’s trades');
  await probeTrades(desk, found, lagosDate(now));
  await probeFilled(desk, found);
  tell('Cancelling the order');
  await cancelResting(desk, found);
}

function lastWords({ calls }: Courier): string {
  const post = calls.findLast(({ endpoint }) => endpoint === 'order/post');
  return post === undefined ? 'nothing was posted' : post.outcome.message;
}
