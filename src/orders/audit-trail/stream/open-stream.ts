import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../infra/auth/caller.js';
import { seesClients } from '../../../infra/auth/client-masking.js';
import { grants, grantsAny } from '../../../infra/auth/scope.js';
import type { Database } from '../../../infra/database/database.js';
import { nextTurn } from '../../../infra/runtime/batches.js';
import type { Clock } from '../../../infra/runtime/clock.js';
import { isSameSpelledAccount } from '../../order/client/account-spellings.js';
import { findEntries } from '../find-entries.js';
import type { LiveEntries } from './live-entries.js';
import type { TrailPace } from '../trail-pace.js';
import {
  isForAccounts,
  messageFor,
  STREAM_SCOPES,
  streamedEvent,
  type StreamedEvent,
  withMaskedData,
} from './streamed-events.js';

/** Entries of the past are read in pages of this many. */
const PAGE = 200;
/** Each type is a query of its own; of more, the whole past is read. */
const TYPES_LOOKED_UP_MAX = 4;
const HEARTBEAT_MS = 15_000;
/** Whoever has not read what was sent by then is cut off, and may come back with its last event id. */
const READ_WITHIN_MS = 30_000;

/** What a stream is asked for. */
export interface StreamFilters {
  readonly orderId?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly types?: readonly string[] | undefined;
}

/** What all streams share. */
export interface StreamSource {
  readonly live: LiveEntries;
  readonly database: Database;
  readonly clock: Clock;
  readonly pace: TrailPace;
}

/**
 * One open stream: what the trail holds after its position, page by page, and then what is new. It holds
 * nothing back for a slow reader: it waits, reads on where that has come to, and gives it up in the end.
 */
export class OpenStream {
  private hasEnded = false;
  private isWoken = false;
  private wake = (): void => undefined;
  private spokeAt: number;

  constructor(
    private readonly source: StreamSource,
    private readonly reply: FastifyReply['raw'],
    private readonly filters: StreamFilters,
    /** Null once the key or the session of the reader has ended. */
    private readonly callerNow: () => Promise<Caller | null>,
    /** The sequence of the last entry that the reader has. */
    private position: number,
  ) {
    this.spokeAt = source.clock.steady();
    reply.on('close', () => this.cut());
  }

  /** Resolves when the stream has ended: by its reader, with its key or session, or at the shutdown. */
  async run(): Promise<void> {
    let leave = (): void => undefined;
    try {
      leave = await this.source.live.listen(() => this.rouse());
      while (!this.hasEnded) {
        const caller = await this.caller();
        if (caller === null) return;
        const before = this.position;
        await this.sendNext(caller);
        if (this.position > before) await nextTurn();
        else await this.pause();
      }
    } finally {
      leave();
      this.end();
    }
  }

  /** Ends it at a message; a reader who does not read is not waited for. */
  end(): void {
    if (this.reply.writableNeedDrain) this.cut();
    else if (!this.reply.writableEnded) this.reply.end();
    this.hasEnded = true;
    this.rouse();
  }

  private cut(): void {
    this.hasEnded = true;
    this.reply.destroy();
    this.rouse();
  }

  /** Null when there is nothing left to read: a key may be revoked, a session end, while its stream is open. */
  private async caller(): Promise<Caller | null> {
    const caller = await this.callerNow();
    return caller !== null && grantsAny(caller.scopes, STREAM_SCOPES) ? caller : null;
  }

  private async sendNext(caller: Caller): Promise<void> {
    const { live } = this.source;
    const held = live.since(this.position);
    const { events, reached } =
      held === null ? await this.readPage() : { events: held, reached: live.end };
    for (const event of events) {
      const message = this.messageFor(event, caller);
      if (message !== null) await this.write(message);
      if (this.hasEnded) return;
      this.position = event.sequence;
    }
    this.position = Math.max(this.position, reached);
  }

  /** A page of the past; `reached`: up to where it is complete. */
  private async readPage(): Promise<{ events: readonly StreamedEvent[]; reached: number }> {
    const { orderId, accountNumber, types } = this.filters;
    const { end } = this.source.live;
    const about = {
      ...(orderId === undefined ? {} : { orderId }),
      ...(accountNumber === undefined ? {} : { accountNumber }),
    };
    const isLookedUp =
      Object.keys(about).length === 0 && types !== undefined && types.length <= TYPES_LOOKED_UP_MAX;
    const filters = isLookedUp ? { types } : about;
    const range = { after: this.position, before: end + 1, descending: false, limit: PAGE };
    const { database, pace } = this.source;
    const rows = await pace.read(() =>
      this.hasEnded
        ? Promise.resolve([])
        : database.questions.read((manager) => findEntries(manager, filters, range)),
    );
    const last = rows.at(-1);
    const reached = rows.length < PAGE || last === undefined ? end : last.sequence;
    return { events: rows.map(streamedEvent), reached };
  }

  /** Null when the reader did not ask for it, or may not read it. */
  private messageFor(event: StreamedEvent, caller: Caller): string | null {
    const { scopes, accounts } = caller;
    const { orderId, accountNumber, types } = this.filters;
    const isMasked = !seesClients(caller);
    if (isMasked && accountNumber !== undefined) return null;
    if (orderId !== undefined && event.orderId !== orderId) return null;
    if (accountNumber !== undefined && !isOfAccount(event, accountNumber)) return null;
    if (types !== undefined && !types.includes(event.type)) return null;
    if (!grantsAny(scopes, event.scopes) || !isForAccounts(event, accounts)) return null;
    const message = messageFor(event, {
      isBound: accounts !== null,
      readsOrders: grants(scopes, 'orders:read'),
    });
    return isMasked ? withMaskedData(message) : message;
  }

  private async pause(): Promise<void> {
    const { clock } = this.source;
    if (clock.steady() - this.spokeAt >= HEARTBEAT_MS) await this.write(': still here\n\n');
    if (!this.isWoken && !this.hasEnded) await new Promise<void>((done) => (this.wake = done));
    this.isWoken = false;
  }

  private rouse(): void {
    this.isWoken = true;
    this.wake();
  }

  private async write(text: string): Promise<void> {
    if (this.hasEnded) return;
    this.spokeAt = this.source.clock.steady();
    if (this.reply.write(text)) return;
    const endTimer = this.source.clock.after(READ_WITHIN_MS, () => this.cut());
    await new Promise<void>((done) => {
      const resume = (): void => {
        this.reply.off('drain', resume).off('close', resume);
        done();
      };
      this.reply.on('drain', resume).on('close', resume);
    });
    endTimer();
  }
}

function isOfAccount(event: StreamedEvent, accountNumber: string): boolean {
  return event.accountNumber !== null && isSameSpelledAccount(event.accountNumber, accountNumber);
}
