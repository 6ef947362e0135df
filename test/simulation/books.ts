import type BetterSqlite3 from 'better-sqlite3';
import type { AuditEntryRow, AuditHeadRow } from '../../src/infra/audit/audit-entry.entity.js';
import { SqliteDriver } from '../../src/infra/database/sqlite-driver.js';
import type { EvidenceGrade, NumberDoubt } from '../../src/orders/order/order-status.js';
import {
  CHAIN_SQL,
  rebuildReply,
  type StoredReply,
} from '../../src/infra/exchange/client/reply-store.js';

/**
 * What the service has written down, as somebody else sees it: a connection of its own, so only
 * what is committed shows. Rows keep the names of their columns.
 */
export interface BookedOrder {
  readonly id: string;
  readonly client_order_id: string;
  readonly created_by: string;
  readonly order_ref: string;
  readonly order_number: string | null;
  readonly number_grade: EvidenceGrade | null;
  readonly number_doubt: NumberDoubt | null;
  readonly fewer_shown_at: number | null;
  readonly side: string;
  readonly security: string;
  readonly units: string;
  readonly price: string;
  readonly price_grade: string | null;
  readonly account_number: string;
  readonly client_name: string;
  readonly status: string;
  readonly exchange_status: string | null;
  readonly reason: string | null;
  readonly matched_units: string;
  readonly matched_under_prior_numbers: string | null;
  readonly filled_units: string;
  readonly filled_value: string;
  readonly grade: string | null;
  readonly trading_date: string;
  readonly closed_at: number | null;
  readonly certain: number;
  readonly contested_since: number | null;
  readonly pending: string | null;
  readonly open_breaks: number;
  readonly version: number;
}

export interface BookedRequest {
  readonly id: string;
  readonly order_id: string;
  readonly kind: 'Post' | 'Edit' | 'Cancel';
  readonly state: string;
  readonly epoch: number;
  readonly sends: number;
  readonly due_at: number;
  readonly reason: string | null;
  readonly match_key: string | null;
}

export interface BookedCall {
  readonly id: string;
  readonly lane: string;
  readonly endpoint: string;
  readonly order_id: string | null;
  readonly request_id: string | null;
  readonly epoch: number | null;
  readonly started_at: number;
  readonly completed_at: number | null;
}

export interface BookedFill {
  readonly order_id: string;
  readonly trade_date: string;
  readonly matching_id: string;
  readonly order_number: string;
  readonly side: string;
  readonly units: string;
  readonly price: string;
}

export interface BookedBreak {
  readonly id: string;
  readonly type: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
  readonly detail: string;
}

export class Books {
  private database: BetterSqlite3.Database;
  private readonly statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();

  constructor(private readonly path: string) {
    this.database = new SqliteDriver(path, { readonly: true });
  }

  /** Closed while the files are another's, and opened again on what is there then. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    this.database.close();
    this.statements.clear();
    const result = await work();
    this.database = new SqliteDriver(this.path, { readonly: true });
    return result;
  }

  all<T>(sql: string, ...values: (string | number)[]): T[] {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare<unknown[]>(sql);
      this.statements.set(sql, statement);
    }
    return statement.all(...values) as T[];
  }

  count(sql: string, ...values: (string | number)[]): number {
    const [row] = this.all<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values);
    return row?.n ?? 0;
  }

  orders(): BookedOrder[] {
    return this.all('SELECT * FROM orders ORDER BY id');
  }

  /** Orders that a fact was written of since. */
  ordersOf(ids: readonly string[]): BookedOrder[] {
    return ids.flatMap((id) => this.all<BookedOrder>('SELECT * FROM orders WHERE id = ?', id));
  }

  /** When two people linked the order's number; null: nobody has. */
  numberDecidedAt({ id, order_number: number, number_grade: grade }: BookedOrder): number | null {
    if (grade !== 'Operator' || number === null) return null;
    const [link] = this.all<{ at: number }>(
      'SELECT max(linked_at) AS at FROM order_numbers WHERE order_id = ? AND order_number = ?',
      id,
      number,
    );
    return link?.at ?? null;
  }

