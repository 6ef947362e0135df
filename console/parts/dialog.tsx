import { FocusTrap, Modal } from '@mantine/core';
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { CallError, type FieldError } from '../api/call.js';
import type { Outcome } from './outcome.js';
import { refusedAs } from './refusal.js';
import { isTyping } from '../shell/keys.js';

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
  /** Why nothing is left to do here, because somebody or the exchange was first; null: there is. */
  readonly over?: string | null;
  /** Only its button or Ctrl Enter sends it: Enter in a field, or on a tick box, does not. */
  readonly isExplicit?: boolean;
  /** Names of the fields that the children show, so that what is wrong with them stands there. */
  readonly fields?: readonly string[];
  /** What an answer is about: once it is another, a refusal is no longer shown. */
  readonly about?: string;
  readonly children: ReactNode | ((said: SaidOf) => ReactNode);
}

interface Answered extends Outcome {
  /** Whether nothing is left to do here. */
  readonly done: boolean;
}

interface Asking {
  readonly answered: Answered | null;
  readonly isSending: boolean;
  readonly over: string | null;
  readonly leaving: boolean;
  /** Why it was not sent when somebody wanted to; null: nothing is to be said. */
  readonly why: string | null;
  readonly said: SaidOf;
  readonly send: () => void;
  readonly leave: () => void;
  readonly stay: () => void;
  readonly typed: (target: EventTarget) => void;
}

/** What happens in a dialog between its opening and its end. */
function useAsking(props: DialogProps): Asking {
  const { onClose, run, blocked = null, fields = [], about = '' } = props;
  const { phase, setPhase, errors, setErrors } = useAnswer(about);
  const [tried, setTried] = useState(false);
  const hasTyped = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const answered = typeof phase === 'object' ? phase : null;
  const done = answered?.done === true;
  // What this dialog does itself may end the order before its own answer is here.
  const over = done || phase === 'sending' ? null : (props.over ?? null);

  const send = (): void => {
    if (phase === 'sending' || done || over !== null) return;
    setTried(true);
    setLeaving(false);
    if (blocked !== null) {
      setPhase('asking');
      return;
    }
    setPhase('sending');
    setErrors([]);
    const settle = (outcome: Outcome): void =>
      setPhase({ ...outcome, done: outcome.tone !== 'bad' });
    run().then(settle, (error: unknown) => {
      if (error instanceof CallError) setErrors(error.errors);
      setPhase({ ...refusedAs(error, fields), done: false });
    });
  };
  return {
    answered,
    isSending: phase === 'sending',
    over,
    leaving: leaving && !done && over === null,
    why: tried && !done && over === null && phase !== 'sending' ? blocked : null,
    said: (field) => errors.find((one) => one.field === field)?.message ?? null,
    send,
    // What was typed is thrown away only when somebody says so; a second Esc goes on with it.
    leave: () => {
      // What became of it would be told to nobody.
      if (phase === 'sending') return;
      if (done || over !== null || !hasTyped.current) onClose();
      else setLeaving(!leaving);
    },
    stay: () => setLeaving(false),
    typed: (target) => (hasTyped.current ||= isText(target)),
  };
}

/**
 * Says what an action will do, does it, and says what became of it. It never claims what is not proven, and
 * after a refusal it keeps what was typed.
 */
export function Dialog(props: DialogProps): ReactNode {
  const {
    title,
    onClose,
    act,
    danger = false,
    children,
    keep = 'Back',
    isExplicit = false,
  } = props;
  const { answered, isSending, over, leaving, why, said, send, leave, stay, typed } =
    useAsking(props);
  const done = answered?.done === true;
  const form = useRef<HTMLFormElement>(null);
  useFocusWithin(form);
  return (
    // A click beside it must not throw away what was typed.
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={done}
      title={title}
      size="md"
      returnFocus
      onKeyDown={(event) => dialogKey(event, { leaving, isExplicit, send })}
    >
      <form
        className="dialog"
        ref={(node) => {
          form.current = node;
          markFirstField(node);
        }}
        noValidate
        onInput={({ target }) => typed(target)}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {!done && over === null && (
          <div className="dialog-body" inert={leaving}>
            {typeof children === 'function' ? children(said) : children}
          </div>
        )}
        <OutcomeLine outcome={answered} />
        {over !== null && answered?.text.includes(over) !== true && <First>{over}</First>}
        {isSending && <Sending />}
        <Blocked why={why} />
        {leaving ? (
          <Leaving isSent={answered?.tone === 'doubt'} onStay={stay} onLeave={onClose} />
        ) : (
          <div className="dialog-foot">
            <button
              type="button"
              className="button"
              onClick={done ? onClose : leave}
              data-autofocus
            >
              {done || over !== null ? 'Close' : keep}
            </button>
            {!done && (
              <Submit
                act={act}
                danger={danger}
                isOff={isSending || over !== null}
                isExplicit={isExplicit}
              />
            )}
          </div>
        )}
      </form>
    </Modal>
  );
}

