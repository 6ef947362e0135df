import { useState, type ReactNode } from 'react';
import type { Approval } from '../api/answers.js';
import { call, CallError, read } from '../api/call.js';
import { useSession } from '../api/session.js';
import { decidedFirst, wordsOf } from '../breaks/resolutions.js';
import { Action } from '../parts/action.js';
import { Dialog, First } from '../parts/dialog.js';
import type { Outcome } from '../parts/outcome.js';
import { Reason } from '../parts/reason.js';
import { ProposalFacts } from './proposal-facts.js';

type Verdict = 'approve' | 'reject' | 'withdraw';

/** A proposal, with what it will do, for a second person. */
export function ApprovalBox({
  approval,
  onDecided,
  onDeciding,
  heading: Heading = 'h3',
  isOver = false,
}: {
  readonly approval: Approval;
  readonly onDecided: () => void;
  /** Told when a decision is begun, so that the proposal stays while it is typed. */
  readonly onDeciding?: (approval: Approval) => void;
  /** By what it stands under. */
  readonly heading?: 'h2' | 'h3';
  /** It waits no more, and stays where it is. */
  readonly isOver?: boolean;
}): ReactNode {
  const session = useSession();
  const [deciding, setDeciding] = useState<Verdict | null>(null);
  const decide = (verdict: Verdict): void => {
    setDeciding(verdict);
    onDeciding?.(approval);
  };
  const { payload } = approval;
  const over = decidedFirst(approval);
  const isOwn = approval.proposedBy.replace(/^key:/, '') === session.person.name;
  const unread =
    session.masksClients && payload.resolution === 'adopt'
      ? 'Clients are masked for you, so you cannot read the terms that you would decide on.'
      : null;
  const own = isOwn ? 'You proposed this; another person must decide.' : null;
  return (
    <section className="evidence is-doubt" aria-label="Proposal">
      <Heading className="proposal-head">Proposed: {wordsOf(payload.resolution)}</Heading>
      <ProposalFacts of={approval} />
      {isOver ? (
        <p className="hint">It waits no more: it was decided.</p>
      ) : (
        <div className="actions">
          <Action
            needs="recon:approve"
            tone="main"
            blocked={unread ?? own ?? over}
            onAct={() => decide('approve')}
          >
            Approve…
          </Action>
          {isOwn ? (
            <Action needs="recon:write" blocked={over} onAct={() => decide('withdraw')}>
              Withdraw…
            </Action>
          ) : (
            <Action needs="recon:approve" blocked={unread ?? over} onAct={() => decide('reject')}>
              Reject…
            </Action>
          )}
        </div>
      )}
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

interface DecideProps {
  readonly approval: Approval;
  readonly verdict: Verdict;
  readonly onClose: () => void;
}

const WORDS: Readonly<Record<Verdict, readonly [title: string, act: string, label: string]>> = {
  approve: ['Approve the proposal', 'Approve', 'Comment (optional)'],
  reject: ['Reject the proposal', 'Reject', 'Why'],
  withdraw: ['Withdraw your proposal', 'Withdraw', 'Why (optional)'],
};

function Decide({ approval, verdict, onClose }: DecideProps): ReactNode {
  const [text, setText] = useState('');
  const { payload } = approval;
  const [title, act, label] = WORDS[verdict];
  const number = payload.orderNumber === null ? '' : ` ${payload.orderNumber}`;
  const first = decidedFirst(approval);
  const unsaid = verdict === 'reject' && text.trim() === '' ? 'Say why you reject it.' : null;
  return (
    <Dialog
      title={title}
      act={verdict === 'approve' ? `Approve${number}` : act}
      danger={verdict !== 'approve'}
      blocked={first ?? unsaid}
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
      <h3>{wordsOf(payload.resolution)}</h3>
      <ProposalFacts of={approval} />
      <Reason label={label} value={text} onChange={setText} isFirst />
    </Dialog>
  );
}

function outcomeOf({ state }: Approval): Outcome {
  if (state === 'Approved') return { tone: 'good', text: 'Approved: it has taken effect.' };
  if (state === 'Rejected') return { tone: 'info', text: 'Rejected: nothing has changed.' };
  if (state === 'Withdrawn') return { tone: 'info', text: 'Withdrawn: nothing has changed.' };
  return { tone: 'bad', text: `It is ${state.toLowerCase()}: nothing has changed.` };
}
