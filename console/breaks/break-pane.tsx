import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { AuditEvent, Order, Page, WholeBreak } from '../api/answers.js';
import { ASKED, call, read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { stream } from '../live/stream.js';
import { sentenceOf } from '../order/outcome.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { refusalOf, refusedAs } from '../parts/refusal.js';
import { NOTHING, grouped, naira } from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import type { Outcome } from '../parts/outcome.js';
import { BreakStatus, Severity, spaced } from '../parts/severity.js';
import { Failed, Loading } from '../parts/states.js';
import { Age, Time, ageText } from '../parts/times.js';
import { ApprovalBox } from '../approvals/approval-box.js';
import { Comments, History } from './break-history.js';
import { Due } from './due.js';
import { usePaneKeys } from '../shell/keys.js';
import { Candidates, type Chosen } from './candidate-list.js';
import { Resolve } from './resolve.js';
import { Reopen } from './reopen.js';
import { WasCandidate } from './was-candidate.js';
import { sidesOf, type Difference as Sum, type ExchangeRecord } from './sides.js';
import { PaneHead } from '../parts/pane-head.js';

/** One break: both sides with what differs, what can be done, and who has said what. */
export function BreakPane({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['break', id],
    // While it was closed nothing told of its changes.
    refetchOnMount: 'always',
    queryFn: () => read<WholeBreak>(`/v1/breaks/${id}`),
  });
  const orderId = data?.orderId ?? null;
  useEffect(
    () =>
      stream.on((event: AuditEvent) => {
        if (!/^(BREAK|APPROVAL)_/.test(event.type) && event.orderId !== orderId) return;
        void queries.invalidateQueries({ queryKey: ['break', id] });
        void queries.invalidateQueries({ queryKey: ['order', orderId] });
      }),
    [id, orderId, queries],
  );
  return (
    <aside
      className="pane is-wide"
      aria-label="Break"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {error !== null && data === undefined && (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Loading rows={6} />}
      {data !== undefined && <Detail of={data} onClose={onClose} />}
    </aside>
  );
}

function Detail({
  of,
  onClose,
}: {
  readonly of: WholeBreak;
  readonly onClose: () => void;
}): ReactNode {
  const { buttons, dialog, outcome, again, choose } = useBreakActs(of);
  const closed = of.closedAt !== null;
  // One that somebody else decides meanwhile stays while a decision is typed.
  const [deciding, setDeciding] = useState<string | null>(null);
  const pending = of.approvals.find(({ state }) => state === 'Pending');
  const proposal = of.approvals.find(({ id }) => id === deciding) ?? pending;
  return (
    <div className="pane-body">
      <PaneHead of="break" onClose={onClose}>
        {spaced(of.type)}
      </PaneHead>
      <div className="pane-status">
        <Severity of={of.severity} />
        <BreakStatus of={of.status} />
        {closed ? (
          <span className="hint">
            closed <Time at={of.closedAt} />, was open {openFor(of)}
          </span>
        ) : (
          <>
            <span className="hint">
              open <Age since={of.openedAt} />
            </span>
            <Due of={of} isHint />
          </>
        )}
        {(!closed || of.assignee !== null) && (
          <span className="hint">owner {of.assignee ?? 'nobody yet'}</span>
        )}
      </div>
      <div className={`evidence${closed ? '' : ' is-doubt'}`}>
        <p>{withFigures(of.detail)}</p>
        {of.outcome !== null && <p className="hint">Ended: {withFigures(of.outcome)}</p>}
      </div>
      {proposal !== undefined && (
        <ApprovalBox
          key={proposal.id}
          approval={proposal}
          onDeciding={({ id }) => setDeciding(id)}
          onDecided={() => {
            setDeciding(null);
            again();
          }}
        />
      )}
      <BothSides of={of} onChoose={choose} waits={pending !== undefined} />
      <div className="actions">{buttons}</div>
      <OutcomeLine outcome={outcome} />
      <Comments of={of} onSaid={again} />
      <History of={of} />
      {dialog}
    </div>
  );
}

function openFor({ openedAt, closedAt }: WholeBreak): string {
  return closedAt === null ? '' : ageText(Date.parse(closedAt) - Date.parse(openedAt));
}

interface BreakActs {
  readonly buttons: ReactNode;
  readonly dialog: ReactNode;
  readonly outcome: Outcome | null;
  readonly again: () => void;
  /** Opens the resolution with what was chosen among the candidates. */
  readonly choose: (chosen: Chosen) => void;
}

/** Take, recheck, resolve and reopen, by button and by key. */
function useBreakActs(of: WholeBreak): BreakActs {
  const session = useSession();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'resolve' | 'reopen' | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const closed = of.closedAt !== null;
  const waits = of.status === 'AwaitingApproval' ? 'A proposal awaits a second person.' : null;
  const over = closed ? 'The break is closed.' : null;
  const mine = of.assignee === session.person.name ? 'It is yours already.' : null;
  const { data: order } = useOrderOf(of);
  const number = of.orderId === null ? of.orderNumber : (order?.orderNumber ?? null);
  const unnumbered =
    number === null ? 'No number of it is known, so the exchange cannot be asked about it.' : null;
  const again = (): void => void queries.invalidateQueries({ queryKey: ['break', of.id] });
  const act = (path: string, body: unknown, text: (answer: WholeBreak) => string): void => {
    setOutcome({ tone: 'info', text: 'Sending…' });
    call<WholeBreak>('POST', `/v1/breaks/${of.id}/${path}`, { body, version: of.version }).then(
      ({ data }) => {
        setOutcome({ tone: 'good', text: text(data) });
        again();
      },
      (error: unknown) => setOutcome(refusedAs(error)),
    );
  };
  const take = (): void =>
    act('assign', { assignee: session.person.name }, () => 'It is yours now.');
  const recheck = (): void => {
    act('recheck', undefined, (answer) => {
      const { recheck: said } = answer as WholeBreak & {
        readonly recheck?: { readonly said: string };
      };
      return `The exchange has answered: ${withFigures(said?.said ?? 'see both sides')}`;
    });
  };
  usePaneKeys((key) => {
    if (closed || !may(session, 'recon:write')) return;
    if (key === 'Shift R' && unnumbered === null) recheck();
  });
  const close = (): void => {
    setDialog(null);
    setChosen(null);
    again();
  };
  const choose = (next: Chosen): void => {
    setChosen(next);
    setDialog('resolve');
  };
  return {
    outcome, again, choose,
    dialog:
      dialog === 'resolve' ? <Resolve of={of} chosen={chosen} onClose={close} />
      : dialog === 'reopen' ? <Reopen of={of} onClose={close} /> : null,
    buttons: (
      <>
    <Action needs="recon:write" blocked={over ?? mine} onAct={take}>
      Take it
    </Action>
    <Action needs="recon:write" blocked={over ?? unnumbered} onAct={recheck} shortcut="Shift R">
      Ask the exchange
    </Action>
    <Action
      needs="recon:write"
      tone="main"
      blocked={over ?? waits}
      onAct={() => setDialog('resolve')}
    >
      Resolve…
    </Action>
    {closed && (
      <Action needs="recon:write" onAct={() => setDialog('reopen')}>
        Reopen…
      </Action>
    )}
  </>
    ),
  }; // prettier-ignore
}

/** The order of ours that a break is about. */
function useOrderOf({ orderId }: WholeBreak): { readonly data: Order | undefined } {
  const session = useSession();
  return useQuery({
    queryKey: ['order', orderId],
    enabled: orderId !== null && may(session, 'orders:read'),
    queryFn: () => read<Order>(`/v1/orders/${orderId ?? ''}`),
  });
}

interface SidesProps {
  readonly of: WholeBreak;
  readonly onChoose: (chosen: Chosen) => void;
  /** A proposal awaits a second person. */
  readonly waits: boolean;
}

/** Ours left, the exchange right; the sum on top must become zero. */
function BothSides({ of, onChoose, waits }: SidesProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const { data: order } = useOrderOf(of);
  const number = of.orderNumber ?? order?.orderNumber ?? null;
  const record = useQuery({
    queryKey: [ASKED, 'record', number],
    enabled: asked && number !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: () =>
      read<{ readonly data: ExchangeRecord; readonly asOf: string }>(
        `/v1/exchange/orders/${number ?? ''}`,
      ),
  });
  const { rows, difference } = sidesOf(of, order ?? null, record.data?.data ?? null);
  // Of a number that is not known the candidates are the other side.
  const hasSides = rows.some(({ theirs }) => theirs !== NOTHING);
  return (
    <section aria-label="Both sides">
      {of.closedAt === null && difference !== null && <Difference of={difference} />}
      {hasSides && (
        <table className="table sides">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Field</span>
              </th>
              <th scope="col">Ours</th>
              <th scope="col">
                Exchange{' '}
                {record.data === undefined ? (
                  ''
                ) : (
                  <span className="hint">
                    (<Age since={record.data.asOf} /> ago)
                  </span>
                )}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, ours, theirs, differs }) => (
              <tr key={field} className={differs ? 'is-different' : ''}>
                <th scope="row">{field}</th>
                <td>{ours}</td>
                <td>
                  {differs && (
                    <span aria-label="differs" role="img">
                      ≠{' '}
                    </span>
                  )}
                  {theirs}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {of.trade === null && number !== null && record.data === undefined && (
        <Action needs="exchange:read" onAct={() => setAsked(true)}>
          Fetch the exchange&apos;s record (1 call)
        </Action>
      )}
      {record.error !== null && <p className="hint tone-bad">{refusalOf(record.error)}</p>}
      {order !== undefined && (
        <p className="hint">
          {sentenceOf(order)}, for <bdi>{order.clientName}</bdi>.{' '}
          <Link to="/orders" search={{ order: order.id }}>
            Open the order
          </Link>
        </p>
      )}
      <OursNow of={of} />
      <WasCandidate of={of} />
      <Candidates of={of} order={order ?? null} onChoose={onChoose} waits={waits} />
    </section>
  );
}

/** The order that has the number of a closed break about another desk's order or trade. */
function OursNow({ of }: { readonly of: WholeBreak }): ReactNode {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['order', 'of-number', of.orderNumber],
    enabled: of.closedAt !== null && of.orderId === null && of.orderNumber !== null && may(session, 'orders:read'),
    queryFn: () => read<Page<Order>>('/v1/orders', { orderNumber: of.orderNumber }),
  }); // prettier-ignore
  const ours = data?.data[0];
  if (ours === undefined) return null;
  return (
    <p>
      {of.orderNumber} is the number of our {sentenceOf(ours)}.{' '}
      <Link to="/orders" search={{ order: ours.id }}>
        Open the order
      </Link>
    </p>
  );
}

/** The sum on top, which must become zero. */
function Difference({ of }: { readonly of: Sum }): ReactNode {
  const tone = (sum: string): string => (sum === '0' ? 'tone-good' : 'tone-bad');
  return (
    <p className="difference">
      Difference units <b className={tone(of.units)}>{grouped(of.units)}</b>
      {of.value !== null && (
        <>
          {' '}
          value <b className={tone(of.value)}>{naira(of.value)}</b>
        </>
      )}
    </p>
  );
}
