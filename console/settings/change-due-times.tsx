import { useState, type ReactNode } from 'react';
import type { BreakSettings } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import {
  changesOfTimes,
  DUE_TIME_NAMES,
  severityNamed,
  spanText,
  timesIn,
  typedOf,
} from './due-times.js';

interface ChangeProps {
  /** As they were when it was opened: a change of somebody else meanwhile is refused. */
  readonly of: BreakSettings;
  readonly onClose: () => void;
}

export function ChangeDueTimes({ of, onClose }: ChangeProps): ReactNode {
  const [typed, setTyped] = useState(() => typedOf(of.dueTimes));
  const { times, faults } = timesIn(typed);
  const isFaulty = Object.keys(faults).length > 0;
  const changes = isFaulty ? [] : changesOfTimes(of.dueTimes, times);
  const blocked = isFaulty
    ? 'Correct what is marked.'
    : changes.length === 0
      ? 'Nothing is changed.'
      : null;
  return (
    <Dialog
      title="Change the due times"
      act="Set these due times"
      blocked={blocked}
      fields={DUE_TIME_NAMES.map(fieldOf)}
      onClose={onClose}
      run={async () => {
        await call('PUT', '/v1/break-settings', {
          body: { dueTimes: times },
          version: of.version,
        });
        return { tone: 'good', text: 'Set: they hold for every break that is opened from now on.' };
      }}
    >
      {(said) => (
        <>
          <div className="fields">
            {DUE_TIME_NAMES.map((name, at) => (
              <TextField
                key={name}
                label={`${severityNamed(name)}, minutes`}
                hint={spanText(times[name])}
                isDecimal
                maxLength={6}
                value={typed[name]}
                onChange={(text) => setTyped({ ...typed, [name]: text })}
                error={faults[name] ?? said(fieldOf(name))}
                isFirst={at === 0}
              />
            ))}
          </div>
          <div className={changes.length === 0 ? 'evidence' : 'evidence is-doubt'}>
            {changes.length === 0 ? (
              <p>{isFaulty ? 'They cannot be set like this.' : 'Nothing changes yet.'}</p>
            ) : (
              <ul>
                {changes.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            <p className="hint">Breaks that are open keep the due time that they have.</p>
          </div>
        </>
      )}
    </Dialog>
  );
}

function fieldOf(name: string): string {
  return `dueTimes.${name}`;
}
