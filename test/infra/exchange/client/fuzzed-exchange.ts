import fc from '../../../support/seeded-fast-check.js';
import { Clock } from '../../../../src/infra/runtime/clock.js';
import type { Database } from '../../../../src/infra/database/database.js';
import type { CallJournal } from '../../../../src/infra/exchange/client/call-journal.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { callJournal, contextWithOneKey } from '../../../support/journal.js';
import { anyReply } from '../schema/any-reply.js';

/** Others in each run; nightly many more. */
export const REPLIES = Number(process.env['MARINA_TEST_REPLIES'] ?? 1_500);

/** What a small sample may lack. */
const ALWAYS: readonly WireReply[] = ['\u0000', 'x'.repeat(70_000)].map((text) => ({
  kind: 'Reply',
  status: 200,
  body: JSON.stringify({ success: true, message: text, data: null }).replace('\\u0000', '\u0000'),
  retryAfter: null,
}));

/** Minutes pass between calls, so that neither the budget nor a key's cool-down gets in the way. */
class PassingClock extends Clock {
  private time = Date.UTC(2026, 10, 20, 10);

  override now(): number {
    return this.time;
  }

  override steady(): number {
    return this.time;
  }

  pass(ms: number): void {
    this.time += ms;
  }
}

export function isSuccess(reply: WireReply): boolean {
  return reply.kind === 'Reply' && reply.status >= 200 && reply.status < 300;
}

/** The fields of a reply, parsed independently of our code. */
export function plainly(reply: WireReply): Record<string, unknown> | null {
  if (reply.kind !== 'Reply') return null;
  try {
    const body: unknown = JSON.parse(reply.body);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A socket never delivers half a surrogate pair. */
function asReceived(reply: WireReply): WireReply {
  return reply.kind === 'Reply'
    ? { ...reply, body: Buffer.from(reply.body).toString('utf8') }
    : reply;
}

/** The real call journal, with arbitrary replies. */
export class FuzzedExchange {
  private readonly replies = [...fc.sample(anyReply, REPLIES - ALWAYS.length), ...ALWAYS].map(
    asReceived,
  );
  private readonly unhandled: unknown[] = [];
  private readonly noteUnhandled = (reason: unknown): void => void this.unhandled.push(reason);

  private constructor(
    readonly database: Database,
    readonly journal: CallJournal,
    private readonly clock: PassingClock,
    private readonly say: (reply: WireReply) => void,
  ) {
    process.on('unhandledRejection', this.noteUnhandled);
  }

  static async open(): Promise<FuzzedExchange> {
    const clock = new PassingClock();
    const context = await contextWithOneKey(clock);
    let next: WireReply = { kind: 'NoReply', failure: 'nothing is to be said' };
    const journal = callJournal(context, { send: () => Promise.resolve(next) }, context.keys);
    return new FuzzedExchange(context.database, journal, clock, (reply) => void (next = reply));
  }

  async close(): Promise<void> {
    process.off('unhandledRejection', this.noteUnhandled);
    await this.database.close();
  }

  /** Runs the check on each reply; a failure names the reply. */
  async each(look: (reply: WireReply, index: number) => Promise<void>): Promise<void> {
    for (const [index, reply] of this.replies.entries()) {
      this.say(reply);
      this.clock.pass(70_000);
      try {
        await look(reply, index);
      } catch (error) {
        const shown = JSON.stringify(reply).slice(0, 2_000);
        throw new Error(`Reply ${index}: ${shown}: ${String(error)}`, { cause: error });
      }
    }
    expect(this.unhandled).toEqual([]);
  }
}
