/** One line of the doctor's answer. */
export interface Check {
  readonly name: string;
  /** `warn`: it works, and will not for long or not as meant. */
  readonly result: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** What to do about it; null if nothing is to be done. */
  readonly remedy: string | null;
}

export function ok(name: string, detail: string): Check {
  return { name, result: 'ok', detail, remedy: null };
}

export function warn(name: string, detail: string, remedy: string): Check {
  return { name, result: 'warn', detail, remedy };
}

export function fail(name: string, detail: string, remedy: string): Check {
  return { name, result: 'fail', detail, remedy };
}

/** The worst of all. */
export function resultOf(checks: readonly Check[]): Check['result'] {
  const results = new Set(checks.map(({ result }) => result));
  if (results.has('fail')) return 'fail';
  return results.has('warn') ? 'warn' : 'ok';
}

export function textOf(checks: readonly Check[]): string {
  return checks
    .flatMap(({ name, result, detail, remedy }) => [
      `${result.toUpperCase().padEnd(4)}  ${name}: ${detail}`,
      ...(remedy === null ? [] : [`      ${remedy}`]),
    ])
    .join('\n');
}
