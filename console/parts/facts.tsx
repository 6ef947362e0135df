import type { ReactNode } from 'react';

/** Names and values, values aligned. */
export function Facts({
  of,
}: {
  readonly of: readonly (readonly [string, ReactNode])[];
}): ReactNode {
  return (
    <dl className="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
