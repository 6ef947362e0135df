import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CorporateAction, Disclosure, Market } from '../api/answers.js';
import { read } from '../api/call.js';
import { NOTHING, money } from '../parts/figures.js';
import { Failed, Loading } from '../parts/states.js';
import { DataAge } from './data-age.js';

const KEPT_MS = 60_000;

function useAbout<T>(path: string, symbol: string): UseQueryResult<Market<readonly T[]>> {
  return useQuery({
    queryKey: ['market', path, symbol],
    staleTime: KEPT_MS,
    queryFn: () => read<Market<readonly T[]>>(`/v1/market/${path}`, { security: symbol }),
  });
}

/** Dividends, bonuses and rights of a security, with the days that decide who gets them. */
export function CorporateActions({ symbol }: { readonly symbol: string }): ReactNode {
  const { data, error, refetch } = useAbout<CorporateAction>('corporate-actions', symbol);
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  return (
    <section aria-label={`Corporate actions of ${symbol}`}>
      <DataAge of={data} />
      {data.data.length === 0 && <p className="hint">The exchange lists none.</p>}
      {data.data.map((one, index) => (
        <article key={index} className="event">
          <h3>
            {one.type ?? 'Action'} <span className="hint">{one.year}</span>
          </h3>
          <p>
            {one.dividendAmount !== null && <>₦{money(one.dividendAmount)} a unit. </>}
            {typeof one.ratio === 'string' && <>Ratio {one.ratio}. </>}
            Qualification {one.qualificationDate ?? NOTHING}, register closes{' '}
            {one.closureOfRegisterDate ?? NOTHING}, paid {one.paymentDate ?? NOTHING}
          </p>
          <Source url={one.documentUrl} />
        </article>
      ))}
    </section>
  );
}

/** What the company has told the market. */
export function Disclosures({ symbol }: { readonly symbol: string }): ReactNode {
  const { data, error, refetch } = useAbout<Disclosure>('disclosures', symbol);
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={3} />;
  return (
    <section aria-label={`Disclosures of ${symbol}`}>
      <DataAge of={data} />
      {data.data.length === 0 && <p className="hint">The exchange lists none.</p>}
      {data.data.map((one, index) => (
        <article key={index} className="event">
          <h3>
            <bdi>{one.title ?? one.type}</bdi> <span className="hint">{one.effectiveDate}</span>
          </h3>
          <p className="hint">{one.type}</p>
          <Source url={one.documentUrl} />
        </article>
      ))}
    </section>
  );
}

/** Text of the exchange: a link only where it is an address of the web. */
function Source({ url }: { readonly url: string | null }): ReactNode {
  if (url === null || !/^https?:\/\//.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      Document
    </a>
  );
}
