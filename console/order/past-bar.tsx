import { useEffect, useState, type ReactNode } from 'react';
import type { AuditEvent, Order } from '../api/answers.js';
import { CallError } from '../api/call.js';
import { explained } from '../parts/explained.js';
import { instantTyped, momentTyped, typedMoment } from '../parts/lagos-time.js';
import { TextField } from '../parts/text-field.js';
import { Age, Time, lagosDate } from '../parts/times.js';
import { isShortcut } from '../shell/keys.js';
import { differencesOf, momentsOf, placeOf, stepped } from './as-of.js';

interface PastBarProps {
  readonly error: Error | null;
  readonly asOf: string;
  readonly events: readonly AuditEvent[];
  readonly onLook: (asOf: string | null) => void;
}

/** Says that the past is shown, and which; steps through it, and goes back to now. */
export function PastBar({ error, asOf, events, onLook }: PastBarProps): ReactNode {
  const moments = momentsOf(events);
  const place = placeOf(moments, asOf);
  const told = events.filter(({ at }) => at === moments[place]);
  return (
    <section className="past" aria-label="As it was">
      <div className="past-head">
        <span className="past-badge">PAST</span>
        <b>
          Known at <Time at={asOf} />, <Age since={asOf} /> ago
        </b>
        <button type="button" className="button is-main" onClick={() => onLook(null)}>
          Back to now <kbd aria-hidden="true">Esc</kbd>
        </button>
      </div>
      <Slider moments={moments} place={place} onLook={onLook} />
      <p className="hint">
        {place < 0
          ? 'Nothing of it was known yet.'
          : `${String(place + 1)} of ${String(moments.length)}: ${told.map((event) => explained(event) ?? event.title).join(' ')}`}
      </p>
      <Moment asOf={asOf} error={error} onLook={onLook} />
    </section>
  );
}

interface SliderProps {
  readonly moments: readonly string[];
  readonly place: number;
  readonly onLook: (asOf: string | null) => void;
}

function Slider({ moments, place, onLook }: SliderProps): ReactNode {
  // Past the last one is now.
  const look = (to: number): void => onLook(moments[to] ?? null);
  return (
    <div className="past-steps">
      <button
        type="button"
        className="button"
        aria-label="Earlier"
        disabled={place <= 0}
        onClick={() => look(place - 1)}
      >
        <kbd aria-hidden="true">[</kbd>
      </button>
      <input
        type="range"
        aria-label="Moments of the order"
        aria-valuetext={`${String(place + 1)} of ${String(moments.length)}`}
        min={0}
        max={Math.max(0, moments.length - 1)}
        value={Math.max(0, place)}
        onChange={(event) => look(Number(event.currentTarget.value))}
      />
      <button type="button" className="button" aria-label="Later" onClick={() => look(place + 1)}>
        <kbd aria-hidden="true">]</kbd>
      </button>
    </div>
  );
}

interface MomentProps {
  readonly asOf: string;
  readonly error: Error | null;
  readonly onLook: (asOf: string | null) => void;
}

/** A moment that is typed. */
function Moment({ asOf, error, onLook }: MomentProps): ReactNode {
  const [typed, setTyped] = useState(typedMoment(asOf));
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setTyped(typedMoment(asOf)), [asOf]);
  return (
    <form
      className="past-moment"
      onKeyDown={({ key }) => key === 'Escape' && onLook(null)}
      onSubmit={(event) => {
        event.preventDefault();
        const instant = instantTyped(typed) ?? momentTyped(typed, lagosDate(Date.now()));
        setWrong(instant === null);
        if (instant !== null) onLook(instant);
      }}
    >
      <TextField
        label="Moment (Lagos)"
        placeholder="YYYY-MM-DD HH:MM:SS"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setWrong(false);
        }}
        error={isWrong ? WRONG : error === null ? null : wordsOf(error)}
      />
      <button type="submit" className="button">
        Show
      </button>
    </form>
  );
}

const WRONG = 'Type a moment as 2026-11-26 14:30:05, or a time of today as 14:30.';

function wordsOf(error: Error): string {
  if (!(error instanceof CallError)) return error.message;
  if (error.status === 404) return 'Marina did not have the order yet.';
  return error.errors.find(({ field }) => field === 'asOf')?.message ?? error.message;
}

interface SinceProps {
  readonly then: Order;
  readonly now: Order;
}

/** What has become of the order since. */
export function Since({ then, now }: SinceProps): ReactNode {
  const differences = differencesOf(then, now);
  if (differences.length === 0) return <p className="hint">Nothing of it has changed since.</p>;
  return (
    <table className="table" aria-label="What has changed since">
      <thead>
        <tr>
          <th scope="col">Changed since</th>
          <th scope="col">Then</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((one) => (
          <tr key={one.name}>
            <td>{one.name}</td>
            <td>
              <b>{one.then}</b>
            </td>
            <td className="hint">{one.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `[` and `]` step through the life of the order, wherever the focus is. */
export function useStepKeys(
  events: readonly AuditEvent[],
  asOf: string | null,
  onLook: (asOf: string | null) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const step = event.key === '[' ? 'earlier' : event.key === ']' ? 'later' : null;
      if (step === null || !isShortcut(event) || events.length === 0) return;
      onLook(stepped(momentsOf(events), asOf, step));
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [events, asOf, onLook]);
}
