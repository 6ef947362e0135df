import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TrailNames } from '../api/answers.js';
import { read } from '../api/call.js';
import { useOrderName } from '../order/use-order-name.js';
import type { Filters } from '../orders/filters.js';
import type { Known } from './filter-words.js';

/** What the trail has names of: people, and types of entries. */
export function useTrailNames(): TrailNames | undefined {
  return useQuery({
    queryKey: ['trail-names'],
    queryFn: () => read<TrailNames>('/v1/audit/names'),
  }).data;
}

/** What is needed to say the filters in words. */
export function useKnown(filters: Filters): Known {
  const order = useOrderName(filters['orderId']);
  const names = useTrailNames();
  return useMemo(
    () => ({
      order,
      titles: new Map((names?.types ?? []).map(({ type, title }) => [type, title])),
    }),
    [order, names],
  );
}