  /** Orders that work under a number that nothing has proven, and that no break about the number tells of. */
  inferredUntold(): { id: string; order_number: string; linkedAt: number }[] {
    return this.all(
      `SELECT o.id, o.order_number, n.linked_at AS linkedAt FROM orders o
         JOIN order_numbers n ON n.order_id = o.id AND n.order_number = o.order_number
        WHERE o.number_grade = 'Inferred' AND o.closed_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM breaks b WHERE b.order_id = o.id
            AND b.type IN ('PostUnconfirmed', 'IdentityMismatch')
            AND (b.closed_at IS NULL OR b.resolution IS NOT NULL))`,
    );
  }

  /** Something is not certain and was not searched for often enough to be left to a person. */
  anySearching(often: number): boolean {
    const searching = "order_requests WHERE state IN ('Sent', 'Unknown') AND searches < ?";
    return this.count(searching, often) > 0;
  }

  requests(): BookedRequest[] {
    return this.all('SELECT * FROM order_requests ORDER BY id');
  }

  fills(): BookedFill[] {
    return this.all('SELECT * FROM fills WHERE reversed_at IS NULL ORDER BY id');
  }

  openBreaks(): BookedBreak[] {
    return this.all('SELECT * FROM breaks WHERE closed_at IS NULL ORDER BY id');
  }

  /** Whether people have ever decided this of the order. */
  isDecided(orderId: string, ...resolutions: readonly string[]): boolean {
    const rows = this.all<{ resolution: string }>(
      "SELECT resolution FROM breaks WHERE order_id = ? AND status = 'Resolved'",
      orderId,
    );
    return rows.some(({ resolution }) => resolutions.includes(resolution));
  }

  /** Orders of which people have ended a break. */
  ordersExplained(): ReadonlySet<string> {
    return this.ordersResolved('');
  }

  /** Those of which they have ended more than what was told of single trades. */
  ordersExplainedOtherwise(): ReadonlySet<string> {
    return this.ordersResolved("AND trade IS NULL AND identity NOT LIKE '%/FillMismatch/gap %'");
  }

  private ordersResolved(which: string): ReadonlySet<string> {
    const rows = this.all<{ id: string }>(
      `SELECT order_id AS id FROM breaks WHERE order_id IS NOT NULL AND status = 'Resolved' ${which}`,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Order numbers of open breaks, and of those that people have ended. */
  numbersTold(): string[] {
    return this.all<{ number: string }>(
      `SELECT order_number AS number FROM breaks
        WHERE order_number IS NOT NULL AND (closed_at IS NULL OR status = 'Resolved')`,
    ).map(({ number }) => number);
  }

  /** The journal's rows of calls that may be leaving now: committed, young, without an answer. */
  leaving(endpoint: string, startedFrom: number): (BookedCall & { readonly body: string })[] {
    return this.all(
      `SELECT * FROM exchange_calls INDEXED BY exchange_calls_started
         WHERE started_at >= ? AND endpoint = ? AND completed_at IS NULL ORDER BY started_at, id`,
      startedFrom,
      endpoint,
    );
  }

  /** What was replied to those calls. */
  replies(which: string, ...values: (string | number)[]): string[] {
    return this.all<{ reply: string | null; digest: string | null }>(
      `SELECT reply, reply_digest AS digest FROM exchange_calls WHERE ${which}`,
      ...values,
    ).map(({ reply, digest }) => (digest === null ? (reply ?? '') : this.longReply(digest)));
  }

  /** Throws where what is kept of it is another one, or too little. */
  longReply(digest: string): string {
    return rebuildReply(digest, this.all<StoredReply>(CHAIN_SQL, digest)).toString();
  }

  /** The audit trail after that sequence, under the names of the entity. */
  entriesAfter(sequence: number): AuditEntryRow[] {
    return this.all(
      `SELECT sequence, stream, stream_sequence AS streamSequence, at,
         clock_offset_ms AS clockOffsetMs, actor, key_id AS keyId, on_behalf_of AS onBehalfOf,
         source_address AS sourceAddress, request_id AS requestId, type, cause,
         approval, body, previous_hash AS previousHash, hash, schema_version AS schemaVersion
       FROM audit_entries WHERE sequence > ? ORDER BY sequence`,
      sequence,
    );
  }

  head(): Pick<AuditHeadRow, 'sequence' | 'hash'> {
    const [head] = this.all<AuditHeadRow>('SELECT sequence, hash FROM audit_head');
    if (head === undefined) throw new Error('There is no head of the audit chain');
    return head;
  }

  close(): void {
    this.database.close();
  }
}
