import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { NumberCandidate, Order, OrderCandidates } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { grouped, naira } from '../parts/figures.js';
import { Mark } from '../parts/mark.js';
import { Time } from '../parts/times.js';
import {
  differenceWords,
  fieldWords,
  isImpossible,
  searchWords,
  termsWords,
  tradedWords,
} from './words.js';

/** What the search for an order of unknown outcome has come to; searches write nothing else that would tell. */
export function useCandidates(
  order: Pick<Order, 'id' | 'version' | 'evidence'>,
): UseQueryResult<OrderCandidates> {
  const session = useSession();
  return useQuery({
    queryKey: ['order', order.id, 'candidates', order.version],
    enabled: may(session, 'recon:read') && !order.evidence.certain,
    placeholderData: (before: OrderCandidates | undefined) => before,
    refetchInterval: 15_000,
    queryFn: () => read<OrderCandidates>(`/v1/orders/${order.id}/candidates`),
  });
}

interface NumbersProps {
  readonly order: Order;
  readonly found: OrderCandidates;
  /** Null: there is no break on which it could be decided. */
  readonly onLink: ((orderNumber: string) => void) | null;
  /** Why none can be chosen now. */
  readonly blocked?: string | null;
  /** One below the other, beside a list. */
  readonly isNarrow?: boolean;
}

/** The numbers that may be the order's, each beside our order with what the exchange shows of it. */
export function CandidateNumbers(props: NumbersProps): ReactNode {
  const { order, found, isNarrow = false } = props;
  return (
    <section aria-label={`Numbers that may be ${order.clientOrderId}`} className="numbers">
      <p>
        <b>{searchWords(found)}</b>
      </p>
      {found.numbers.length > 0 && (isNarrow ? <Stacked {...props} /> : <Table {...props} />)}
      <p className="hint">
        Searched {found.searches} {found.searches === 1 ? 'time' : 'times'}
        {found.searchDueAt !== null && (
          <>
            ; next search not before <Time at={found.searchDueAt} />
          </>
        )}
      </p>
    </section>
  );
}

function Table({ order, found, onLink, blocked = null }: NumbersProps): ReactNode {
  return (
    <table className="table candidate-table" aria-label="Candidates">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Terms</th>
          <th scope="col">Traded</th>
          <th scope="col">Since</th>
          <th scope="col">Against our order</th>
          <th scope="col">
            <span className="unseen">Decide</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Our order</th>
          <td>
            {order.side} {grouped(order.units)} {order.security}
          </td>
          <td>not known; limit {naira(order.price)}</td>
          <td>
            sent <Time at={found.sentAt} />
          </td>
          <td>our reference {order.orderRef}</td>
          <td>
            <CopyReference of={order.orderRef} />
          </td>
        </tr>
        {found.numbers.map((one) => (
          <tr key={one.orderNumber}>
            <th scope="row">{one.orderNumber}</th>
            <td>
              <Terms of={one} />
            </td>
            <td>{tradedWords(one) ?? 'no trade known'}</td>
            <td>
              seen <Time at={one.firstSeenAt} />
            </td>
            <td>
              <Against of={one} />
            </td>
            <td>
              <LinkButton of={one} onLink={onLink} blocked={blocked} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stacked({ order, found, onLink, blocked = null }: NumbersProps): ReactNode {
  return (
    <ul className="candidates" aria-label="Candidates">
      <li>
        <div>
          <b>
            Our order: {order.side} {grouped(order.units)} {order.security}
          </b>
          <span>
            sent <Time at={found.sentAt} />, limit {naira(order.price)}, traded: not known
          </span>
          <span>our reference {order.orderRef}</span>
        </div>
        <CopyReference of={order.orderRef} />
      </li>
      {found.numbers.map((one) => (
        <li key={one.orderNumber}>
          <div>
            <b>
              {one.orderNumber}: <Terms of={one} />
            </b>
            <span>
              seen <Time at={one.firstSeenAt} />, traded: {tradedWords(one) ?? 'nothing known'}
            </span>
            <Against of={one} />
          </div>
          <LinkButton of={one} onLink={onLink} blocked={blocked} />
        </li>
      ))}
    </ul>
  );
}

function Terms({ of }: { readonly of: NumberCandidate }): ReactNode {
  return (
    <>
      {termsWords(of)}
      {of.statusWord !== null && <span className="hint"> · {of.statusWord}</span>}
    </>
  );
}

interface RowProps {
  readonly of: NumberCandidate;
  readonly onLink: ((orderNumber: string) => void) | null;
  readonly blocked: string | null;
}

function LinkButton({ of, onLink, blocked }: RowProps): ReactNode {
  const why = isImpossible(of)
    ? `It cannot be the order: ${differenceWords(of.differs)}.`
    : onLink === null
      ? 'The order has no open break to decide it on.'
      : of.proposals.length > 0
        ? 'A proposal about this number awaits a second person.'
        : blocked;
  return (
    <Action needs="recon:write" blocked={why} onAct={() => onLink?.(of.orderNumber)}>
      Link {of.orderNumber}…
    </Action>
  );
}

/** What fits and what does not, and where it can be seen. */
function Against({ of }: { readonly of: NumberCandidate }): ReactNode {
  return (
    <>
      <Fit of={of} />
      {of.breakId !== null && (
        <div>
          <Link to="/breaks" search={{ break: of.breakId }}>
            {BREAK_WORDS[of.breakType ?? ''] ?? 'Its break'}
            {of.breakOpen ? '' : ' (closed)'}
          </Link>
        </div>
      )}
      {of.proposals.length > 0 && (
        <div>
          <Link to="/approvals">Awaits approval</Link>
        </div>
      )}
    </>
  );
}

const BREAK_WORDS: Readonly<Record<string, string>> = {
  OrphanTrade: 'Its orphan trade',
  UnknownAtExchange: 'Its break: under no number of ours',
  DuplicateSuspected: 'Its break: may be a duplicate',
};

/** What of a number is as in the order, and what is not. */
export function Fit({ of }: { readonly of: Pick<NumberCandidate, 'fits' | 'differs'> }): ReactNode {
  if (of.differs.length > 0) {
    return (
      <Mark shape="cross" tone="bad">
        {differenceWords(of.differs)}
      </Mark>
    );
  }
  if (of.fits.length === 0) return <span className="hint">nothing is shown of it</span>;
  return (
    <Mark shape="tick" tone="good">
      same {fieldWords(of.fits)}
    </Mark>
  );
}

/** The reference by which the exchange can find our order. */
export function CopyReference({ of }: { readonly of: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(of).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return <Action onAct={copy}>{copied ? 'Copied' : 'Copy reference'}</Action>;
}
