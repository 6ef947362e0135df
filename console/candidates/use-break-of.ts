import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AuditEvent, Break, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { offersFor } from '../breaks/resolutions.js';
import { stream } from '../live/stream.js';

/** A number that somebody wants to link, by the break that says so. */
export interface Linking {
  readonly breakId: string;
  readonly orderNumber: string;
}

interface BreakOf {
  /** That of its lost reply, or else any that is open. */
  readonly open: Break | undefined;
  /** An open one by which a number can be linked. */
  readonly linkable: Break | undefined;
  /** Why nothing can be proposed now; null: it can. */
  readonly blocked: string | null;
  readonly again: () => void;
}

/** The open break of an order of unknown outcome; what is proposed or decided on it shows at once. */
export function useBreakOf({ id, version }: Pick<Order, 'id' | 'version'>): BreakOf {
  const session = useSession();
  const queries = useQueryClient();
  const again = (): void => void queries.invalidateQueries({ queryKey: ['order', id] });
  useEffect(
    () =>
      stream.on(({ type, orderId }: AuditEvent) => {
        if (orderId === id && /^(BREAK|APPROVAL)_/.test(type)) again();
      }),
    [id, queries],
  );
  const { data } = useQuery({
    queryKey: ['order', id, 'open breaks', version],
    enabled: may(session, 'recon:read'),
    placeholderData: (before: Page<Break> | undefined) => before,
    queryFn: () => read<Page<Break>>('/v1/breaks', { orderId: id, open: true }),
  });
  const open = data?.data.find(({ type }) => type === 'PostUnconfirmed') ?? data?.data[0];
  const linkable = data?.data.find(({ type }) =>
    offersFor(type).some(({ resolution }) => resolution === 'link-number'),
  );
  const waits = open?.status === 'AwaitingApproval';
  return { open, linkable, blocked: waits ? 'A proposal awaits a second person.' : null, again };
}
