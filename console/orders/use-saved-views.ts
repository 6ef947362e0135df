import { useEffect, useState } from 'react';
import { useSession } from '../api/session.js';
import { viewsIn, type SavedView } from './views.js';

interface SavedViews {
  readonly views: readonly SavedView[];
  /** False: the browser keeps nothing. */
  readonly keep: (views: readonly SavedView[]) => boolean;
}

/** The views of whoever is signed in, in this browser: the service has no place for them. */
export function useSavedViews(): SavedViews {
  const { person } = useSession();
  const key = `marina-views:${person.id ?? person.name}`;
  const [views, setViews] = useState(() => stored(key));
  useEffect(() => {
    const look = (event: StorageEvent): void => {
      if (event.key === key) setViews(stored(key));
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [key]);
  const keep = (next: readonly SavedView[]): boolean => {
    try {
      window.localStorage.setItem(key, JSON.stringify(next));
    } catch {
      return false;
    }
    setViews(next);
    return true;
  };
  return { views, keep };
}

function stored(key: string): readonly SavedView[] {
  try {
    return viewsIn(window.localStorage.getItem(key));
  } catch {
    return [];
  }
}
