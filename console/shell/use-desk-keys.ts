import { useEffect, useRef } from 'react';
import { isShortcut } from './keys.js';
import { SCREENS, type ScreenPath } from './screens.js';

const CHORD_MS = 1_200;

interface DeskKeys {
  readonly onJump: () => void;
  readonly onKeys: () => void;
  readonly onGo: (to: ScreenPath | '/ticket') => void;
}

/** The keys that work on every screen: Ctrl K, g and a letter, n, / and ?. */
export function useDeskKeys(handlers: DeskKeys): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    let went = -CHORD_MS;
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (document.querySelector('[role=dialog]') === null) latest.current.onJump();
        return;
      }
      if (!isShortcut(event)) return;
      if (event.timeStamp - went < CHORD_MS) {
        const screen = SCREENS.find(({ key }) => key === event.key);
        went = -CHORD_MS;
        // The second key of a chord is no key of the list or pane that is open.
        event.preventDefault();
        event.stopImmediatePropagation();
        if (screen !== undefined) latest.current.onGo(screen.to);
        return;
      }
      if (event.key === 'g') went = event.timeStamp;
      else if (event.key === '?') latest.current.onKeys();
      else if (event.key === 'n') {
        event.preventDefault();
        latest.current.onGo('/ticket');
      } else if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-filter]')?.focus();
      }
    };
    // First of all listeners, so that a chord goes no further.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
