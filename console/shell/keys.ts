import { useEffect, useRef } from 'react';

/** Inputs that take no text: a letter typed on them means nothing to them. */
const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset']);

/** Whether single keys belong to a text field rather than to the desk. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.has(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A dialog, a menu, or the suggestions of the field that has the focus. */
function isOverlaid(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=menu]') !== null) return true;
  return target instanceof Element && target.hasAttribute('data-mantine-stop-propagation');
}

/** The key that closes something is not heard by what is behind it, though that is open no longer by then. */
let wasOverlaid = false;
window.addEventListener('keydown', ({ target }) => (wasOverlaid = isOverlaid(target)), {
  capture: true,
});

/** Whether the key that is down belongs to a dialog, a menu or a list of suggestions. */
export function isForOverlay(): boolean {
  return wasOverlaid || isOverlaid(document.activeElement);
}

/** Whether a single key is a shortcut: not while somebody types, and not while a dialog or a menu is open. */
export function isShortcut(event: {
  readonly target: EventTarget | null;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  return !isForOverlay();
}

/** A key as it acts: a letter with Shift is `Shift C`. A letter alone, which may be typed by mistake, begins nothing. */
export function pressed({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  return shiftKey && /^[a-z]$/i.test(key) ? `Shift ${key.toUpperCase()}` : key;
}

/** The keys of the opened pane work wherever the focus is, but in a list, whose rows have them, too. One that is held acts once. */
export function usePaneKeys(press: (key: string) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isInList = event.target instanceof Element && event.target.closest('[role=grid]');
      if (isInList === null && !event.repeat && isShortcut(event)) latest.current(pressed(event));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
