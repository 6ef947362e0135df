import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nextTurn } from '../../../../src/infra/runtime/batches.js';
import { noteAnswers } from '../../../../src/infra/http/limits/work-ended.js';
import {
  DownloadTurn,
  type Following,
} from '../../../../src/orders/audit-trail/exports/download-turn.js';
import { Gate } from '../../../support/time/gate.js';
import { HandClock } from '../../../support/time/hand-clock.js';

type Hook = (request: FastifyRequest, reply: unknown, payload: unknown, done: () => void) => void;

/** Somebody who downloads, at the end of a connection that can break. */
class Caller {
  readonly connection = new PassThrough();
  private readonly request = {} as FastifyRequest;
  private answered: Hook = () => undefined;

  constructor() {
    noteAnswers({ addHook: ((_: string, hook: Hook) => (this.answered = hook)) as never });
  }

  asks(turn: DownloadTurn): Following | null {
    return turn.take(this.request, { raw: this.connection } as unknown as FastifyReply);
  }

  getsAnswer(): void {
    this.answered(this.request, null, null, () => undefined);
  }
}

describe('The turn of a download', () => {
  const MINUTE = 60_000;
  let clock: HandClock;
  let turn: DownloadTurn;

  beforeEach(() => {
    clock = new HandClock();
    turn = new DownloadTurn(clock);
  });

  async function* pieces(next: Promise<unknown> = Promise.resolve()): AsyncGenerator<string> {
    yield 'first';
    await next;
    yield 'second';
  }

  const iterated = (source: AsyncIterable<string>, caller: Caller): AsyncIterator<string> => {
    const follow = caller.asks(turn);
    if (follow === null) throw new Error('Somebody else has the turn');
    return follow(source)[Symbol.asyncIterator]();
  };

  it.each([
    ['a piece', 1],
    ['the last pieces', 3],
  ])('goes to the next who asks when %s is not taken for a minute', async (_, asked) => {
    const sleeper = new Caller();
    const download = iterated(pieces(), sleeper);
    for (let count = 0; count < asked; count += 1) await download.next();
    clock.pass(MINUTE - 1);
    expect(new Caller().asks(turn)).toBeNull();
    clock.pass(1);
    expect(new Caller().asks(turn)).not.toBeNull();
    expect(sleeper.connection.destroyed).toBe(true);
  });

  it('is kept while its next piece is made, however long that takes, and so is the time to take it', async () => {
    const made = new Gate();
    const reader = new Caller();
    const download = iterated(pieces(made.opened), reader);
    await download.next();
    const second = download.next();
    clock.pass(10 * MINUTE);
    expect(new Caller().asks(turn)).toBeNull();
    made.open();
    await second;
    clock.pass(MINUTE - 1);
    expect(new Caller().asks(turn)).toBeNull();
    expect(reader.connection.destroyed).toBe(false);
  });

  it('ends what makes the pieces when its caller leaves before the first', async () => {
    const archive = Readable.from(pieces());
    const leaver = new Caller();
    void iterated(archive, leaver);
    leaver.connection.destroy();
    leaver.getsAnswer();
    await nextTurn();
    expect(archive.destroyed).toBe(true);
    expect(new Caller().asks(turn)).not.toBeNull();
  });
});
