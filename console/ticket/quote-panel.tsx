import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { levelsOf, type PricedLevel } from './levels.js';
import type { Depth, Market, Quote } from '../api/answers.js';
import { poll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Facts } from '../parts/facts.js';
import { grouped, money, signed } from '../parts/figures.js';
import { Failed, Loading } from '../parts/states.js';
import { DataAge } from '../market/data-age.js';
import { isHalted, securitiesLike } from '../market/listing.js';
import { useCompanies, useListing } from '../market/securities.js';
import { SecurityStatus } from '../market/security-status.js';

const REFRESH_MS = 5_000;
const LEVELS = 8;

export function useQuote(symbol: string): UseQueryResult<Market<Quote>> {
  return useMarket<Quote>('quotes', symbol);
}

export function useDepth(symbol: string): UseQueryResult<Market<Depth>> {
  return useMarket<Depth>('order-book', symbol);
}

function useMarket<T>(path: string, typed: string): UseQueryResult<Market<T>> {
  const session = useSession();
  const symbol = typed.trim().toUpperCase();
  // What is half typed costs the exchange no call.
  const { kind } = useListing(symbol);
  const isAsked = kind === 'listed' || (kind === 'unknown' && symbol.length > 2);
  return useQuery({
    queryKey: ['market', path, symbol],
    enabled: isAsked && may(session, 'market:read'),
    refetchInterval: REFRESH_MS,
    queryFn: () => poll<Market<T>>(`/v1/market/${path}/${encodeURIComponent(symbol)}`),
  });
}

/** Quote and order book of a security, each with its age. */
export function QuotePanel({ symbol }: { readonly symbol: string }): ReactNode {
  const quote = useQuote(symbol);
  const depth = useDepth(symbol);
  const listing = useListing(symbol);
  const companies = useCompanies();
  if (symbol.trim() === '') return <p className="hint">Choose a security to see its market.</p>;
  if (listing.kind === 'unlisted') {
    const typed = symbol.trim().toUpperCase();
    const like = securitiesLike(companies.data?.data ?? [], typed).length;
    return (
      <p className="hint">
        {like === 0
          ? `The exchange lists no security ${typed}.`
          : `${typed} is no whole symbol; ${like === 1 ? 'one security has' : `${String(like)} securities have`} it in symbol or name.`}
      </p>
    );
  }
  if (quote.error !== null && quote.data === undefined)
    return <Failed error={quote.error} onRetry={() => void quote.refetch()} />;
  if (quote.data === undefined) return <Loading rows={4} />;
  const { data } = quote.data;
  const status = listing.kind === 'listed' ? listing.company.status : null;
  return (
    <section aria-label={`Market of ${data.symbol}`}>
      <header className="quote-head">
        <h2>
          {data.symbol} <span className="hint">{data.securityName}</span>
        </h2>
        <span className="quote-last">{money(data.lastPrice)}</span>
        <Change quote={data} />
        {isHalted(status) && <SecurityStatus status={status} />}
      </header>
      <DataAge of={quote.data} name="Quote" />
      <Facts
        of={[
          ['Open', money(data.open)],
          ['High', money(data.high)],
          ['Low', money(data.low)],
          ['Volume', grouped(data.volume)],
          ['Turnover ₦', money(data.turnoverValue)],
          ['52 weeks', `${money(data.fiftyTwoWeekLow)} to ${money(data.fiftyTwoWeekHigh)}`],
        ]}
      />
      {depth.data !== undefined && <Ladder depth={depth.data.data} />}
    </section>
  );
}

function Change({ quote }: { readonly quote: Quote }): ReactNode {
  const { change, percentageChange } = quote;
  if (change === null) return null;
  const down = change.startsWith('-');
  return (
    <span className={down ? 'sell' : 'buy'}>
      {down ? '▼' : '▲'} {signed(money(change))} ({signed(percentageChange ?? '0')} %)
    </span>
  );
}

/** Bids left, offers right, bars by units. */
export function Ladder({ depth }: { readonly depth: Depth }): ReactNode {
  const { bids, asks } = levelsOf(depth);
  const rows = Math.min(LEVELS, Math.max(bids.length, asks.length));
  const most = [...bids, ...asks]
    .map(({ units }) => barOf(units))
    .reduce((a, b) => Math.max(a, b), 1);
  if (rows === 0) return <p className="hint">Nobody bids and nobody offers.</p>;
  return (
    <table className="ladder">
      <caption className="unseen">Order book of {depth.symbol}</caption>
      <thead>
        <tr>
          <th scope="col" className="is-right">
            Units
          </th>
          <th scope="col" className="is-right">
            Bid ₦
          </th>
          <th scope="col">Offer ₦</th>
          <th scope="col">Units</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            <Units level={bids[row]} most={most} side="bid" />
            <td className="is-right buy">
              {bids[row] === undefined ? '' : money(bids[row].price)}
            </td>
            <td className="sell">{asks[row] === undefined ? '' : money(asks[row].price)}</td>
            <Units level={asks[row]} most={most} side="ask" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Units({
  level,
  most,
  side,
}: {
  readonly level: PricedLevel | undefined;
  readonly most: number;
  readonly side: 'bid' | 'ask';
}): ReactNode {
  if (level === undefined) return <td />;
  const percent = Math.round((barOf(level.units) / most) * 100);
  return (
    <td className={`depth${side === 'bid' ? ' is-right' : ''}`}>
      <svg
        className={`depth-bar is-${side}`}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x={side === 'bid' ? 100 - percent : 0} width={percent} height="10" />
      </svg>
      <span>{grouped(level.units)}</span>
    </td>
  );
}

/** Only for the length of a bar. */
function barOf(units: string): number {
  return Number(units);
}
