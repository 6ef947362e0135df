/**
 * How somebody likes to work, kept by this browser: it is about the screen in front of them, is needed before
 * anybody has signed in, and says nothing about orders or clients. A change takes effect when the page is loaded.
 */
export interface Preferences {
  readonly density: 'compact' | 'comfortable';
  /** In which times are shown; trading days and what is typed stay those of Lagos. */
  readonly zone: 'lagos' | 'utc';
  /** The path of the screen that opens first. */
  readonly home: string;
}

export const USUAL: Preferences = { density: 'compact', zone: 'lagos', home: '/orders' };

export function preferencesIn(stored: string | null): Preferences {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    const { density, zone, home } = (
      typeof value === 'object' && value !== null ? value : {}
    ) as Readonly<Record<string, unknown>>;
    return {
      density: density === 'comfortable' ? density : USUAL.density,
      zone: zone === 'utc' ? zone : USUAL.zone,
      home: typeof home === 'string' && /^\/[a-z-]+$/.test(home) ? home : USUAL.home,
    };
  } catch {
    return USUAL;
  }
}
