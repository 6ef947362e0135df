import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock, instant } from '../../infra/clock.js';
import { Database } from '../../infra/database/database.js';
import { LISTED } from '../store/listing.entity.js';

/** How fresh the proof of the working orders is. */
export interface ProofAges {
  /** Orders that are Posted, Open or Amended. */
  readonly working: number;
  /** Of them, those that the exchange has proven within the last minute. */
  readonly withinMinute: number;
  /** When the one was last proven that was proven longest ago; null with none. */
  readonly oldestAt: string | null;
}

export class MeasureProof extends Query<ProofAges> {}

const MINUTE_MS = 60_000;

@QueryHandler(MeasureProof)
export class MeasureProofHandler implements IQueryHandler<MeasureProof> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<ProofAges> {
    const now = this.clock.now();
    const [row] = await this.database.reading.query<{
      working: number;
      recent: number | null;
      oldest: number | null;
    }>(
      // As `withLastProof` has it, of all of them at once.
      `SELECT count(*) AS working, min(proof) AS oldest,
              sum(CASE WHEN proof > ? THEN 1 ELSE 0 END) AS recent
         FROM (SELECT COALESCE(listings.seen_at, orders.proven_at) AS proof FROM orders
                 LEFT JOIN listings ON ${LISTED}
                WHERE status IN ('Posted', 'Open', 'Amended')) AS proofs`,
      [now - MINUTE_MS],
    );
    const { working = 0, recent = null, oldest = null } = row ?? {};
    return {
      working,
      withinMinute: recent ?? 0,
      // The clock may have been ahead when it was written down.
      oldestAt: oldest === null ? null : instant(Math.min(oldest, now)),
    };
  }
}
