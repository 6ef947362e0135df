import { useEffect, useRef } from 'react';
import { NOTHING_TYPED, chordOf } from './chord.js';
import { isShortcut, pressed } from './keys.js';
import { SCREENS, type ScreenPath } from './screens.js';

/** A chord goes when no further key has followed: then it was no beginning of a word. */
const REST_MS = 300;

const SCROLLING = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);

/** Of a screen on which nothing has the focus yet these keys mean its page: the browser would scroll nothing. */
function focusPage(): void {
  if (document.activeElement?.closest('.screen') !== null) return;
  document.querySelector<HTMLElement>('.screen .page')?.focus({ preventScroll: true });
}

interface DeskKeys {
  readonly onJump: () => void;
  readonly onKeys: () => void;
  readonly onGo: (to: ScreenPath) => void;
  /** Null: the role enters no orders. */
  readonly onNewOrder: (() => void) | null;
}

/** The keys that work on every screen: Ctrl K, g and a letter, Shift N, / and ?. */
export function useDeskKeys(handlers: DeskKeys): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let typed = NOTHING_TYPED;
    let going: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent): void => {
      clearTimeout(going);
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (document.querySelector('[role=dialog]') === null) latest.current.onJump();
        return;
      }
      if (!isShortcut(event)) return;
      if (SCROLLING.has(event.key)) focusPage();
      const { letter, ...next } = chordOf(typed, event.key, event.timeStamp);
      typed = next.typed;
      if (letter !== null) {
        const screen = SCREENS.find(({ key }) => key === letter);
        // The second key of a chord is no key of the list or pane that is open.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (screen !== undefined) going = setTimeout(() => latest.current.onGo(screen.to), REST_MS);
        return;
      }
      if (event.key === '?') latest.current.onKeys();
      else if (pressed(event) === 'Shift N' && latest.current.onNewOrder !== null) {
        event.preventDefault();
        latest.current.onNewOrder();
      } else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-filter]')?.focus();
      }
    };
    // First of all listeners, so that a chord goes no further.
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      clearTimeout(going);
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, []);
}
