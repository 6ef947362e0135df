import { useQuery } from '@tanstack/react-query';
import type { Order } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { orderName } from './outcome.js';

/** The order that a filter names by its id, as people know it; the end of its id for those who may not read orders. */
export function useOrderName(id: string | undefined): string | null {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['order', id],
    enabled: id !== undefined && may(session, 'orders:read'),
    retry: false,
    queryFn: () => read<Order>(`/v1/orders/${id ?? ''}`),
  });
  if (id === undefined) return null;
  return data === undefined ? `…${id.slice(-8)}` : orderName(data);
}
