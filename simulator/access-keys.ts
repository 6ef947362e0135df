/*
 * The keys of the vendor account: their scopes, whether their subscription has expired, and the limit
 * of 100 calls in any rolling 60 seconds per key, counted when a call arrives. Two calls exactly 60
 * seconds apart are not in the same window.
 */
import { EVERY_SCOPE, isScope, type Scope } from './endpoints.js';

export const CALLS_PER_WINDOW = 100;
export const WINDOW_MS = 60_000;

const KEY_START = /^sk_(test|live)_/;
const BEARER = /^Bearer +(\S+)$/i;

export interface AccessKey {
  readonly secret: string;
  readonly scopes: Set<Scope>;
  expired: boolean;
  /** Arrivals in the current window, oldest first. */
  readonly arrivals: number[];
}

export function secretOf(authorization: string | undefined): string | null {
  return BEARER.exec(authorization ?? '')?.[1] ?? null;
}

/** Removes the arrivals that are older than the window. */
function trim(arrivals: number[], now: number): void {
  let gone = 0;
  while (gone < arrivals.length && (arrivals[gone] ?? now) <= now - WINDOW_MS) gone += 1;
  arrivals.splice(0, gone);
}

export class AccessKeys {
  private readonly keys = new Map<string, AccessKey>();

  constructor(keys: Readonly<Record<string, readonly string[]>>) {
    for (const [secret, scopes] of Object.entries(keys)) this.issue(secret, scopes);
  }

  issue(secret: string, scopes: readonly string[]): void {
    if (!KEY_START.test(secret)) throw new Error('A key must begin with sk_test_ or sk_live_');
    const granted = new Set<Scope>();
    for (const scope of scopes) {
      if (!isScope(scope)) throw new Error(`There is no scope ${scope}`);
      granted.add(scope);
    }
    this.keys.set(secret, { secret, scopes: granted, expired: false, arrivals: [] });
  }

  find(secret: string | null): AccessKey | null {
    return secret === null ? null : (this.keys.get(secret) ?? null);
  }

  require(secret: string): AccessKey {
    const key = this.find(secret);
    if (key === null) throw new Error('There is no such key');
    return key;
  }

  revoke(secret: string): void {
    this.require(secret);
    this.keys.delete(secret);
  }
}

export function allows(key: AccessKey, scope: Scope): boolean {
  return key.scopes.has(EVERY_SCOPE) || key.scopes.has(scope);
}

/**
 * Counts an arrival if the limit allows it and returns null; otherwise returns how long until the next
 * one is allowed.
 */
export function countArrival(key: AccessKey, now: number, countsRefused: boolean): number | null {
  trim(key.arrivals, now);
  if (key.arrivals.length < CALLS_PER_WINDOW) {
    key.arrivals.push(now);
    return null;
  }
  if (countsRefused) key.arrivals.push(now);
  const frees = key.arrivals[key.arrivals.length - CALLS_PER_WINDOW] ?? now;
  return frees + WINDOW_MS - now;
}

export function readKeys(text: string): Record<string, readonly string[]> {
  const keys: Record<string, readonly string[]> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [secret = '', scopes = EVERY_SCOPE] = part.trim().split('=');
    keys[secret] = scopes.split('+');
  }
  return keys;
}
