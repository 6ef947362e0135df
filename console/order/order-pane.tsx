import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { AuditEvent, Order, Page } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { stream } from '../live/stream.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { refusedAs } from '../parts/refusal.js';
import type { Outcome } from '../parts/outcome.js';
import { NOTHING, grouped, naira } from '../parts/figures.js';
import { usePaneKeys } from '../shell/keys.js';
import { Side } from '../parts/mark.js';
import { OrderMark } from '../parts/order-mark.js';
import { Failed, Loading } from '../parts/states.js';
import { Age, NowContext } from '../parts/times.js';
import { isBy, momentsOf, searchedBy, stepped } from './as-of.js';
import { CancelOrder } from './cancel-order.js';
import { EditOrder } from './edit-order.js';
import { Calls, Fills, Life, useEvents } from './history.js';
import { doubtWords, evidenceWords, notWorking, proofWord } from './outcome.js';
import { UnknownOutcome } from './unknown-outcome.js';
import { Print } from '../parts/print.js';
import { PaneHead } from '../parts/pane-head.js';
import { Breaks, FillBar, Terms } from './order-facts.js';
import { PastBar, Since, useStepKeys } from './past-bar.js';

interface PaneProps {
  readonly id: string;
  /** The key that opened it. */
  readonly act: string | null;
  /** The moment whose order is shown; null: now. */
  readonly asOf: string | null;
  readonly onLook: (asOf: string | null) => void;
  readonly onClose: () => void;
}

/** One order beside the list: its terms, how we know its state, what happened, and what can be done. */
export function OrderPane({ id, act, asOf, onLook, onClose }: PaneProps): ReactNode {
  const queries = useQueryClient();
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    queryKey: ['order', id],
    queryFn: () => read<Order>(`/v1/orders/${id}`),
  });
  useEffect(
    () =>
      stream.on((event) => {
        if (event.orderId !== id) return;
        void queries.invalidateQueries({ queryKey: ['order', id] });
      }),
    [id, queries],
  );
  usePaneKeys((key) => {
    if (key !== 'Escape') return;
    if (asOf === null) onClose();
    else onLook(null);
  });
  return (
    <aside className={asOf === null ? 'pane' : 'pane is-past'} aria-label="Order">
      {error !== null && order === undefined && (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
      {error === null && order === undefined && <Loading rows={6} />}
      {order !== undefined && (
        <OrderDetail order={order} act={act} asOf={asOf} onLook={onLook} onClose={onClose} />
      )}
    </aside>
  );
}

interface DetailProps extends Omit<PaneProps, 'id'> {
  /** As it is now. */
  readonly order: Order;
}

function OrderDetail({ order, act, asOf, onLook, onClose }: DetailProps): ReactNode {
  const acts = useActs(order, act, asOf !== null);
  const past = usePast(order.id, asOf);
  const page = useEvents(order).data;
  const events = page?.data ?? NO_EVENTS;
  const moments = momentsOf(events);
  useStepKeys(events, asOf, onLook);
  usePaneKeys(acts.press);
  const shown = asOf === null ? order : past.order;
  return (
    <div className="pane-body" aria-busy={past.isLoading}>
      <PaneHead of="order" onClose={onClose}>
        <Side side={order.side} /> {grouped((shown ?? order).units)} {order.security}{' '}
        <span className="hint">at</span> {naira((shown ?? order).price)}
      </PaneHead>
      {asOf !== null && <PastBar error={past.error} asOf={asOf} events={events} onLook={onLook} />}
      <NowContext value={asOf === null ? null : Date.parse(asOf)}>
        {shown !== undefined && <State order={shown} isPast={asOf !== null} />}
        {past.order !== undefined && asOf !== null && (
          <Searched order={past.order} asOf={asOf} page={page} />
        )}
        {past.order !== undefined && asOf !== null && <Since then={past.order} now={order} />}
        {asOf !== null && (
          <p className="hint">
            As Marina knew it then: the exchange gives no times, so it may have happened earlier.
          </p>
        )}
        <div className="actions">
          {acts.buttons}
          {asOf === null && (
            <Action
              blocked={moments.length < 2 ? 'It has no past yet.' : null}
              onAct={() => onLook(stepped(moments, null, 'earlier'))}
              shortcut="["
            >
              Look back
            </Action>
          )}
        </div>
        <OutcomeLine outcome={acts.outcome} />
        {shown !== undefined && <Parts order={order} shown={shown} asOf={asOf} onLook={onLook} />}
      </NowContext>
      {acts.dialog}
    </div>
  );
}

const NO_EVENTS: readonly AuditEvent[] = [];

interface Past {
  readonly order: Order | undefined;
  readonly error: Error | null;
  readonly isLoading: boolean;
}

/** The order as it was; the one before stays until the next is known, so that nothing jumps. */
function usePast(id: string, asOf: string | null): Past {
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['order-as-of', id, asOf],
    enabled: asOf !== null,
    staleTime: Infinity,
    placeholderData: (before: Order | undefined) => before,
    queryFn: () => read<Order>(`/v1/orders/${id}`, { asOf }),
  });
  return { order: data, error, isLoading: isFetching && isPlaceholderData };
}

