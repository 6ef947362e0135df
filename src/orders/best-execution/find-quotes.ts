import type { Reading } from '../../infra/database/reads.js';
import { instant } from '../../infra/runtime/clock.js';
import { startOfDay } from '../../market/trading-calendar/trading-day.js';
import { quoteIn, type QuotesBody, type RecordedQuote } from './quotes.js';
import { QUOTES } from './record-quotes.js';

const DAY_MS = 86_400_000;

/** The recorded quotes by their place in the trail. Each is read once for all orders of a page. */
export class QuoteReader {
  private readonly read = new Map<string, QuotesBody | null>();

  constructor(private readonly reading: Reading) {}

  before(sequence: number | null, security: string): Promise<RecordedQuote | null> {
    return this.find(sequence, 'sequence < ? ORDER BY sequence DESC', security);
  }

  after(sequence: number | null, security: string): Promise<RecordedQuote | null> {
    return this.find(sequence, 'sequence > ? ORDER BY sequence', security);
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

  private async find(
    sequence: number | null,
    place: string,
    security: string,
  ): Promise<RecordedQuote | null> {
    if (sequence === null) return null;
    const key = `${place} ${sequence}`;
    let entry = this.read.get(key);
    if (entry === undefined) {
      const [row] = await this.reading.query<{ body: string }>(
        `SELECT body FROM audit_entries WHERE type = '${QUOTES.type}' AND ${place} LIMIT 1`,
        [sequence],
      );
      entry = row === undefined ? null : (JSON.parse(row.body) as QuotesBody);
      this.read.set(key, entry);
    }
    return entry === null ? null : quoteIn(entry, security);
  }
}
