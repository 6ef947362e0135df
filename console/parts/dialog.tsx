import { Modal } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CallError, type FieldError } from '../api/call.js';
import type { Outcome } from './outcome.js';
import { refusedAs } from './refusal.js';

/** What the service has against what was typed in a field; null: nothing. */
export type SaidOf = (field: string) => string | null;

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What the button says it will do. */
  readonly act: string;
  readonly danger?: boolean;
  /** What the button says that does nothing. */
  readonly keep?: string;
  readonly run: () => Promise<Outcome>;
  /** Why it cannot be done as it is filled in. */
  readonly blocked?: string | null;
  /** Names of the fields that the children show, so that what is wrong with them stands there. */
  readonly fields?: readonly string[];
  readonly children: ReactNode | ((said: SaidOf) => ReactNode);
}

interface Answered extends Outcome {
  /** Whether nothing is left to do here. */
  readonly done: boolean;
}

/**
 * Says what an action will do, does it, and says what became of it. It never claims what is not proven, and
 * after a refusal it keeps what was typed.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { title, onClose, act, danger = false, run, blocked = null, fields = [], children } = props;
  const { keep = 'Back' } = props;
  const [phase, setPhase] = useState<'asking' | 'sending' | Answered>('asking');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [tried, setTried] = useState(false);
  const done = typeof phase === 'object' && phase.done;
  const hasTyped = useRef(false);
  const [leaving, setLeaving] = useState(false);

  const send = (): void => {
    if (phase === 'sending' || done) return;
    setTried(true);
    setLeaving(false);
    if (blocked !== null) {
      setPhase('asking');
      return;
    }
    setPhase('sending');
    setErrors([]);
    const answered = (outcome: Outcome): void =>
      setPhase({ ...outcome, done: outcome.tone !== 'bad' });
    run().then(answered, (error: unknown) => {
      if (error instanceof CallError) setErrors(error.errors);
      setPhase({ ...refusedAs(error, fields), done: false });
    });
  };
  // What was typed is thrown away only when somebody says so; a second Esc goes on with it.
  const leave = (): void => {
    // What became of it would be told to nobody.
    if (phase === 'sending') return;
    if (done || !hasTyped.current) onClose();
    else setLeaving(!leaving);
  };
  const said: SaidOf = (field) => errors.find((one) => one.field === field)?.message ?? null;
  const keys = (event: KeyboardEvent): void => {
    // What is behind the dialog hears nothing of it.
    event.stopPropagation();
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    // A click beside it must not throw away what was typed.
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={done}
      title={title}
      size="md"
      returnFocus
      onKeyDown={keys}
    >
      <form
        className="dialog"
        ref={markFirstField}
        noValidate
        onInput={() => (hasTyped.current = true)}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {done ? null : typeof children === 'function' ? children(said) : children}
        <OutcomeLine outcome={typeof phase === 'object' ? phase : null} />
        {phase === 'sending' && <Sending />}
        {tried && !done && phase !== 'sending' && <Blocked why={blocked} />}
        {leaving && !done ? (
          <Leaving
            isSent={typeof phase === 'object' && phase.tone === 'doubt'}
            onStay={() => setLeaving(false)}
            onLeave={onClose}
          />
        ) : (
          <div className="dialog-foot">
            <button
              type="button"
              className="button"
              onClick={done ? onClose : leave}
              data-autofocus
            >
              {done ? 'Close' : keep}
            </button>
            {!done && <Submit act={act} danger={danger} isSending={phase === 'sending'} />}
          </div>
        )}
      </form>
    </Modal>
  );
}

function Blocked({ why }: { readonly why: string | null }): ReactNode {
  if (why === null) return null;
  return (
    <p className="outcome is-bad" role="alert">
      {why}
    </p>
  );
}

function Sending(): ReactNode {
  return (
    <p className="outcome is-info" role="status">
      Sending. Waiting for the answer…
    </p>
  );
}

interface SubmitProps {
  readonly act: string;
  readonly danger: boolean;
  readonly isSending: boolean;
}

function Submit({ act, danger, isSending }: SubmitProps): ReactNode {
  return (
    <button
      type="submit"
      className={`button is-${danger ? 'danger' : 'main'}`}
      aria-disabled={isSending || undefined}
    >
      {act}
    </button>
  );
}

/** Says in a dialog that somebody was first; null: nobody was. */
export function First({ children }: { readonly children: string | null }): ReactNode {
  if (children === null) return null;
  return (
    <p className="outcome is-doubt" role="status">
      {children}
    </p>
  );
}

/** Whoever opens a dialog types into its first field, unless another one is named. */
function markFirstField(dialog: HTMLFormElement | null): void {
  if (dialog?.querySelector('[data-autofocus]:not(button)') !== null) return;
  dialog
    .querySelector('input:not([type=radio]):not([type=checkbox]), textarea, select, input')
    ?.setAttribute('data-autofocus', 'true');
}

interface LeavingProps {
  /** It is not known whether it was stored. */
  readonly isSent: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before what was typed is lost. */
function Leaving({ isSent, onStay, onLeave }: LeavingProps): ReactNode {
  return (
    <div className="outcome is-doubt leaving" role="alert">
      <p>
        {isSent
          ? 'It is not known whether this was stored. Close it?'
          : 'What you typed has not been sent. Throw it away?'}
      </p>
      <button type="button" className="button" onClick={onStay} autoFocus>
        Go on with it
      </button>
      <button type="button" className="button is-danger" onClick={onLeave}>
        {isSent ? 'Close it' : 'Throw it away'}
      </button>
    </div>
  );
}

export function OutcomeLine({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  return (
    <div aria-live="assertive">
      {outcome !== null && <p className={`outcome is-${outcome.tone}`}>{outcome.text}</p>}
    </div>
  );
}
