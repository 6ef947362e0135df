import type { Reading } from '../../infra/database/reads.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { instant } from '../../infra/runtime/clock.js';
import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { quoteIn, type QuotesBody, type RecordedQuote } from './quotes.js';
import { QUOTES } from './record-quotes.js';

const DAY_MS = 86_400_000;
/** Entries that are looked at for the first quote after something: an order in a new security is in the next one at last. */
const AFTER_MOST = 3;

const BEFORE = 'sequence < ? ORDER BY sequence DESC';
const AFTER = 'sequence > ? ORDER BY sequence';

/** The recorded quotes by their place in the trail. The body of an entry is read once for all orders of a page. */
export class QuoteReader {
  private readonly bodies = new Map<number, QuotesBody | null>();

  constructor(private readonly reading: Reading) {}

  async before(sequence: number | null, security: string): Promise<RecordedQuote | null> {
    const at = sequence === null ? null : await this.placeOf(BEFORE, sequence);
    return at === null ? null : this.quoteAt(at, security);
  }

  /** Asked for at this time or later: what is written after a moment may have been read before it. */
  async after(
    sequence: number | null,
    since: string | null,
    security: string,
  ): Promise<RecordedQuote | null> {
    let at = sequence === null ? null : await this.placeOf(AFTER, sequence);
    for (let looked = 0; at !== null && looked < AFTER_MOST; looked += 1) {
      const quote = await this.quoteAt(at, security);
      if (quote !== null && (since === null || quote.at >= since)) return quote;
      at = await this.placeOf(AFTER, at);
    }
    return null;
  }

  async lastOn(date: string, security: string): Promise<RecordedQuote | null> {
    const begin = startOfDay(date);
    const [last] = await this.reading.query<{ sequence: number }>(
      'SELECT sequence FROM audit_entries WHERE at < ? ORDER BY at DESC, sequence DESC LIMIT 1',
      [instant(begin + DAY_MS)],
    );
    const quote = await this.before(last === undefined ? null : last.sequence + 1, security);
    return quote !== null && quote.at >= instant(begin) ? quote : null;
  }

  private async placeOf(condition: string, sequence: number): Promise<number | null> {
    const [entry] = await this.reading.query<{ sequence: number }>(
      `SELECT sequence FROM audit_entries WHERE type = '${QUOTES.type}' AND ${condition} LIMIT 1`,
      [sequence],
    );
    return entry?.sequence ?? null;
  }

  private async quoteAt(sequence: number, security: string): Promise<RecordedQuote | null> {
    let body = this.bodies.get(sequence);
    if (body === undefined) {
      const [entry] = await this.reading.query<{ body: string }>(
        'SELECT body FROM audit_entries WHERE sequence = ?',
        [sequence],
      );
      body = entry === undefined ? null : (JSON.parse(entry.body) as QuotesBody);
      this.bodies.set(sequence, body);
      // It may have the quotes of hundreds of securities.
      await nextTurn();
    }
    return body === null ? null : quoteIn(body, security);
  }
}
