import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { workEnded } from '../../../infra/http/limits/work-ended.js';
import { Clock } from '../../../infra/runtime/clock.js';

/** Whoever takes nothing for so long loses the turn to somebody else who asks. */
const STALLED_MS = 60_000;

interface Download {
  readonly end: () => void;
  /** When its caller last took a piece. */
  takenAt: number;
}

/** The pieces of a download, as they are. */
export type Following = <T>(pieces: AsyncIterable<T>) => AsyncIterable<T>;

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
    const download = { takenAt: this.clock.steady(), end: () => void raw.destroy() };
    this.current = download;
    void workEnded(request, reply).then(() => {
      if (this.current === download) this.current = null;
    });
    return (pieces) => this.follow(download, pieces);
  }

  /** A caller that has gone to sleep must not keep the others waiting for as long as its connection lasts. */
  private isFree(): boolean {
    if (this.current === null) return true;
    if (this.clock.steady() - this.current.takenAt < STALLED_MS) return false;
    this.current.end();
    return true;
  }

  private async *follow<T>(download: Download, pieces: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const piece of pieces) {
      download.takenAt = this.clock.steady();
      yield piece;
    }
  }
}
