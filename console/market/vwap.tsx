import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Market, VwapDay } from '../api/answers.js';
import { read } from '../api/call.js';
import { NOTHING, grouped, money } from '../parts/figures.js';
import { Failed, Loading } from '../parts/states.js';
import { TableHead } from '../parts/table-head.js';
import { lagosDate, useNow } from '../parts/times.js';
import { DataAge } from './data-age.js';
import { daysOf, vwapOf } from './vwap-days.js';

const DAYS_BACK = 20;
const DAY_MS = 86_400_000;
/** The exchange lists all securities of all days together. */
const PAGES_MOST = 6;
const KEPT_MS = 10 * 60_000;

interface Answered {
  readonly days: readonly VwapDay[];
  readonly first: Market<unknown>;
  /** The market had more than was read. */
  readonly isCut: boolean;
}

/** What a security has cost on the days before: its volume-weighted average price, lowest and highest. */
export function Vwap({ symbol }: { readonly symbol: string }): ReactNode {
  const today = lagosDate(useNow());
  const { data, error, refetch } = useQuery({
    queryKey: ['market', 'vwap', today],
    staleTime: KEPT_MS,
    queryFn: () => readDays(lagosDate(Date.parse(today) - DAYS_BACK * DAY_MS), today),
  });
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={4} />;
  const days = daysOf(data.days, symbol);
  return (
    <section aria-label={`Average prices of ${symbol}`}>
      <DataAge of={data.first} />
      {data.isCut && (
        <p className="hint tone-doubt">
          The market has more rows than are read here: days are missing, the newest perhaps.
        </p>
      )}
      {days.length === 0 && !data.isCut && (
        <p className="hint">It has not traded in these {DAYS_BACK} days.</p>
      )}
      {days.length > 0 && (
        <>
          <Chart days={days} />
          <DayTable days={days.toReversed()} />
        </>
      )}
    </section>
  );
}

async function readDays(from: string, to: string): Promise<Answered> {
  const days: VwapDay[] = [];
  let first: Market<readonly VwapDay[]> | null = null;
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MOST; pages += 1) {
    const answer: Market<readonly VwapDay[]> = await read('/v1/market/vwap', {
      from,
      to,
      limit: 200,
      cursor,
    });
    first ??= answer;
    days.push(...answer.data);
    cursor = answer.page?.nextCursor ?? null;
    if (cursor === null) break;
  }
  if (first === null) throw new Error('The market has no days.');
  return { days, first, isCut: cursor !== null };
}

const WIDTH = 360;
const HEIGHT = 110;
const LEFT = 44;
const TOP = 8;

/** Floats are good enough for places in a picture; the table below has the figures. */
function Chart({ days }: { readonly days: readonly VwapDay[] }): ReactNode {
  const figures = days.map((day) => {
    const average = Number(vwapOf(day) ?? day.close ?? 0);
    return { average, low: Number(day.low ?? average), high: Number(day.high ?? average) };
  });
  const low = Math.min(...figures.map((one) => one.low));
  const high = Math.max(...figures.map((one) => one.high));
  const step = (WIDTH - LEFT) / days.length;
  const x = (index: number): number => LEFT + step * (index + 0.5);
  const y = (price: number): number =>
    TOP + (high === low ? HEIGHT / 2 : ((high - price) / (high - low)) * HEIGHT);
  const last = days.at(-1);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT + 28)}`}
      role="img"
      aria-label={`Average price of ${String(days.length)} days, between ${low.toFixed(2)} and ${high.toFixed(2)}, ${money(last === undefined ? null : vwapOf(last))} at last`}
    >
      {[high, low].map((price, index) => (
        <g key={index}>
          <line x1={LEFT} x2={WIDTH} y1={y(price)} y2={y(price)} className="chart-line" />
          <text x={LEFT - 6} y={y(price) + 3} textAnchor="end">
            {price.toFixed(2)}
          </text>
        </g>
      ))}
      {figures.map((one, index) => (
        <line
          key={index}
          x1={x(index)}
          x2={x(index)}
          y1={y(one.high)}
          y2={y(one.low)}
          className="chart-range"
        />
      ))}
      <polyline
        className="chart-path"
        points={figures
          .map((one, index) => `${String(x(index))},${String(y(one.average))}`)
          .join(' ')}
      />
      {[days[0], days.length > 1 ? last : undefined].map((day, index) => (
        <text
          key={index}
          x={index === 0 ? LEFT : WIDTH}
          y={HEIGHT + 24}
          textAnchor={index === 0 ? 'start' : 'end'}
        >
          {day?.date?.slice(0, 10)}
        </text>
      ))}
    </svg>
  );
}

function DayTable({ days }: { readonly days: readonly VwapDay[] }): ReactNode {
  return (
    <table className="table">
      <TableHead first="Day" figures={['VWAP ₦', 'Low', 'High', 'Close', 'Volume']} />
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <td>{day.date?.slice(0, 10) ?? NOTHING}</td>
            <td className="is-right">
              <b>{money(vwapOf(day))}</b>
            </td>
            <td className="is-right">{money(day.low)}</td>
            <td className="is-right">{money(day.high)}</td>
            <td className="is-right">{money(day.close)}</td>
            <td className="is-right">{grouped(day.volume)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
