import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Company, Market } from '../api/answers.js';
import { poll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { listingIn, type Listing } from './listing.js';

/** So often the list is read again: prices of the day and suspensions are in it. */
const REFRESH_MS = 30_000;
const LISTED_MOST = 200;

export function useCompanies(): UseQueryResult<Market<readonly Company[]>> {
  const session = useSession();
  return useQuery({
    queryKey: ['companies'],
    enabled: may(session, 'market:read'),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    queryFn: () => poll<Market<readonly Company[]>>('/v1/market/companies', { limit: LISTED_MOST }),
  });
}

/** The symbol that is typed, as far as the exchange lists it. */
export function useListing(typed: string): Listing {
  const { data, isError } = useCompanies();
  if (data === undefined) return { kind: isError ? 'unknown' : 'waiting' };
  return listingIn(data, typed);
}
