import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { Company, Market as Answer } from '../api/answers.js';
import { read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { without, type Filters } from '../orders/filters.js';
import { money, NOTHING } from '../parts/figures.js';
import { Grid, type Column } from '../parts/grid.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Age } from '../parts/times.js';
import { SecurityPane } from './security-pane.js';
import { SnapshotTiles } from './snapshot.js';

const idOf = ({ symbol, isin, name }: Company): string => symbol ?? isin ?? name ?? '';

const COLUMNS: readonly Column<Company>[] = [
  { id: 'symbol', head: 'Security', width: 116, cell: (one) => <b>{one.symbol}</b> },
  { id: 'name', head: 'Name', width: 200, grow: true, cell: (one) => <bdi>{one.name}</bdi> },
  { id: 'sector', head: 'Sector', width: 180, spare: 2, cell: (one) => one.sector ?? NOTHING },
  { id: 'price', head: 'Price ₦', width: 96, right: true, cell: (one) => money(one.nasdPrice) },
  { id: 'cap', head: 'Capitalisation ₦', width: 170, right: true, spare: 2, cell: (one) => money(one.marketCap) },
  { id: 'status', head: 'Trading', width: 96, cell: (one) => one.status ?? NOTHING },
]; // prettier-ignore

/** The securities of the exchange, each with its quote and its order book. */
export function Market(): ReactNode {
  const session = useSession();
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const why = lacking(session, 'market:read');
  const { data, error, refetch } = useQuery({
    queryKey: ['companies'],
    enabled: why === null,
    staleTime: 60_000,
    queryFn: () => read<Answer<readonly Company[]>>('/v1/market/companies', { limit: 200 }),
  });
  const rows = useMemo(() => {
    const needle = text.trim().toLowerCase();
    return (data?.data ?? []).filter(({ symbol, name }) =>
      `${symbol} ${name}`.toLowerCase().includes(needle),
    );
  }, [data, text]);
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
          {data !== undefined && (
            <span className={data.source === 'stale' ? 'tone-doubt' : 'hint'}>
              <Age since={data.asOf} /> old
            </span>
          )}
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
            opened={opened}
            onOpen={({ symbol }) => symbol !== null && show({ ...search, security: symbol })}
            onKey={(key) => key === 'Escape' && opened !== null && close()}
          />
        )}
        <footer className="list-foot">
          {data !== undefined && (
            <span>
              <b>{rows.length}</b> securities
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
