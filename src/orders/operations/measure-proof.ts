import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Instant, Whole } from '../../infra/formats.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { Database } from '../../infra/database/database.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { LISTED } from '../order/list-watermark.entity.js';

/** How fresh the proof of the working orders is. */
export interface ProofAges {
  /** Orders that are Posted, Open or Amended. */
  readonly working: Whole;
  /** Those proven by the exchange within the last minute. */
  readonly withinMinute: Whole;
  /** The oldest last proof of any; null without working orders. */
  readonly oldestAt: Instant | null;
}

export class MeasureProof extends Query<ProofAges> {}

const MINUTE_MS = 60_000;
const PAGE = 2_000;

@QueryHandler(MeasureProof)
export class MeasureProofHandler implements IQueryHandler<MeasureProof> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In pages, so that a large book does not block the event loop. */
  async execute(): Promise<ProofAges> {
    const now = this.clock.now();
    let [working, withinMinute] = [0, 0];
    let oldest: number | null = null;
    for (const status of ['Posted', 'Open', 'Amended']) {
      for (let last = ''; ; await nextTurn()) {
        const page = await this.page(status, last, now - MINUTE_MS);
        working += page.orders;
        withinMinute += page.recent ?? 0;
        if (page.oldest !== null) oldest = Math.min(oldest ?? page.oldest, page.oldest);
        if (page.orders < PAGE || page.last === null) break;
        last = page.last;
      }
    }
    // The clock may have been ahead when it was stored.
    const oldestAt = oldest === null ? null : instant(Math.min(oldest, now));
    return { working, withinMinute, oldestAt };
  }

  private async page(status: string, after: string, since: number): Promise<Proofs> {
    const [row] = await this.database.reading.query<Proofs>(
      // `withLastProof`, for many orders at once.
      `SELECT count(*) AS orders, min(proof) AS oldest, max(id) AS last,
              sum(CASE WHEN proof > ? THEN 1 ELSE 0 END) AS recent
         FROM (SELECT orders.id AS id, COALESCE(list_watermarks.seen_at, orders.proven_at) AS proof
                 FROM orders LEFT JOIN list_watermarks ON ${LISTED}
                WHERE status = '${status}' AND orders.id > ?
                ORDER BY orders.id LIMIT ${PAGE}) AS proofs`,
      [since, after],
    );
    return row ?? { orders: 0, oldest: null, last: null, recent: null };
  }
}

interface Proofs {
  readonly orders: number;
  readonly oldest: number | null;
  /** Id of the last order of the page. */
  readonly last: string | null;
  readonly recent: number | null;
}
