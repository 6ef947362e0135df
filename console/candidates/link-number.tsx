import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WholeBreak } from '../api/answers.js';
import { read } from '../api/call.js';
import { Resolve } from '../breaks/resolve.js';

interface LinkProps {
  readonly breakId: string;
  readonly orderNumber: string;
  readonly onClose: () => void;
}

/** Proposes that a number is the order's, from wherever its candidates are shown. */
export function LinkNumber({ breakId, orderNumber, onClose }: LinkProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['break', breakId, 'to link'],
    // Of an older version nothing could be proposed.
    gcTime: 0,
    queryFn: () => read<WholeBreak>(`/v1/breaks/${breakId}`),
  });
  if (data === undefined) return null;
  const chosen = { resolution: 'link-number', value: orderNumber } as const;
  return <Resolve of={data} chosen={chosen} onClose={onClose} />;
}
