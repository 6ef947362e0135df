import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order, Page } from '../api/answers.js';
import { call, CallError, read } from '../api/call.js';
import { useListing } from '../market/securities.js';
import {
  MAY_BE_STORED,
  mayBeStored,
  outcomeOfPost,
  refusalOfPost,
  storedAsBefore,
} from '../order/outcome.js';
import type { Outcome } from '../parts/outcome.js';
import { draftNow, dropDraft, emptyTerms, newDraft, type Draft } from './draft.js';
import { useSurroundings } from './surroundings.js';
import { problemsOf, termsOf, type Problems, type Typed } from './ticket-terms.js';
import { UNSEEN, useSeen, type Seen } from './warning-list.js';
import { warningsOf, type Surroundings, type Warning } from './warnings.js';

const WAIT_SECONDS = 10;

export type Phase = 'typing' | 'confirming' | 'sending' | 'sent';

export interface Posting {
  readonly terms: Typed;
  readonly surroundings: Surroundings;
  readonly warnings: readonly Warning[];
  readonly seen: Seen;
  readonly problems: Problems;
  readonly isComplete: boolean;
  readonly phase: Phase;
  /** Of this ticket; another order gets another. */
  readonly clientOrderId: string;
  /** Set once the service has the order. */
  readonly orderId: string | null;
  readonly outcome: Outcome | null;
  /** It was sent, and it is not known whether it was stored. */
  readonly mayBeStored: boolean;
  /** Somebody wanted to send it: what is wrong stands at the fields. */
  readonly tried: boolean;
  /** The first step: shows what would be sent. */
  readonly review: () => void;
  /** Back to the fields. */
  readonly change: () => void;
  /** The second step. */
  readonly send: () => void;
  readonly again: () => void;
  /** Begins anew, with nothing typed. */
  readonly clear: () => void;
}

/** The ticket on its way: typed, confirmed, sent, and what became of it. */
export function usePosting(draft: Draft, keep: (draft: Draft) => void): Posting {
  const { typed, clientOrderId } = draft;
  const queries = useQueryClient();
  const terms = termsOf(typed);
  const around = useSurroundings(terms);
  // The one that an earlier sending of this ticket has become would not be a second one.
  const isAnother = (order: Order): boolean => order.clientOrderId !== clientOrderId;
  const surroundings = {
    ...around,
    alike: around.alike.filter(isAnother),
    today: around.today.filter(isAnother),
  };
  const { kind } = useListing(terms.security);
  const problems = problemsOf(terms, kind === 'listed' ? true : kind === 'unlisted' ? false : null);
  const isComplete = Object.keys(problems).length === 0;
  const warnings = isComplete ? warningsOf(terms, surroundings) : [];
  const seen = useSeen(warnings);
  const [phase, setPhase] = useState<Phase>('typing');
  const [outcome, setOutcome] = useState<Outcome | null>(draft.mayBeStored ? MAY_BE_STORED : null);
  const [orderId, setOrderId] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  // Somebody wanted to go on, and something was in the way; it is said until it is not.
  const [isHeld, setHeld] = useState(false);
  const inTheWay = !isComplete
    ? 'Correct what is marked first.'
    : seen.unseen.length > 0
      ? UNSEEN
      : null;

  const isReady = (): boolean => {
    setTried(true);
    setOutcome(null);
    setHeld(inTheWay !== null);
    return inTheWay === null;
  };
  const send = (): void => {
    if (phase !== 'confirming') return;
    // The market may have moved since it was reviewed.
    if (!isReady()) return setPhase('typing');
    setPhase('sending');
    setOutcome({ tone: 'info', text: 'Sending. Waiting for the exchange…' });
    keep(draft);
    const body = { ...terms, clientOrderId };
    const stored = (order: Order, said: Outcome): void => {
      setOrderId(order.id);
      setOutcome(said);
      setPhase('sent');
      dropDraft(draft);
      // The next order is compared with this one.
      void queries.invalidateQueries({ queryKey: ['account'] });
    };
    call<Order>('POST', '/v1/orders', { body, waitSeconds: WAIT_SECONDS }).then(
      ({ data }) => stored(data, outcomeOfPost(data)),
      async (error: unknown) => {
        const before = await storedBefore(error, clientOrderId);
        if (before !== null) return stored(before, storedAsBefore(before));
        const now = draftNow(draft);
        if (now !== null && mayBeStored(error)) keep({ ...now, mayBeStored: true });
        setOutcome(refusalOfPost(error));
        setPhase('typing');
      },
    );
  };
  const begin = (next: Draft): void => {
    setPhase('typing');
    setOrderId(null);
    setOutcome(null);
    setTried(false);
    setHeld(false);
    seen.clear();
    keep(next);
  };
  return {
    terms, surroundings, warnings, seen, problems, isComplete, phase, clientOrderId, orderId,
    outcome: isHeld && inTheWay !== null && outcome === null ? { tone: 'bad', text: inTheWay } : outcome,
    tried, send, mayBeStored: draft.mayBeStored,
    review: () => {
      if (phase === 'typing' && isReady()) setPhase('confirming');
    },
    change: () => setPhase('typing'),
    again: () => begin(newDraft({ ...typed, units: '', price: '' })),
    clear: () => begin(newDraft(emptyTerms())),
  }; // prettier-ignore
}

/** The order that an earlier sending of this ticket has become, where the service refuses other terms under its id. */
async function storedBefore(error: unknown, clientOrderId: string): Promise<Order | null> {
  if (!(error instanceof CallError) || error.code !== 'idempotency-key-reused') return null;
  const found = read<Page<Order>>('/v1/orders', { clientOrderId, limit: 1 });
  return found.then(
    ({ data }) => data[0] ?? null,
    () => null,
  );
}
