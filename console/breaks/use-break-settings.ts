import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BreakSettings } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';

export const BREAK_SETTINGS = ['break-settings'];

/** How soon breaks are due, and the reason codes, as the service has them. */
export function useBreakSettings(): UseQueryResult<BreakSettings> {
  return useQuery({
    queryKey: BREAK_SETTINGS,
    enabled: may(useSession(), 'recon:read'),
    queryFn: () => read<BreakSettings>('/v1/break-settings'),
  });
}
