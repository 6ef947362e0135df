import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SchemaDrift } from '../api/answers.js';
import { readAll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Guard } from '../parts/guard.js';
import { Time } from '../parts/times.js';

/** Replies that are not as the exchange's document says. */
export function Drift(): ReactNode {
  const session = useSession();
  const { data, error } = useQuery({
    queryKey: ['drift'],
    enabled: may(session, 'ops:read'),
    queryFn: () => readAll<SchemaDrift>('/v1/ops/exchange-shapes'),
  });
  return (
    <section aria-label="Undocumented replies">
      <h3>Not as documented</h3>
      <Guard scope="ops:read" error={error} loaded={data !== undefined}>
        {data?.length === 0 && <p className="hint">Every reply was as the document says.</p>}
        <ul className="plain">
          {data?.map((one) => (
            <li key={one.id}>
              <b>{one.endpoint}</b> {one.httpStatus}: {one.deviation}{' '}
              <span className="hint">
                {one.seen} times, last <Time at={one.lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      </Guard>
    </section>
  );
}
