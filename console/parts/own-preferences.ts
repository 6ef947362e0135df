import { preferencesIn, type Preferences } from './preferences.js';

const KEY = 'marina-preferences';

/** Read once a page. */
export const preferences = preferencesIn(stored());

/** Whether somebody has chosen at this browser which screen opens first. */
export function hasChosenHome(): boolean {
  return stored()?.includes('"home"') === true;
}

/** False: the browser keeps nothing. */
export function keepPreferences(next: Preferences): boolean {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
