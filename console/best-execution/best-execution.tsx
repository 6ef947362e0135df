import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import type { BestExecution as Row } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList } from '../live/use-steady-list.js';
import type { Filters } from '../orders/filters.js';
import { grouped, money, NOTHING } from '../parts/figures.js';
import { FilterForm } from '../parts/filter-form.js';
import { Grid, type Column } from '../parts/grid.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Time, lagosDate, useNow } from '../parts/times.js';

const PATH = '/v1/audit/best-execution';
const idOf = (row: Row): string => row.orderId;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'day', head: 'Day', width: 92, cell: (one) => one.tradingDate },
  { id: 'order', head: 'Order', width: 110, grow: true, cell: (one) => <Link to="/orders" search={{ order: one.orderId }}>{one.clientOrderId}</Link> },
  { id: 'what', head: 'What', width: 150, cell: (one) => `${one.side} ${one.security}` },
  { id: 'units', head: 'Units', width: 80, right: true, cell: (one) => grouped(one.units) },
  { id: 'limit', head: 'Limit ₦', width: 80, right: true, cell: (one) => money(one.price) },
  { id: 'sent', head: 'Sent', width: 112, right: true, spare: 2, cell: (one) => (one.sentAt === null ? NOTHING : <Time at={one.sentAt} />) },
  { id: 'bid', head: 'Bid then', width: 80, right: true, cell: (one) => money(quoteOf(one)?.bid) },
  { id: 'offer', head: 'Offer then', width: 80, right: true, cell: (one) => money(quoteOf(one)?.offer) },
  { id: 'executed', head: 'Executed', width: 80, right: true, cell: (one) => grouped(one.executions.units) },
  { id: 'average', head: 'Average ₦', width: 84, right: true, cell: (one) => money(one.executions.averagePrice) },
  { id: 'quote', head: 'Better than quote', width: 124, right: true, cell: (one) => betterBy(one.againstQuote) },
  { id: 'market', head: 'Better than day', width: 124, right: true, cell: (one) => betterBy(one.againstDay) },
]; // prettier-ignore

/** The quote that the order is compared with. */
function quoteOf({ quoteAtSending, quoteAfterSending }: Row): Row['quoteAtSending'] {
  return quoteAtSending ?? quoteAfterSending;
}

function betterBy(quality: Row['againstQuote']): string {
  if (quality === null) return NOTHING;
  const { improvement, improvementPercent } = quality;
  return `${improvement.startsWith('-') ? '' : '+'}${money(improvement)} (${improvementPercent} %)`;
}

/** Orders of some trading days against the market of their time. */
export function BestExecution(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'audit:read');
  const today = lagosDate(useNow());
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const { from = today, to = today } = search;
  const query = { ...search, from, to };
  const rows = useSteadyList<Row>({ path: PATH, query, limit: 50, idOf, enabled: why === null });
  const onEnd = useCallback(() => void rows.list.more(), [rows.list]);
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const file = `${PATH}?${new URLSearchParams({ ...query, format: 'csv' }).toString()}`;
  return (
    <section className="list" aria-label="Best execution">
      <div className="toolbar">
        <h1>Best execution</h1>
        <span className="hint">
          Better: a buyer paid less than the offer, a seller got more than the bid, in Naira a unit.
        </span>
        <span className="toolbar-end">
          <a className="button is-link" href={file} download>
            CSV
          </a>
        </span>
      </div>
      <FilterForm
        key={JSON.stringify(query)}
        fields={FIELDS}
        filters={query}
        show={(next) => void navigate({ to: '/best-execution', search: next })}
      />
      {rows.phase === 'loading' && <Loading rows={10} />}
      {rows.phase === 'failed' && (
        <Failed error={rows.error} onRetry={() => void rows.list.open()} />
      )}
      {rows.phase === 'ready' && rows.rows.length === 0 && (
        <Empty>No order of these trading days meets the filters.</Empty>
      )}
      {rows.rows.length > 0 && (
        <Grid
          label="Orders against the market"
          rows={rows.rows}
          columns={COLUMNS}
          idOf={idOf}
          opened={null}
          onOpen={(one) => void navigate({ to: '/orders', search: { order: one.orderId } })}
          onEnd={onEnd}
        />
      )}
      <footer className="list-foot">
        <RowCount of={rows} one="order">
          orders
        </RowCount>
        <span className="hint">
          {NOTHING}: nothing was recorded, or nothing executed. The exchange tells no time of a
          trade.
        </span>
      </footer>
    </section>
  );
}

const FIELDS = [
  ['from', 'First trading day'],
  ['to', 'Last trading day'],
  ['accountNumber', 'Account'],
  ['security', 'Security'],
] as const;
