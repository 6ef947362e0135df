import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workEnded } from '../../../infra/http/limits/work-ended.js';
import { Clock } from '../../../infra/runtime/clock.js';

/** Whoever takes nothing for so long loses the turn to somebody else who asks. */
const STALLED_MS = 60_000;

interface Download {
  readonly end: () => void;
  /** What it is made of; null: not known yet. */
  source: Source<unknown> | null;
  /** Since when something is offered that its caller does not take; null: the next piece is being made. */
  offeredAt: number | null;
}

/** Pieces, of a stream perhaps, which works before it is read. */
type Source<T> = AsyncIterable<T> & { readonly destroy?: () => unknown };

/** The pieces of a download, as they are. */
export type Following = <T>(pieces: Source<T>) => AsyncIterable<T>;

/**
 * One download of the trail at a time on each instance, as of exports in the background: each reads the trail from its
 * beginning, and several would only slow each other down.
 */
@Injectable()
export class DownloadTurn {
  private current: Download | null = null;

  constructor(private readonly clock: Clock) {}

  /** Held until the request has ended; the pieces go through what this returns. Null: somebody else has the turn. */
  take(request: FastifyRequest, reply: FastifyReply): Following | null {
    const { raw } = reply;
    // Its caller has left: nothing would end the turn.
    if (raw.destroyed || !this.isFree()) return null;
    const end = (): void => void raw.destroy();
    const download: Download = { end, source: null, offeredAt: null };
    this.current = download;
    void workEnded(request, reply).then(() => {
      if (this.current === download) this.current = null;
      // Of a caller who left before the first piece nothing was asked, and nothing else would end what makes it.
      download.source?.destroy?.();
    });
    return (pieces) => {
      download.source = pieces;
      return this.follow(download, pieces);
    };
  }

  /** A caller that has gone to sleep must not keep the others waiting for as long as its connection lasts. */
  private isFree(): boolean {
    if (this.current === null) return true;
    const { offeredAt } = this.current;
    if (offeredAt === null || this.clock.steady() - offeredAt < STALLED_MS) return false;
    this.current.end();
    return true;
  }

  private async *follow<T>(download: Download, pieces: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const piece of pieces) {
      download.offeredAt = this.clock.steady();
      yield piece;
      download.offeredAt = null;
    }
    // The last pieces are still on their way.
    download.offeredAt = this.clock.steady();
  }
}
