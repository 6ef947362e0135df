import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OpsStatus, Order } from '../api/answers.js';
import { Mark } from '../parts/mark.js';
import { spaced } from '../parts/severity.js';
import { Age } from '../parts/times.js';

const SENT_BY: Readonly<Record<string, 'Post' | 'Edit' | 'Cancel'>> = {
  posting: 'Post',
  editing: 'Edit',
  cancelling: 'Cancel',
};

interface ExchangeProps {
  readonly status: OpsStatus;
  readonly unproven: readonly Order[];
}

/** What works, and what of it has not told its outcome: an answer to the last post says nothing about one before. */
export function Exchange({ status, unproven }: ExchangeProps): ReactNode {
  const lostOf = (name: string): number =>
    unproven.filter(({ pending }) => pending?.state === 'Unknown' && pending.kind === SENT_BY[name])
      .length;
  return (
    <section className="panel" aria-label="Exchange">
      <h2>What works at the exchange</h2>
      <ul className="plain">
        {status.capabilities.map(({ name, state, answeredAt, says }) => (
          <li key={name} className="capability">
            {state === 'Up' && lostOf(name) > 0 ? (
              <Mark shape="triangle" tone="doubt">
                {nameOf(name)}
              </Mark>
            ) : (
              <Mark
                shape={state === 'Up' ? 'tick' : state === 'Untried' ? 'ring' : 'cross'}
                tone={state === 'Up' ? 'good' : state === 'Untried' ? 'muted' : 'bad'}
              >
                {nameOf(name)}
              </Mark>
            )}
            {lostOf(name) > 0 && (
              <Link to="/not-proven" className="tone-doubt">
                {lostOf(name) === 1
                  ? '1 reply not known'
                  : `${String(lostOf(name))} replies not known`}
              </Link>
            )}
            <span className="hint">
              {says ??
                (answeredAt === null ? (
                  'not tried yet'
                ) : (
                  <>
                    answered <Age since={answeredAt} /> ago
                  </>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(capability: string): string {
  return spaced(capability.charAt(0).toUpperCase() + capability.slice(1));
}
