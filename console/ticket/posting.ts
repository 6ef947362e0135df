import { useState } from 'react';
import type { Order } from '../api/answers.js';
import { call } from '../api/call.js';
import { useListing } from '../market/securities.js';
import { outcomeOfPost } from '../order/outcome.js';
import { refusedAs } from '../parts/refusal.js';
import type { Outcome } from '../parts/outcome.js';
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
  /** Somebody wanted to send it: what is wrong stands at the fields. */
  readonly tried: boolean;
  /** The first step: shows what would be sent. */
  readonly review: () => void;
  /** Back to the fields. */
  readonly change: () => void;
  /** The second step. */
  readonly send: () => void;
  readonly again: () => void;
}

/** The ticket on its way: typed, confirmed, sent, and what became of it. */
export function usePosting(typed: Typed, clear: () => void): Posting {
  const terms = termsOf(typed);
  const surroundings = useSurroundings(terms);
  const { kind } = useListing(terms.security);
  const problems = problemsOf(terms, kind === 'listed' ? true : kind === 'unlisted' ? false : null);
  const isComplete = Object.keys(problems).length === 0;
  const warnings = isComplete ? warningsOf(terms, surroundings) : [];
  const seen = useSeen(warnings);
  const [phase, setPhase] = useState<Phase>('typing');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [orderId, setOrderId] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  // The same id until an order has it: a ticket that is sent again never becomes two orders.
  const [clientOrderId, setClientOrderId] = useState(newClientOrderId);

  const isReady = (): boolean => {
    setTried(true);
    const text = !isComplete ? 'Correct what is marked first.' : UNSEEN;
    const isFine = isComplete && seen.unseen.length === 0;
    setOutcome(isFine ? null : { tone: 'bad', text });
    return isFine;
  };
  const send = (): void => {
    if (phase !== 'confirming') return;
    // The market may have moved since it was reviewed.
    if (!isReady()) return setPhase('typing');
    setPhase('sending');
    setOutcome({ tone: 'info', text: 'Sending. Waiting for the exchange…' });
    const body = { ...terms, clientOrderId };
    call<Order>('POST', '/v1/orders', { body, waitSeconds: WAIT_SECONDS }).then(
      ({ data }) => {
        setOrderId(data.id);
        setOutcome(outcomeOfPost(data));
        setPhase('sent');
      },
      (error: unknown) => {
        setOutcome(refusedAs(error));
        setPhase('typing');
      },
    );
  };
  return {
    terms, surroundings, warnings, seen, problems, isComplete, phase, clientOrderId, orderId,
    outcome, tried, send,
    review: () => {
      if (phase === 'typing' && isReady()) setPhase('confirming');
    },
    change: () => setPhase('typing'),
    again: () => {
      setPhase('typing');
      setOrderId(null);
      setOutcome(null);
      setTried(false);
      seen.clear();
      setClientOrderId(newClientOrderId());
      clear();
    },
  }; // prettier-ignore
}

function newClientOrderId(): string {
  return `console-${crypto.randomUUID()}`;
}
