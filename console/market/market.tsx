import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { Company, Market as Answer, PricesOfDay } from '../api/answers.js';
import { poll } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { without, type Filters } from '../orders/filters.js';
import { grouped, money, NOTHING, percentText, signed } from '../parts/figures.js';
import { Grid, type Column } from '../parts/grid.js';
import { nextSorting, type Sorting } from '../parts/sorting.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Age, useNow } from '../parts/times.js';
import { dayRows, type DayRow } from './day-rows.js';
import { useCompanies } from './securities.js';
import { SecurityPane } from './security-pane.js';
import { SecurityStatus } from './security-status.js';
import { SnapshotTiles } from './snapshot.js';
import { sortedRows } from './sorted.js';

const idOf = ({ symbol, isin, name }: Company): string => symbol ?? isin ?? name ?? '';

const COLUMNS: readonly Column<DayRow>[] = [
  { id: 'symbol', head: 'Security', width: 116, sorts: true, cell: (one) => <b>{one.symbol}</b> },
  { id: 'name', head: 'Name', width: 170, grow: true, spare: 3, sorts: true, cell: (one) => <bdi>{one.name}</bdi> },
  { id: 'price', head: 'Last ₦', width: 84, right: true, sorts: true, cell: (one) => money(one.last) },
  { id: 'change', head: 'Change', width: 146, right: true, sorts: true, cell: (one) => <Change of={one} /> },
  { id: 'bid', head: 'Bid ₦', width: 84, right: true, sorts: true, cell: (one) => money(one.bid) },
  { id: 'offer', head: 'Offer ₦', width: 84, right: true, sorts: true, cell: (one) => money(one.offer) },
  { id: 'volume', head: 'Volume', width: 100, right: true, spare: 2, sorts: true, cell: (one) => grouped(one.volume) },
  { id: 'status', head: 'Trading', width: 104, sorts: true, cell: (one) => <SecurityStatus status={one.status} /> },
  { id: 'sector', head: 'Sector', width: 180, spare: 2, sorts: true, cell: (one) => one.sector ?? NOTHING },
  { id: 'cap', head: 'Capitalisation ₦', width: 170, right: true, spare: 1, sorts: true, cell: (one) => money(one.marketCap) },
]; // prettier-ignore

/** Sorted from A; all others from the largest. */
const TEXTS: ReadonlySet<string> = new Set(['symbol', 'name', 'status', 'sector']);

/** Against the day's first price. */
function Change({ of: { change, changePercent } }: { readonly of: DayRow }): ReactNode {
  if (change === null || changePercent === null) return NOTHING;
  if (/^-?0(\.0*)?$/.test(change)) return <span className="hint">0.00</span>;
  const isDown = change.startsWith('-');
  return (
    <span className={isDown ? 'sell' : 'buy'}>
      {isDown ? '▼' : '▲'} {signed(money(change))} ({signed(percentText(changePercent))})
    </span>
  );
}

/** The securities of the exchange, each with its quote and its order book. */
export function Market(): ReactNode {
  const session = useSession();
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const why = lacking(session, 'market:read');
  const { data, error, refetch } = useCompanies();
  const feed = useFeed(why === null).data;
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const rows = useMemo(() => {
    const needle = text.trim().toLowerCase();
    const found = dayRows(data?.data ?? [], feed?.data ?? []).filter(({ symbol, name }) =>
      `${symbol ?? ''} ${name ?? ''}`.toLowerCase().includes(needle),
    );
    return sortedRows(found, sorting);
  }, [data, feed, text, sorting]);
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const opened = search['security'] ?? null;
  const show = (next: Filters): void => void navigate({ to: '/market', search: next });
  const close = (): void => {
    show(without(search, ['security', 'part']));
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className="split">
      <section className="list" aria-label="Securities">
        <div className="toolbar">
          <h1>Market</h1>
          <div className="filter">
            <input
              data-filter
              aria-label="Filter by symbol or name"
              placeholder="Symbol or name"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <kbd aria-hidden="true">/</kbd>
          </div>
          <Prices of={feed ?? data} />
        </div>
        <SnapshotTiles enabled={opened === null} />
        {error !== null && data === undefined && (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && <Loading />}
        {data !== undefined && rows.length === 0 && (
          <Empty onClear={() => setText('')}>No security has this in its name.</Empty>
        )}
        {rows.length > 0 && (
          <Grid
            label="Securities"
            rows={rows}
            columns={COLUMNS}
            idOf={idOf}
            sorting={sorting}
            onSort={(column) => setSorting(nextSorting(sorting, column, TEXTS.has(column)))}
            opened={opened}
            onOpen={({ symbol }) => symbol !== null && show({ ...search, security: symbol })}
            onKey={(key) => key === 'Escape' && opened !== null && close()}
          />
        )}
        <footer className="list-foot">
          {data !== undefined && (
            <span>
              <b>{rows.length}</b> {rows.length === 1 ? 'security' : 'securities'}
            </span>
          )}
        </footer>
      </section>
      {opened !== null && (
        <SecurityPane
          key={opened}
          symbol={opened}
          part={search['part'] ?? 'quote'}
          onPart={(part) => show({ ...search, part })}
          onClose={close}
        />
      )}
    </div>
  );
}

const FEED_MS = 10_000;
/** Prices from before that are said to be old. */
const OLD_MS = 60_000;

/** Last price, bid and offer of all securities in one question. */
function useFeed(enabled: boolean): UseQueryResult<Answer<readonly PricesOfDay[]>> {
  return useQuery({
    queryKey: ['market', 'data'],
    enabled,
    refetchInterval: FEED_MS,
    retry: false,
    queryFn: () => poll<Answer<readonly PricesOfDay[]>>('/v1/market/data'),
  });
}

function Prices({ of }: { readonly of: Answer<unknown> | undefined }): ReactNode {
  const now = useNow();
  if (of === undefined) return null;
  const isOld = of.source === 'stale' || now - Date.parse(of.asOf) > OLD_MS;
  return (
    <span className={isOld ? 'tone-doubt' : 'hint'}>
      prices <Age since={of.asOf} /> old
    </span>
  );
}
