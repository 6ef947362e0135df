import type { ReactNode } from 'react';
import type { Approval } from '../api/answers.js';
import { wordsOf } from '../breaks/resolutions.js';
import { Time } from '../parts/times.js';
import { ProposalFacts } from './proposal-facts.js';

/** A proposal that waits no more, with all that it said and what became of it. */
export function Decided({
  of,
  heading: Heading = 'h3',
}: {
  readonly of: Approval;
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const by = of.decidedBy?.replace('key:', '') ?? null;
  return (
    <section className="evidence" aria-label={`Proposal, ${of.state.toLowerCase()}`}>
      <Heading className="proposal-head">{wordsOf(of.payload.resolution)}</Heading>
      <p>
        <b>{stateWords(of.state, by)}</b> <Time at={of.decidedAt} />
        {of.decision === null ? '' : ': '}
        <bdi>{of.decision}</bdi>
      </p>
      <ProposalFacts of={of} />
    </section>
  );
}

export function stateWords(state: Approval['state'], by: string | null): string {
  const who = by === null ? '' : ` by ${by}`;
  if (state === 'Stale') {
    return by === null
      ? 'Overtaken: something else settled it first'
      : `Overtaken: something had changed when ${by} decided`;
  }
  return state === 'Expired' ? 'Expired: nobody decided in time' : `${state}${who}`;
}
