import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { BreakSettings } from '../api/answers.js';
import { BREAK_SETTINGS, useBreakSettings } from '../breaks/use-break-settings.js';
import { stream } from '../live/stream.js';
import { Action } from '../parts/action.js';
import { Guard } from '../parts/guard.js';
import { Severity, spaced } from '../parts/severity.js';
import { reasonWords } from '../breaks/resolutions.js';
import { Time } from '../parts/times.js';
import { ChangeDueTimes } from './change-due-times.js';
import { DUE_TIME_NAMES, severityNamed, spanText } from './due-times.js';

/** How soon breaks are due, and what the reasons mean that they are closed with. */
export function BreakSettingsSection(): ReactNode {
  const queries = useQueryClient();
  const { data, error } = useBreakSettings();
  // What somebody changes stays as it was on opening, whatever others do meanwhile.
  const [changing, setChanging] = useState<BreakSettings | null>(null);
  const again = (): void => void queries.invalidateQueries({ queryKey: BREAK_SETTINGS });
  useEffect(
    () =>
      stream.on(({ type }) => {
        if (type === 'DUE_TIMES_SET') again();
      }),
    [queries],
  );
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Breaks">
      <div className="columns">
        <section className="panel is-wide" aria-label="Due times">
          <div className="card-head">
            <h2>Due times</h2>
            <Action
              needs="ops:write"
              tone="main"
              blocked={data === undefined ? 'They are not read yet.' : null}
              onAct={() => data !== undefined && setChanging(data)}
            >
              Change…
            </Action>
          </div>
          <Guard scope="recon:read" error={error} loaded={data !== undefined}>
            {data !== undefined && <DueTable of={data} />}
          </Guard>
          <p className="hint">
            A break takes the time that is in force when it is opened. A change does not move breaks
            that are open, or are reopened.
          </p>
        </section>
        <section className="panel is-wide" aria-label="Reason codes">
          <h2>Reason codes</h2>
          <Guard scope="recon:read" error={error} loaded={data !== undefined}>
            {data !== undefined && <ReasonTable of={data} />}
          </Guard>
          <p className="hint">
            Whoever resolves a break gives one of them beside the text. They are part of the API, so
            nobody can change them here.
          </p>
        </section>
      </div>
      {changing !== null && (
        <ChangeDueTimes
          of={changing}
          onClose={() => {
            setChanging(null);
            again();
          }}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly of: BreakSettings;
}

function DueTable({ of }: TableProps): ReactNode {
  const { dueTimes, breakTypes, changedBy, changedAt } = of;
  return (
    <>
      <p className="hint">
        {changedBy === null ? (
          'The usual times: nobody has changed them yet.'
        ) : (
          <>
            Set by {changedBy.replace(/^key:/, '')} <Time at={changedAt} />
          </>
        )}
      </p>
      <table className="table is-roomy">
        <thead>
          <tr>
            <th scope="col">Severity</th>
            <th scope="col">Due within</th>
            <th scope="col">Breaks of this severity</th>
          </tr>
        </thead>
        <tbody>
          {DUE_TIME_NAMES.map((name) => {
            const severity = severityNamed(name);
            const types = breakTypes.filter((one) => one.severity === severity);
            return (
              <tr key={name}>
                <td>
                  <Severity of={severity} />
                </td>
                <td>
                  <b>{spanText(dueTimes[name])}</b>
                </td>
                <td>{namesOf(types.map(({ type }) => type)) || 'none at present'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function ReasonTable({ of: { reasonCodes, breakTypes } }: TableProps): ReactNode {
  return (
    <table className="table is-roomy">
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Says</th>
          <th scope="col">For</th>
        </tr>
      </thead>
      <tbody>
        {reasonCodes.map(({ code, meaning, breakTypes: fits }) => (
          <tr key={code}>
            <td>
              <b>{reasonWords(code)}</b>
            </td>
            <td>{meaning}</td>
            <td>{fits.length === breakTypes.length ? 'every break' : namesOf(fits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function namesOf(types: readonly string[]): string {
  return types.map(spaced).join(', ');
}
