import type { JointWork, Unit } from './unit-of-work.js';

/** Everybody else of the commit waits for them, and so does the event loop on SQLite. */
const TOGETHER_MAX = 64;

/** A unit that may be done together with others of the same work. */
export interface Joint {
  readonly work: JointWork<unknown, unknown>;
  readonly item: unknown;
}

/** A unit in the queue. */
export interface Waiting {
  readonly work: (unit: Unit) => Promise<unknown>;
  /** Null: it is not done together with others. */
  readonly joint: Joint | null;
  /** The id of the order that it locks; null: it locks none, or nobody knows which. */
  readonly locks: string | null;
  /** It shares its transaction with no other, where other processes write, too. */
  readonly isAlone: boolean;
  /** Whom it is done for, each of whom may be done alone; empty if it is a single unit. */
  readonly members: readonly Waiting[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Those that lock an order come last, by its id; of one order in the order in which they came. */
export function inLockOrder(group: readonly Waiting[]): Waiting[] {
  const others = group.filter(({ locks }) => locks === null);
  const locking = group.filter((one): one is Locking => one.locks !== null);
  return [
    ...others,
    ...locking.sort((a, b) => (a.locks < b.locks ? -1 : Number(a.locks > b.locks))),
  ];
}

type Locking = Waiting & { readonly locks: string };

/** The same for one item. */
export function alone<I, R>(work: JointWork<I, R>, item: I): (unit: Unit) => Promise<R> {
  return async (unit) => {
    const [outcome] = await work.run(unit, [item]);
    if (outcome === undefined) throw new Error('Joint work has no outcome for its item');
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.value;
  };
}

/** What waits for one commit, with the units of each joint work made one where the first of them stands. */
export function joined(group: readonly Waiting[]): Waiting[] {
  const open = new Map<JointWork<unknown, unknown>, Party>();
  const result: (Waiting | Party)[] = [];
  for (const waiting of group) {
    if (waiting.joint === null) {
      result.push(waiting);
      continue;
    }
    const { work, item } = waiting.joint;
    const keys = work.keysOf(item);
    let party = open.get(work);
    if (party === undefined || !party.takes(keys)) {
      party = new Party(work);
      open.set(work, party);
      result.push(party);
    }
    party.add(waiting, item, keys);
  }
  return result.map((one) => (one instanceof Party ? one.waiting() : one));
}

/** Units that are done together. */
class Party {
  private readonly members: Waiting[] = [];
  private readonly items: unknown[] = [];
  private readonly keys = new Set<string>();

  constructor(private readonly work: JointWork<unknown, unknown>) {}

  takes(keys: readonly string[]): boolean {
    return this.members.length < TOGETHER_MAX && !keys.some((key) => this.keys.has(key));
  }

  add(member: Waiting, item: unknown, keys: readonly string[]): void {
    this.members.push(member);
    this.items.push(item);
    for (const key of keys) this.keys.add(key);
  }

  waiting(): Waiting {
    const { members, items, work } = this;
    const [first] = members;
    if (members.length === 1 && first !== undefined) return first;
    return {
      work: async (unit) => {
        const outcomes = await work.run(unit, items);
        if (outcomes.length !== members.length)
          throw new Error('Joint work must have an outcome for each item');
        return outcomes;
      },
      joint: null,
      locks: null,
      isAlone: false,
      members,
      resolve: (outcomes) => {
        for (const [index, outcome] of (outcomes as ReturnedOutcomes).entries()) {
          const member = members[index];
          if ('refusal' in outcome) member?.reject(outcome.refusal);
          else member?.resolve(outcome.value);
        }
      },
      reject: (error) => {
        for (const member of members) member.reject(error);
      },
    };
  }
}

type ReturnedOutcomes = Awaited<ReturnType<JointWork<unknown, unknown>['run']>>;
