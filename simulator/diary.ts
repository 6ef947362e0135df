/*
 * What lets a simulated exchange survive its process: the core is deterministic, so the moment it
 * began and every call that may have changed it are all there is to keep. Played back in order with
 * a clock that says what it said then, they give the same exchange again. A diary is kept for one
 * Lagos day, as the numbers of the orders are.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExchangeRequest } from './exchange.js';

interface Beginning {
  readonly day: string;
  readonly startedAt: number;
  /** Seed, keys and parameters: another exchange needs another diary. */
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

  /** Today's diary of this very exchange, or a new one. */
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

  /** Written before the call has its effect, so that no effect is ever forgotten. */
  note(request: ExchangeRequest, at: number): void {
    const [path = ''] = request.path.split('?');
    if (request.method !== 'POST' || !CHANGING.test(path)) return;
    appendFileSync(this.path, `${JSON.stringify({ at, request })}\n`);
  }
}

/** The last line may be torn: its call never had an effect that anybody saw. */
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
