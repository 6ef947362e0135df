import { Injectable } from '@nestjs/common';
import { Database } from '../../../infra/database/database.js';
import {
  ReadingThreads,
  type ReadingThread,
} from '../../../infra/database/threads/reading-thread.js';
import type { ExportProgress, Reached } from '../../../infra/audit/export/export-pieces.js';
import {
  ExportPages,
  type ExportOrder,
  type ExportPiece,
  type ExportQuestion,
} from './export-pages.js';
import { TrailPace } from '../trail-pace.js';

/**
 * Makes exports in a thread beside the event loop, so that orders wait neither for its queries nor for its texts: one
 * piece of one export after the other, each when whoever takes the export has taken the piece before it.
 */
@Injectable()
export class ExportThread {
  private readonly thread: ReadingThread | null;
  /** In place of a thread. */
  private readonly pages = new ExportPages();
  private begun = 0;

  constructor(
    private readonly database: Database,
    private readonly pace: TrailPace,
    threads: ReadingThreads,
  ) {
    this.thread = threads.start('export-pages.thread.js', null);
  }

  async *pieces(order: ExportOrder, reached: Reached): AsyncGenerator<Buffer> {
    this.begun += 1;
    const id = this.begun;
    const { upTo } = order;
    let isDone = false;
    let progress: ExportProgress = { sequence: upTo, upTo, entries: 0, first: null, last: null };
    try {
      let piece = await this.ask({ kind: 'Next', id, order });
      while (piece !== null) {
        progress = piece.progress;
        reached(progress);
        if (piece.bytes.length > 0) yield Buffer.from(piece.bytes);
        piece = await this.ask({ kind: 'Next', id, order: null });
      }
      // Also of an export without any piece.
      reached({ ...progress, sequence: upTo });
      isDone = true;
    } finally {
      // A thread that has ended has forgotten it.
      if (!isDone) await this.ask({ kind: 'End', id }).catch(() => undefined);
    }
  }

  private ask(question: ExportQuestion): Promise<ExportPiece | null> {
    return this.pace.read(async () =>
      this.thread === null
        ? this.pages.answer(this.database.questions, question)
        : ((await this.thread.ask(question)) as ExportPiece | null),
    );
  }
}