interface KeyPlace {
  readonly leaving: boolean;
  readonly isExplicit: boolean;
  readonly send: () => void;
}

function dialogKey(event: KeyboardEvent, { leaving, isExplicit, send }: KeyPlace): void {
  // What is behind the dialog hears nothing of it; Tab is for the trap that keeps the focus here.
  if (event.key !== 'Tab') event.stopPropagation();
  // While it is asked whether to throw it away, Enter is for the buttons of that question.
  if (event.key !== 'Enter' || (leaving && !event.repeat)) return;
  const { target } = event;
  if (event.repeat) event.preventDefault();
  else if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    send();
  } else if (target instanceof HTMLInputElement && (isExplicit || isTick(target))) {
    event.preventDefault();
  }
}

type Phase = 'asking' | 'sending' | Answered;

/** What became of the last call. A refusal ends with what it was about; of what may have been stored nobody forgets it. */
function useAnswer(about: string) {
  const [phase, setPhase] = useState<Phase>('asking');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [asked, setAsked] = useState(about);
  if (about !== asked) {
    setAsked(about);
    setErrors([]);
    if (typeof phase === 'object' && phase.tone === 'bad') setPhase('asking');
  }
  return { phase, setPhase, errors, setErrors };
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
  readonly isOff: boolean;
  readonly isExplicit: boolean;
}

function Submit({ act, danger, isOff, isExplicit }: SubmitProps): ReactNode {
  return (
    <button
      type="submit"
      className={`button is-${danger ? 'danger' : 'main'}`}
      aria-disabled={isOff || undefined}
    >
      {act}
      {isExplicit && <kbd aria-hidden="true">Ctrl Enter</kbd>}
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

function isTick({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** Where what had the focus is gone, the page behind would have it: it goes back into the dialog. */
function useFocusWithin(form: RefObject<HTMLFormElement | null>): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const isHere = target instanceof HTMLElement && form.current?.contains(target) === true;
      if (isHere && target.closest('.leaving') === null) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [form]);
  useEffect(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    const isThere = last.current?.isConnected === true;
    const next = isThere ? last.current : form.current?.querySelector<HTMLElement>('.dialog-foot .button'); // prettier-ignore
    next?.focus({ preventScroll: true });
  });
}

/** Whoever opens a dialog types into its first field, unless another one is named. */
function markFirstField(dialog: HTMLFormElement | null): void {
  if (dialog?.querySelector('[data-autofocus]:not(button)') !== null) return;
  dialog
    .querySelector('input:not([type=radio]):not([type=checkbox]), textarea, select, input')
    ?.setAttribute('data-autofocus', 'true');
}

/** What is chosen is chosen again in a moment; what was written is not. */
function isText(target: EventTarget): boolean {
  return isTyping(target) && !(target instanceof HTMLSelectElement);
}

interface LeavingProps {
  /** It is not known whether it was stored. */
  readonly isSent: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before what was typed is lost, and keeps the focus until it is answered. */
function Leaving({ isSent, onStay, onLeave }: LeavingProps): ReactNode {
  return (
    <FocusTrap active>
      <div className="outcome is-doubt leaving" role="alert">
        <p>
          {isSent
            ? 'It is not known whether this was stored. Close it?'
            : 'What you typed has not been sent. Throw it away?'}
        </p>
        <button type="button" className="button" onClick={onStay} data-autofocus>
          Go on with it
        </button>
        <button type="button" className="button is-danger" onClick={onLeave}>
          {isSent ? 'Close it' : 'Throw it away'}
        </button>
      </div>
    </FocusTrap>
  );
}

export function OutcomeLine({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  return (
    <div aria-live="assertive">
      {outcome !== null && <p className={`outcome is-${outcome.tone}`}>{outcome.text}</p>}
    </div>
  );
}
