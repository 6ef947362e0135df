import { fieldProblem } from '../problems/problem.js';

const WAIT_SECONDS_MAX = 30;

/** `Prefer: wait=N` (RFC 7240) in milliseconds; 0 by default, at most 30 seconds. */
export function waitMs(prefer: string | undefined): number {
  const match = /(?:^|[,;])\s*wait\s*=\s*"?(\d+)"?\s*(?:$|[,;])/i.exec(prefer ?? '');
  return Math.min(Number(match?.[1] ?? 0), WAIT_SECONDS_MAX) * 1_000;
}

/** The version in `If-Match: "5"`; null if the header is missing or `*`. */
export function versionIn(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const match = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(ifMatch);
  if (match === null) {
    throw fieldProblem('validation-failed', 'If-Match', 'must be the ETag of the order');
  }
  return Number(match[1]);
}

export function etagOf(version: number): string {
  return `"${version}"`;
}
