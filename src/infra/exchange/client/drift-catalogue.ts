import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../runtime/clock.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { AppLogger } from '../../observability/logging.js';
import type { EndpointName } from '../schema/endpoints.js';
import { schemaDrift } from '../schema/schema-drift.js';
import type { Wire } from '../schema/wire.js';

/**
 * Records how replies differ from the interface document, for people to read. An entry does not change
 * what a reply proves: an undocumented reply is neither a success nor a refusal.
 */
const SAMPLE_LENGTH_MAX = 2_000;
const ROWS_MAX = 2_000;

@Injectable()
export class DriftCatalogue {
  private readonly logger: Logger;
  private warnedFull = false;

  constructor(
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('schema-drift');
  }

  /** Never throws: a bug in the comparison must not lose us the reply. */
  async driftIn(
    endpoint: EndpointName,
    status: number,
    body: Wire | undefined,
  ): Promise<readonly string[]> {
    try {
      return await schemaDrift(endpoint, status, body);
    } catch (error) {
      this.logger.error({ err: error, endpoint }, 'could not check a reply for schema drift');
      return [];
    }
  }

  /** Joins the unit of work that stores the reply. `drift` is the result of {@link driftIn}. */
  async note(
    unit: Unit,
    call: { readonly id: string; readonly endpoint: EndpointName },
    reply: { readonly status: number; readonly text: string; readonly drift: readonly string[] },
  ): Promise<void> {
    for (const deviation of reply.drift) {
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
      'UPDATE schema_drift SET seen = seen + 1, last_seen_at = ? WHERE id = ?',
      [now, id],
    );
    if (seen > 0) return;
    if (await isFull(unit)) {
      if (!this.warnedFull) {
        this.logger.error('the schema drift table is full; further drift is not recorded');
      }
      this.warnedFull = true;
      return;
    }
    // PostgreSQL's text type accepts neither NUL nor lone surrogates.
    const sample = reply.text.slice(0, SAMPLE_LENGTH_MAX).replace(/\0|\p{Surrogate}/gu, '\ufffd');
    // Another instance may insert the same drift at the same moment.
    await unit.execute(
      `INSERT INTO schema_drift (id, endpoint, http_status, deviation, seen, first_seen_at,
         last_seen_at, first_call_id, sample) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      [id, endpoint, status, deviation, now, now, call.id, sample],
    );
    unit.afterCommit(() =>
      this.logger.warn(
        { endpoint, status, deviation, call: call.id },
        'the exchange sent a reply that its interface document does not show',
      ),
    );
  }
}

async function isFull(unit: Unit): Promise<boolean> {
  const [row] = await unit.query<{ rows: number }>('SELECT count(*) AS rows FROM schema_drift');
  return (row?.rows ?? 0) >= ROWS_MAX;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
