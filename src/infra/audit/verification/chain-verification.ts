import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Config, sqlitePath } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { SQLITE_DRIVER } from '../../database/sqlite-driver.js';
import { GENESIS, type Verdict } from '../audit-chain.js';
import { headOf, firstBeyondHead, verifyChain } from './audit-verifier.js';
import {
  join,
  piecesOf,
  type Piece,
  type PieceVerdict,
  type VerifiedPrefix,
} from './chain-pieces.js';

const THREADS_MAX = 4;
/** Entries that a thread reads for one answer; a power of two. */
const PIECE_ENTRIES = 16_384;

export interface Extent {
  /** The roots of the tree at these sizes are wanted. */
  readonly sizes?: readonly number[];
  /** Only what follows it is read. */
  readonly since?: VerifiedPrefix | null;
  readonly pieceEntries?: number;
}

export interface ChainVerdict extends Verdict {
  /** All of a chain that holds; null if it does not, and of a database in memory. */
  readonly whole: VerifiedPrefix | null;
}

/** Verifies the chain in threads of their own, so that orders do not wait for it. */
@Injectable()
export class ChainVerification implements OnModuleDestroy {
  private readonly threads = new Set<Worker>();
  private isEnded = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  async verify({
    sizes = [],
    since = null,
    pieceEntries = PIECE_ENTRIES,
  }: Extent = {}): Promise<ChainVerdict> {
    // Only its own connection sees a database in memory.
    if (sqlitePath(this.config.databaseUrl) === ':memory:') {
      return {
        ...(await this.database.read((manager) => verifyChain(manager, sizes))),
        whole: null,
      };
    }
    const { reading } = this.database;
    const start = since ?? { size: 0, hash: GENESIS, edge: [] };
    // What is appended from here on is left out.
    const head = await headOf(reading);
    const pieces = piecesOf(start, { head: head.sequence, sizes, pieceEntries });
    const joined = join(start, await this.verdictsOf(pieces));
    const { entries, last, edge, roots, subtrees, firstBad } = joined;
    const isWhole = entries === head.sequence && last === head.hash;
    const cut = isWhole ? await firstBeyondHead(reading) : Math.min(head.sequence, entries) + 1;
    const firstBadSequence = firstBad ?? cut;
    const valid = firstBadSequence === null;
    const whole = valid ? { size: entries, hash: last, edge } : null;
    return { valid, entries, firstBadSequence, roots, subtrees, whole };
  }

  /** Verifications that are under way end with an error. */
  async onModuleDestroy(): Promise<void> {
    this.isEnded = true;
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  /** In the order of the pieces. Those behind a bad one may be missing. */
  private async verdictsOf(pieces: readonly Piece[]): Promise<readonly PieceVerdict[]> {
    const verdicts: PieceVerdict[] = [];
    let next = 0;
    let isOver = false;
    const work = async (): Promise<void> => {
      const thread = this.start();
      try {
        for (let piece = pieces[next]; piece !== undefined && !isOver; piece = pieces[next]) {
          const place = next;
          next += 1;
          const verdict = await answerOf(thread, piece);
          verdicts[place] = verdict;
          isOver ||= verdict.firstBad !== null;
        }
        await end(thread);
      } catch (error) {
        isOver = true;
        throw error;
      } finally {
        this.threads.delete(thread);
        await thread.terminate();
      }
    };
    const count = Math.min(pieces.length, availableParallelism(), THREADS_MAX);
    await Promise.all(Array.from({ length: count }, work));
    return verdicts;
  }

  private start(): Worker {
    if (this.isEnded) throw ended();
    const { databaseUrl: url } = this.config;
    const workerData = { driver: SQLITE_DRIVER, path: sqlitePath(url), url };
    const thread = new Worker(new URL('./chain-verifier.thread.js', import.meta.url), {
      workerData,
    });
    this.threads.add(thread);
    return thread;
  }
}

/** Rejects if the thread fails or is ended first. */
function answerOf(thread: Worker, piece: Piece): Promise<PieceVerdict> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(ended()));
    thread.postMessage(piece);
  });
}

/** Lets the thread close its connection. */
function end(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.once('error', reject);
    thread.once('exit', () => resolve());
    thread.postMessage('end');
  });
}

function ended(): Error {
  return new Error('The verification was ended');
}
