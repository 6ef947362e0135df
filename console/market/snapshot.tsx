import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Market, Snapshot } from '../api/answers.js';
import { poll } from '../api/call.js';
import { NOTHING, grouped, money, signed } from '../parts/figures.js';
import { DataAge } from './data-age.js';

const REFRESH_MS = 60_000;

/** The exchange's day in a line of tiles. It is left out where the exchange has none. */
export function SnapshotTiles({ enabled }: { readonly enabled: boolean }): ReactNode {
  const { data } = useQuery({
    queryKey: ['market', 'snapshot'],
    enabled,
    refetchInterval: REFRESH_MS,
    retry: false,
    queryFn: () => poll<Market<Snapshot>>('/v1/market/snapshot'),
  });
  const metrics = data?.data.metrics ?? null;
  if (data === undefined || metrics === null) return null;
  return (
    <ul className="tiles is-line" aria-label="The market">
      <Tile name="Securities index" metric={metrics.securitiesIndex} show={money} />
      <Tile name="Pension index" metric={metrics.pensionIndex} show={money} />
      <Tile name="Capitalisation ₦" metric={metrics.capitalisation} show={whole} />
      <Tile name="Volume" metric={metrics.volume} show={grouped} />
      <Tile name="Value ₦" metric={metrics.value} show={whole} />
      <Tile name="Deals" metric={metrics.deals} show={grouped} />
      <li>
        <DataAge of={data} name="Day's figures" />
      </li>
    </ul>
  );
}

interface TileProps {
  readonly name: string;
  readonly metric: {
    readonly current: string | null;
    readonly percentChange: string | null;
  } | null;
  readonly show: (decimal: string | null) => string;
}

function Tile({ name, metric, show }: TileProps): ReactNode {
  const change = metric?.percentChange ?? null;
  return (
    <li className="tile">
      <span className="hint">{name}</span>
      <b>{show(metric?.current ?? null)}</b>
      <span className="hint">{change === null ? NOTHING : `${signed(change)} %`}</span>
    </li>
  );
}

/** Kobo are of no use in billions. */
function whole(decimal: string | null): string {
  return grouped(decimal?.split('.')[0]);
}
