import { useQuery } from '@tanstack/react-query';
import type { Health, OpsStatus } from '../api/answers.js';
import { poll } from '../api/call.js';
import { may, useSession } from '../api/session.js';

/** A service that hangs keeps its connections: only this shows that it does not answer. */
const HEALTH_LIMIT_SECONDS = 8;

/** The state of desk and exchange, as far as the role may see it. */
export function useOpsStatus(): OpsStatus | undefined {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['ops'],
    enabled: may(session, 'ops:read'),
    refetchInterval: 5_000,
    queryFn: () => poll<OpsStatus>('/v1/ops/status'),
  });
  return data;
}

export interface HealthNow {
  readonly health: Health | null;
  /** Null: the last question was answered. */
  readonly failedAt: number | null;
  /** When the last answer came. */
  readonly answeredAt: number;
}

export function useHealth(): HealthNow {
  const { data, isError, errorUpdatedAt, dataUpdatedAt } = useQuery({
    queryKey: ['health'],
    refetchInterval: 5_000,
    retry: false,
    // 503 says it too, with a body that is not a problem.
    queryFn: () => poll<Health>('/health/ready', {}, { limitSeconds: HEALTH_LIMIT_SECONDS }),
  });
  return {
    health: data ?? null,
    failedAt: isError ? errorUpdatedAt : null,
    answeredAt: dataUpdatedAt,
  };
}
