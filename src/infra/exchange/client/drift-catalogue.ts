import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../runtime/clock.js';
import type { Unit } from '../../database/unit-of-work.js';
import { AppLogger } from '../../observability/logging.js';
import { inBatches } from '../../runtime/batches.js';
import { DEVIATIONS_MAX, ROWS_LOOKED_AT } from '../schema/drift.js';
import { deviations } from '../schema/documented.js';
import type { EndpointName } from '../schema/endpoints.js';
import { isRefusal } from '../schema/envelopes.js';
import { field, isRecord, type Wire } from '../schema/wire.js';

/**
 * What the exchange said in a way that the interface document does not show: kept for people to
 * read. Being in the catalogue changes nothing in how a reply is taken: it is no success and no
 * refusal until somebody has written down what it means.
 */
const SAMPLE_LENGTH_MAX = 2_000;
const SHAPES_MAX = 2_000;
const WORDS_MAX = 20;
const WORD_LENGTH_MAX = 40;

/** Bodies of these are "not shown": nothing in them can differ. */
const BODY_NOT_SHOWN = new Set([402, 429]);
/** "Values seen in responses", section "States and transitions". */
const STATUS_WORDS = new Set(['Posted', 'Amended', 'Cancelled', 'Open']);

/** What differs from the document, in words that are the same from reply to reply. */
export async function strangeness(
  endpoint: EndpointName,
  status: number,
  body: Wire | undefined,
): Promise<readonly string[]> {
  if (BODY_NOT_SHOWN.has(status)) return [];
  const fine = status >= 200 && status < 300;
  const found = fine || status === 403 ? [] : [`status ${status}: not shown`];
  if (body === undefined) return [...found, 'body: no JSON'];
  if (fine || isRefusal(body)) found.push(...(await deviationsOfAll(endpoint, body)));
  else found.push('body: not the error envelope');
  return [...found, ...unknownWords(body)];
}

/**
 * The rows of a broker's list or a day's trades are compared slice by slice, each as if it were the
 * whole list; with more deviations than are told those of the first rows are.
 */
async function deviationsOfAll(endpoint: EndpointName, body: Wire): Promise<readonly string[]> {
  const data = isRecord(body) ? field(body, 'data') : undefined;
  if (!isRecord(body) || !Array.isArray(data) || data.length === 0) {
    return deviations(endpoint, body);
  }
  const found = new Set<string>();
  for await (const slice of inBatches((data as readonly Wire[]).slice(0, ROWS_LOOKED_AT))) {
    for (const one of deviations(endpoint, { ...body, data: slice })) found.add(one);
    if (found.size >= DEVIATIONS_MAX) break;
  }
  return [...found].slice(0, DEVIATIONS_MAX);
}

/** Order states that the document does not list. */
function unknownWords(body: Wire): readonly string[] {
  const data = isRecord(body) ? field(body, 'data') : undefined;
  const rows: readonly Wire[] = Array.isArray(data) ? (data as readonly Wire[]) : [data ?? null];
  const words = new Set<string>();
  for (const row of rows.slice(0, ROWS_LOOKED_AT)) {
    const word = isRecord(row) ? field(row, 'Status') : undefined;
    if (typeof word !== 'string' || STATUS_WORDS.has(word) || words.size >= WORDS_MAX) continue;
    words.add(word.slice(0, WORD_LENGTH_MAX).replace(/[^\x20-\x7e]/g, '?'));
  }
  return [...words].sort().map((word) => `Status: the word "${word}"`);
}

@Injectable()
export class DriftCatalogue {
  private readonly logger: Logger;
  private toldFull = false;

  constructor(
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('exchange-shapes');
  }

  /** The strangeness of a reply. A mistake of ours in looking takes nothing from the reply. */
  async oddIn(
    endpoint: EndpointName,
    status: number,
    body: Wire | undefined,
  ): Promise<readonly string[]> {
    try {
      return await strangeness(endpoint, status, body);
    } catch (error) {
      this.logger.error({ err: error, endpoint }, 'a reply was not compared with the document');
      return [];
    }
  }

  /** Joins the unit in which the reply is stored; `odd` is what {@link oddIn} says of it. */
  async note(
    unit: Unit,
    call: { readonly id: string; readonly endpoint: EndpointName },
    reply: { readonly status: number; readonly text: string; readonly odd: readonly string[] },
  ): Promise<void> {
    for (const deviation of reply.odd) {
      await this.noteOne(unit, call, deviation, reply);
    }
  }

  private async noteOne(
    unit: Unit,
    call: { readonly id: string; readonly endpoint: EndpointName },
    deviation: string,
    reply: { readonly status: number; readonly text: string },
  ): Promise<void> {
    const { endpoint } = call;
    const { status } = reply;
    const id = digest(`${endpoint} ${status} ${deviation}`);
    const now = this.clock.now();
    const seen = await unit.execute(
      'UPDATE exchange_shapes SET seen = seen + 1, last_seen_at = ? WHERE id = ?',
      [now, id],
    );
    if (seen > 0) return;
    if (await isFull(unit)) {
      if (!this.toldFull) this.logger.error('the catalogue of undocumented replies is full');
      this.toldFull = true;
      return;
    }
    // PostgreSQL's text holds no NUL, and no half of a character.
    const sample = reply.text.slice(0, SAMPLE_LENGTH_MAX).replace(/\0|\p{Surrogate}/gu, '\ufffd');
    // Another instance may see it in this very moment; its row is as good.
    await unit.execute(
      `INSERT INTO exchange_shapes (id, endpoint, http_status, deviation, seen, first_seen_at,
         last_seen_at, first_call_id, sample) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      [id, endpoint, status, deviation, now, now, call.id, sample],
    );
    unit.afterCommit(() =>
      this.logger.warn(
        { endpoint, status, deviation, call: call.id },
        'the exchange said something that its document does not show',
      ),
    );
  }
}

async function isFull(unit: Unit): Promise<boolean> {
  const [row] = await unit.query<{ rows: number }>('SELECT count(*) AS rows FROM exchange_shapes');
  return (row?.rows ?? 0) >= SHAPES_MAX;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
