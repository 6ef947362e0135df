import { useEffect, useRef } from 'react';

/** Inputs that take no text: a letter typed on them means nothing to them. */
const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset']);

/** Whether single keys belong to a text field rather than to the desk. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether a single key is a shortcut: not while somebody types, and not while a dialog or a menu is open. */
export function isShortcut(event: {
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  return document.querySelector('[role=dialog], [role=menu]') === null;
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey'>;

/** The keys of the one open pane also work where nothing has the focus, as after a dialog; never behind a dialog. */
export function usePaneKeys(press: (event: Pressed) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.target === document.body && isShortcut(event)) latest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
