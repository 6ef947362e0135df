/*
 * Lets a simulated exchange survive a restart of its process. The core is deterministic, so it is
 * enough to record the start time and every call that may have changed the exchange. Replaying them in
 * order, with a clock set to the recorded times, rebuilds the same exchange. A diary covers one Lagos
 * day, as order numbers do.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExchangeRequest } from './exchange.js';

interface Beginning {
  readonly day: string;
  readonly startedAt: number;
  /** Seed, keys and parameters: a diary is only valid for the same settings. */
  readonly settings: string;
}

interface Noted {
  readonly at: number;
  readonly request: ExchangeRequest;
}

const LAGOS_OFFSET_MS = 3_600_000;
const CHANGING = /^\/(v2\/vendor\/order\/(post|edit|cancel)|control\/.+)$/;

export class Diary {
  private constructor(
    private readonly path: string,
    readonly startedAt: number,
    readonly entries: readonly Noted[],
  ) {}

  /** Opens today's diary if it has the same settings, or starts a new one. */
  static open(path: string, settings: string, now: number): Diary {
    const day = new Date(now + LAGOS_OFFSET_MS).toISOString().slice(0, 10);
    const kept = existsSync(path) ? read(path) : null;
    if (kept !== null && kept.beginning.day === day && kept.beginning.settings === settings) {
      return new Diary(path, kept.beginning.startedAt, kept.entries);
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify({ day, startedAt: now, settings })}\n`, { mode: 0o600 });
    return new Diary(path, now, []);
  }

  /** Written before the call takes effect, so that no effect can be lost. */
  note(request: ExchangeRequest, at: number): void {
    const [path = ''] = request.path.split('?');
    if (request.method !== 'POST' || !CHANGING.test(path)) return;
    appendFileSync(this.path, `${JSON.stringify({ at, request })}\n`);
  }
}

/** The last line may be incomplete; the effect of its call was never visible to anybody. */
function read(path: string): { beginning: Beginning; entries: Noted[] } | null {
  const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  try {
    return {
      beginning: JSON.parse(first) as Beginning,
      entries: rest.map((line) => JSON.parse(line) as Noted),
    };
  } catch {
    return null;
  }
}
