import type { ReactNode } from 'react';
import { useOrderName } from '../order/use-order-name.js';
import { without, type Filters } from '../orders/filters.js';
import { FilterChip } from '../parts/filter-chip.js';
import { LINKED, linkedWords } from './linked-words.js';

interface LinkedProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
}

export function LinkedFilters({ search, show }: LinkedProps): ReactNode {
  const order = useOrderName(search['orderId']);
  return LINKED.map((name) => {
    const value = search[name];
    return (
      value !== undefined && (
        <FilterChip
          key={name}
          words={linkedWords(name, value, order)}
          onClear={() => show(without(search, [name]))}
        />
      )
    );
  });
}
