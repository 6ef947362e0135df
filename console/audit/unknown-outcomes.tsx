import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UnknownOutcome } from '../api/answers.js';
import { readAll } from '../api/call.js';
import type { Filters } from '../orders/filters.js';
import { NOTHING } from '../parts/figures.js';
import { DayField } from '../parts/day-field.js';
import { dayAfter, longDay } from '../parts/lagos-time.js';
import { Mark } from '../parts/mark.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Age, Time, durationText, lagosDate, useNow } from '../parts/times.js';
import { ClientOf, OrderLink } from './audited.js';

const PATH = '/v1/audit/unknown-outcomes';

/** What nobody knew on a day, for how long, and how it became known. */
export function UnknownOutcomes(): ReactNode {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const date = search['tradingDate'] ?? lagosDate(useNow());
  const { data, error, refetch } = useQuery({
    queryKey: ['unknown-outcomes', date],
    refetchInterval: 15_000,
    queryFn: () =>
      readAll<UnknownOutcome>(PATH, {
        from: `${date}T00:00:00+01:00`,
        to: `${dayAfter(date)}T00:00:00+01:00`,
      }),
  });
  const go = (tradingDate: string): void =>
    void navigate({ to: '/audit', search: { view: 'unknown', tradingDate } });
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Unknown outcomes">
      <div className="toolbar is-plain">
        <DayField label="Day" value={date} onChange={go} />
        <span className="hint">
          {longDay(date)}: posts, edits and cancels whose reply was lost or unclear on that day
        </span>
      </div>
      {error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data?.length === 0 && <Empty>Every request of this day had a known outcome.</Empty>}
      {data !== undefined && data.length > 0 && <Outcomes of={data} />}
    </div>
  );
}

function Outcomes({ of }: { readonly of: readonly UnknownOutcome[] }): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Not known from</th>
          <th scope="col">Until</th>
          <th scope="col">For</th>
          <th scope="col">What</th>
          <th scope="col">Order</th>
          <th scope="col">Client</th>
          <th scope="col">What became of it</th>
          <th scope="col">Decided by</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.sequence}>
            <td>
              <Time at={one.since} />
            </td>
            <td>
              <Time at={one.until} />
            </td>
            <td>{one.seconds === null ? <Age since={one.since} /> : durationText(one.seconds)}</td>
            <td title={one.reason ?? ''}>{one.kind}</td>
            <td>
              <OrderLink order={one.order} />
            </td>
            <td>
              <ClientOf order={one.order} />
            </td>
            <td>
              <Became of={one} />
            </td>
            <td>{decidersOf(one)}</td>
            <td>
              <EntryLink sequence={one.sequence} />
              {one.endSequence !== null && (
                <>
                  {' '}
                  to <EntryLink sequence={one.endSequence} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both of two people, the proposer first. */
function decidersOf({ proposedBy, decidedBy }: UnknownOutcome): string {
  const names = [proposedBy, decidedBy].flatMap((one) => one?.replace(/^(key|system):/, '') ?? []);
  return names.length === 0 ? NOTHING : names.join(' and ');
}

/** What people have decided, the exchange has not shown. */
const DECIDED: typeof BECAME = {
  ACKNOWLEDGED: 'It counts as taken',
  REFUSED: 'It counts as not taken',
  WITHDRAWN: 'It was withdrawn',
};

const BECAME: Readonly<Record<NonNullable<UnknownOutcome['outcome']>, string>> = {
  ACKNOWLEDGED: 'It had taken effect',
  REFUSED: 'It was refused',
  WITHDRAWN: 'It was withdrawn',
};

function Became({
  of: { outcome, found, proposedBy },
}: {
  readonly of: UnknownOutcome;
}): ReactNode {
  if (outcome === null) {
    return (
      <Mark shape="triangle" tone="doubt">
        Still not known
      </Mark>
    );
  }
  return (
    <>
      {(proposedBy === null ? BECAME : DECIDED)[outcome]}
      {found !== null && <span className="hint"> · {found}</span>}
    </>
  );
}

/** The entry among those of the trail around it. */
function EntryLink({ sequence }: { readonly sequence: number }): ReactNode {
  return (
    <Link
      to="/audit"
      search={{ afterSequence: String(sequence - 1), order: 'asc', entry: String(sequence) }}
    >
      {sequence}
    </Link>
  );
}
