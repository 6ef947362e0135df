import { useState, type ReactNode } from 'react';
import type { Approval } from '../api/answers.js';
import { call } from '../api/call.js';
import { useSession } from '../api/session.js';
import { wordsOf } from '../breaks/resolutions.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Facts } from '../parts/facts.js';
import type { Outcome } from '../parts/outcome.js';
import { Left, Time } from '../parts/times.js';
import { Reason } from '../parts/reason.js';

/** A proposal, with what it will do, for a second person. */
export function ApprovalBox({
  approval,
  onDecided,
}: {
  readonly approval: Approval;
  readonly onDecided: () => void;
}): ReactNode {
  const session = useSession();
  const [deciding, setDeciding] = useState<'approve' | 'reject' | null>(null);
  const { payload } = approval;
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
          blocked={unread ?? own}
          onAct={() => setDeciding('approve')}
        >
          Approve…
        </Action>
        <Action needs="recon:approve" blocked={unread} onAct={() => setDeciding('reject')}>
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
  return (
    <Dialog
      title={approves ? 'Approve the proposal' : 'Reject the proposal'}
      act={approves ? `Approve: ${approval.payload.resolution}` : 'Reject'}
      danger={!approves}
      blocked={!approves && text.trim() === '' ? 'Say why you reject it.' : null}
      onClose={onClose}
      run={async () => {
        const comment = text.trim() === '' ? {} : { text: text.trim() };
        const { data } = await call<Approval>('POST', `/v1/approvals/${approval.id}/${verdict}`, {
          body: { ...comment, payloadHash: approval.payloadHash },
        });
        return outcomeOf(data);
      }}
    >
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
