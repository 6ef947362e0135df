import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval, Break, Order } from '../api/answers.js';
import { isOwnProposal, may, useSession } from '../api/session.js';
import { breakWords } from '../breaks/break-words.js';
import { Due } from '../breaks/due.js';
import { wordsOf } from '../breaks/resolutions.js';
import { list } from '../candidates/words.js';
import { doubtWords, sentenceOf } from '../order/outcome.js';
import { Mark } from '../parts/mark.js';
import { Severity, spaced } from '../parts/severity.js';
import { Empty } from '../parts/states.js';
import { Age } from '../parts/times.js';
import { nextSteps, type Step } from './next-steps.js';

/** Of what waits for nobody's approval; what waits for the person's own is shown whole. */
const STEPS_MOST = 8;

interface NextProps {
  readonly unproven: readonly Order[];
  readonly breaks: readonly Break[];
  /** Null: not known. */
  readonly approvals: readonly Approval[] | null;
}

/** What to do next, for whoever looks: what waits for their approval first. */
export function NextSteps({ approvals, ...known }: NextProps): ReactNode {
  const session = useSession();
  const mayDecide = (one: Approval): boolean =>
    may(session, 'recon:approve') &&
    !isOwnProposal(session, one) &&
    !(session.masksClients && one.payload.resolution === 'adopt');
  const steps = nextSteps({ ...known, approvals: approvals ?? [], mayDecide });
  const own = steps.filter(({ kind }) => kind === 'approve');
  const others = steps.slice(own.length);
  return (
    <section className="panel is-wide" aria-label="Next steps">
      <h2>Next</h2>
      {steps.length === 0 && (
        <Empty>
          {approvals === null
            ? 'Whether a proposal waits for you is not known yet.'
            : 'Nothing needs anybody now.'}
        </Empty>
      )}
      <ul className="plain">
        {[...own, ...others.slice(0, STEPS_MOST)].map((step) => (
          <NextStep key={keyOf(step)} of={step} />
        ))}
      </ul>
      {others.length > STEPS_MOST && (
        <p className="hint">
          And {others.length - STEPS_MOST} more: see <Link to="/not-proven">Not proven</Link> and{' '}
          <Link to="/breaks">Breaks</Link>.
        </p>
      )}
    </section>
  );
}

function keyOf(step: Step): string {
  if (step.kind === 'approve') return step.approval.id;
  return step.kind === 'order' ? step.order.id : step.of.id;
}

function NextStep({ of: step }: { readonly of: Step }): ReactNode {
  if (step.kind === 'approve') return <NextApproval {...step} />;
  if (step.kind === 'order') return <NextUnproven {...step} />;
  const { of, waiting } = step;
  return (
    <li className="next">
      <Severity of={of.severity} />
      <span className="next-text">
        <b>{spaced(of.type)}</b>
        {of.orderId === null && of.orderNumber !== null && ` no. ${of.orderNumber}`}:{' '}
        {waiting === null ? breakWords(of) : <Waiting of={waiting} />} <Due of={of} isHint />
      </span>
      {waiting === null ? (
        <Link className="button is-link" to="/breaks" search={{ break: of.id }}>
          Both sides
        </Link>
      ) : (
        <ToProposals />
      )}
    </li>
  );
}

function NextApproval({
  approval,
  order,
}: {
  readonly approval: Approval;
  readonly order: Order | null;
}): ReactNode {
  const { payload, proposedBy, proposedAt } = approval;
  return (
    <li className="next">
      <Mark shape="clock" tone="doubt">
        For you to approve
      </Mark>
      <span className="next-text">
        <b>{order === null ? wordsOf(payload.resolution) : sentenceOf(order)}</b>
        {order !== null && `: ${wordsOf(payload.resolution)}`}
        {payload.orderNumber !== null && `, no. ${payload.orderNumber}`}, proposed by{' '}
        {proposedBy.replace(/^key:/, '')} <Age since={proposedAt} /> ago
      </span>
      <Link className="button is-link" to="/approvals">
        Decide
      </Link>
    </li>
  );
}

function NextUnproven({
  order,
  candidates,
  waiting,
}: {
  readonly order: Order;
  readonly candidates: readonly string[];
  readonly waiting: Approval | null;
}): ReactNode {
  const { pending } = order;
  return (
    <li className="next">
      <Mark shape="triangle" tone="doubt">
        Not proven
      </Mark>
      <span className="next-text">
        <b>{sentenceOf(order)}</b>: {doubtWords(order)},{' '}
        <Age since={pending?.since ?? order.updatedAt} /> ago
        {waiting !== null && (
          <>
            ; <Waiting of={waiting} />
          </>
        )}
        {waiting === null && candidates.length > 0 && <b>; it may be {list(candidates, 'or')}</b>}
      </span>
      {waiting === null ? (
        <Link className="button is-link" to="/not-proven">
          {candidates.length > 1 ? 'Decide which number' : 'Next safe step'}
        </Link>
      ) : (
        <ToProposals />
      )}
    </li>
  );
}

/** Nothing is left to do for whoever looks but to wait. */
function Waiting({ of }: { readonly of: Approval }): ReactNode {
  const session = useSession();
  return (
    <b>
      {isOwnProposal(session, of)
        ? 'you proposed a resolution: waits for another person'
        : `proposed by ${of.proposedBy.replace(/^key:/, '')}: waits for approval`}
    </b>
  );
}

function ToProposals(): ReactNode {
  return (
    <Link className="button is-link" to="/approvals">
      See the proposal
    </Link>
  );
}
