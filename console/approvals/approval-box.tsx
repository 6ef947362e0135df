import { useState, type ReactNode } from 'react';
import type { Approval } from '../api/answers.js';
import { call, CallError, read } from '../api/call.js';
import { useSession } from '../api/session.js';
import { decidedFirst, wordsOf } from '../breaks/resolutions.js';
import { Action } from '../parts/action.js';
import { Dialog, First } from '../parts/dialog.js';
import { Facts } from '../parts/facts.js';
import type { Outcome } from '../parts/outcome.js';
import { Left, Time } from '../parts/times.js';
import { Reason } from '../parts/reason.js';

/** A proposal, with what it will do, for a second person. */
export function ApprovalBox({
  approval,
  onDecided,
  onDeciding,
}: {
  readonly approval: Approval;
  readonly onDecided: () => void;
  /** Told when a decision is begun, so that the proposal stays while it is typed. */
  readonly onDeciding?: (approval: Approval) => void;
}): ReactNode {
  const session = useSession();
  const [deciding, setDeciding] = useState<'approve' | 'reject' | null>(null);
  const decide = (verdict: 'approve' | 'reject'): void => {
    setDeciding(verdict);
    onDeciding?.(approval);
  };
  const { payload } = approval;
  const over = decidedFirst(approval);
  const proposer = approval.proposedBy.replace(/^key:/, '');
  const unread =
    session.masksClients && payload.resolution === 'adopt'
      ? 'Clients are masked for you, so you cannot read the terms that you would decide on.'
      : null;
  const own =
    proposer === session.person.name ? 'You proposed this; another person must decide.' : null;
  return (
    <section className="evidence is-doubt" aria-label="Proposal">
      <h3>Proposed: {wordsOf(payload.resolution)}</h3>
      <p>
        <bdi>{payload.text}</bdi>
      </p>
      <Facts
        of={[
          ['By', proposer],
          ['Proposed', <Time key="p" at={approval.proposedAt} />],
          ['Expires', <Left key="e" until={approval.expiresAt} />],
          ['Code', payload.reasonCode],
          ...extrasOf(payload),
        ]}
      />
      <div className="actions">
        <Action
          needs="recon:approve"
          tone="main"
          blocked={unread ?? own ?? over}
          onAct={() => decide('approve')}
        >
          Approve…
        </Action>
        <Action needs="recon:approve" blocked={unread ?? over} onAct={() => decide('reject')}>
          Reject…
        </Action>
      </div>
      {deciding !== null && (
        <Decide
          approval={approval}
          verdict={deciding}
          onClose={() => {
            setDeciding(null);
            onDecided();
          }}
        />
      )}
    </section>
  );
}

function extrasOf(payload: Approval['payload']): readonly (readonly [string, string])[] {
  const extras: (readonly [string, string])[] = [];
  if (typeof payload.orderNumber === 'string') extras.push(['Order number', payload.orderNumber]);
  if (typeof payload.orderId === 'string') extras.push(['Order', payload.orderId]);
  for (const [name, value] of Object.entries(payload.terms ?? {})) extras.push([name, value]);
  return extras;
}

interface DecideProps {
  readonly approval: Approval;
  readonly verdict: 'approve' | 'reject';
  readonly onClose: () => void;
}

function Decide({ approval, verdict, onClose }: DecideProps): ReactNode {
  const [text, setText] = useState('');
  const approves = verdict === 'approve';
  const first = decidedFirst(approval);
  return (
    <Dialog
      title={approves ? 'Approve the proposal' : 'Reject the proposal'}
      act={approves ? `Approve: ${approval.payload.resolution}` : 'Reject'}
      danger={!approves}
      blocked={first ?? (!approves && text.trim() === '' ? 'Say why you reject it.' : null)}
      onClose={onClose}
      run={async () => {
        const comment = text.trim() === '' ? {} : { text: text.trim() };
        const path = `/v1/approvals/${approval.id}`;
        const body = { ...comment, payloadHash: approval.payloadHash };
        try {
          return outcomeOf((await call<Approval>('POST', `${path}/${verdict}`, { body })).data);
        } catch (error) {
          if (!(error instanceof CallError) || error.status !== 409) throw error;
          const words = decidedFirst(await read<Approval>(path));
          if (words === null) throw error;
          return { tone: 'bad', text: words };
        }
      }}
    >
      <First>{first}</First>
      <p>
        {wordsOf(approval.payload.resolution)}. Reason: <bdi>{approval.payload.text}</bdi>
      </p>
      <Reason label={approves ? 'Comment (optional)' : 'Why'} value={text} onChange={setText} />
    </Dialog>
  );
}

function outcomeOf({ state }: Approval): Outcome {
  if (state === 'Approved') return { tone: 'good', text: 'Approved: it has taken effect.' };
  if (state === 'Rejected') return { tone: 'info', text: 'Rejected: nothing has changed.' };
  return { tone: 'bad', text: `It is ${state.toLowerCase()}: nothing has changed.` };
}