function State({ order, isPast }: { readonly order: Order; readonly isPast: boolean }): ReactNode {
  return (
    <>
      <div className="pane-status">
        <OrderMark order={order} />
        {!order.evidence.certain && <span className="hint">{doubtWords(order)}</span>}
        <span className="hint">
          no. <b>{order.orderNumber ?? NOTHING}</b>
        </span>
        <span className="hint">
          {proofWord(order)} <Age since={order.evidence.at} />{' '}
          {order.evidence.at === null ? '' : 'ago'}
        </span>
      </div>
      <Evidence order={order} isPast={isPast} />
      <FillBar order={order} />
    </>
  );
}

interface PartsProps {
  /** As it is now: its lists are read anew when it changes. */
  readonly order: Order;
  readonly shown: Order;
  readonly asOf: string | null;
  readonly onLook: (asOf: string) => void;
}

function Parts({ order, shown, asOf, onLook }: PartsProps): ReactNode {
  return (
    <Tabs defaultValue="life" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="life">Life</Tabs.Tab>
        <Tabs.Tab value="terms">Terms</Tabs.Tab>
        <Tabs.Tab value="fills">Fills</Tabs.Tab>
        <Tabs.Tab value="calls">Calls</Tabs.Tab>
        <Tabs.Tab value="breaks">
          Breaks{shown.openBreaks > 0 ? ` ${String(shown.openBreaks)}` : ''}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="life">
        <Life order={order} asOf={asOf} onLook={onLook} />
      </Tabs.Panel>
      <Tabs.Panel value="terms">
        <Terms order={shown} />
      </Tabs.Panel>
      <Tabs.Panel value="fills">
        <Fills order={order} asOf={asOf} />
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <Calls order={order} asOf={asOf} />
      </Tabs.Panel>
      <Tabs.Panel value="breaks">
        <Breaks order={order} asOf={asOf} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface Acts {
  readonly buttons: ReactNode;
  readonly dialog: ReactNode;
  readonly outcome: Outcome | null;
  readonly press: (key: string) => void;
}

interface KeyedAct {
  /** Why it cannot be done now; null: it can. */
  readonly blocked: string | null;
  readonly run: () => void;
}

/** Edit, cancel and enquire, by button and by key; `act` is the key that opened the pane. */
function useActs(order: Order, act: string | null, isPast: boolean): Acts {
  const session = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'cancel' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const past = isPast ? 'This is how the order was. Go back to now first.' : null;
  const closed = past ?? notWorking(order);
  const notEditable =
    closed ??
    (session.masksClients
      ? 'Clients are masked for you, so you can cancel, but not edit.'
      : null) ??
    (order.pending?.kind === 'Edit' ? 'An edit is already under way.' : null);
  const unnumbered =
    past ??
    (order.orderNumber === null
      ? 'No number of the order is known, so the exchange cannot be asked about it. Not proven has what was found.'
      : null);

  const enquire = (): void => {
    setOutcome({ tone: 'info', text: 'Asking the exchange. This costs one call…' });
    call<Order>('POST', `/v1/orders/${order.id}/enquire`).then(
      ({ data }) => {
        queries.setQueryData(['order', order.id], data);
        setOutcome({
          tone: 'good',
          text: `The exchange has answered: ${data.exchangeStatus ?? data.status}.`,
        });
      },
      (error: unknown) => setOutcome(refusedAs(error)),
    );
  };
  const keyed: Readonly<Record<string, KeyedAct>> = {
    'Shift E': { blocked: notEditable, run: () => setDialog('edit') },
    'Shift C': { blocked: closed, run: () => setDialog('cancel') },
    'Shift R': { blocked: unnumbered, run: enquire },
  };
  const press = (key: string): void => {
    const act = keyed[key];
    if (act === undefined) return;
    const why = lacking(session, 'orders:write') ?? act.blocked;
    if (why === null) act.run();
    else setOutcome({ tone: 'info', text: why });
  };
  useEffect(() => {
    if (act === null) return;
    press(act);
    void navigate({ to: '.', search: ({ act: _, ...rest }) => rest, replace: true });
  }, [act]);
  const done = (): void => {
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['order', order.id] });
  };
  return {
    outcome,
    press,
    dialog: dialog === null ? null : <ActDialog of={dialog} order={order} onClose={done} />,
    buttons: (
      <>
        <Action
          needs="orders:write"
          blocked={notEditable}
          onAct={() => setDialog('edit')}
          shortcut="Shift E"
        >
          Edit…
        </Action>
        <Action
          needs="orders:write"
          blocked={closed}
          tone="danger"
          onAct={() => setDialog('cancel')}
          shortcut="Shift C"
        >
          Cancel…
        </Action>
        <Action needs="orders:write" blocked={unnumbered} onAct={enquire} shortcut="Shift R">
          Ask the exchange
        </Action>
        <Print needs="audit:read" path={`/v1/orders/${order.id}/report`}>
          Print its history
        </Print>
      </>
    ),
  };
}

interface ActProps {
  readonly of: 'edit' | 'cancel';
  readonly order: Order;
  readonly onClose: () => void;
}

function ActDialog({ of, order, onClose }: ActProps): ReactNode {
  if (of === 'edit') return <EditOrder order={order} onClose={onClose} />;
  return <CancelOrder order={order} onClose={onClose} />;
}

function Evidence({
  order,
  isPast,
}: {
  readonly order: Order;
  readonly isPast: boolean;
}): ReactNode {
  const doubtful = !order.evidence.certain || order.gap !== null;
  return (
    <div className={`evidence${doubtful ? ' is-doubt' : ''}`}>
      <p>{evidenceWords(order)}</p>
      {order.reason !== null && <p className="hint">{order.reason}</p>}
      {doubtful && order.pending !== null && !order.pending.refused && (
        <p className="hint">
          Since <Age since={order.pending.since} />. Do not send it again.
          {order.pending.state === 'Unknown' && order.pending.reason !== null && (
            <> The call ended with: {order.pending.reason}</>
          )}
        </p>
      )}
      {!isPast && order.pending?.state === 'Unknown' && <UnknownOutcome order={order} />}
    </div>
  );
}

interface SearchedProps {
  /** As it was then. */
  readonly order: Order;
  readonly asOf: string;
  readonly page: Page<AuditEvent> | undefined;
}

/** What the searches had named by then; left out where not all entries until then are at hand. */
function Searched({ order: { pending }, asOf, page }: SearchedProps): ReactNode {
  if (pending?.state !== 'Unknown' || page === undefined) return null;
  const { data: events } = page;
  if (page.page.hasMore && isBy(events.at(-1)?.at ?? null, asOf)) return null;
  const then = searchedBy(events, pending.kind, asOf);
  if (then === null) return <p className="hint">No search had found anything of it yet.</p>;
  return (
    <p aria-label="What the searches had found">
      {then.numbers.length > 0 && (
        <>
          {then.numbers.length === 1 ? 'The number' : 'The numbers'}{' '}
          <b>{then.numbers.join(', ')}</b> may be it.{' '}
        </>
      )}
      {then.found !== null && <span className="hint">Last search: {then.found}.</span>}
    </p>
  );
}
