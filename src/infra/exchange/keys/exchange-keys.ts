import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditLog } from '../../audit/audit-log.js';
import { SYSTEM } from '../../audit/actor.js';
import { Config } from '../../config/config.js';
import type { LoneUnit, Unit } from '../../database/units/unit-of-work.js';
import { Database } from '../../database/database.js';
import { AppLogger } from '../../observability/logging.js';
import { keyId } from './key-id.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './exchange-key.entity.js';
import { isAnswer } from './circuit-breaker.js';
import type { Outcome } from '../transport/outcome.js';
import {
  hasCapacity,
  holdAllSlots,
  isRead,
  lockKeys,
  keyUsage,
  SLOTS,
  type KeyUsage,
  type Lane,
} from './rate-limiter.js';

/**
 * A key that the exchange refuses (401, 402, 429) gets a cool-down; after a 403 only that scope of the
 * key does. Meanwhile calls stay queued or use another key. When the cool-down is over one call probes
 * the key, and a reply in a documented envelope puts it back to work.
 *
 * An exchange may answer 401 or 402 to one kind of call alone. So the scope of a probe that meets it rests longer than
 * the key, and another one probes the key next; if that is answered, and the scope meets it again, only the scope is refused.
 *
 * After a 429 the key rests for a minute, because whatever filled the minute is gone by then. That is too long
 * after one that our journal does not explain, because no order is seen meanwhile: then it rests for five seconds, and
 * twice as long for each 429 before it in the same minute. A read has to probe the key then; posts, edits and cancels
 * wait for its answer, or for the end of the minute.
 */
const KEY_COOLDOWN_MS = 10_000;
const SCOPE_COOLDOWN_MS = 20_000;
/** How long after the rest of its scope a refusal of the key is taken to be of the scope. */
const AGAIN_WITHIN_MS = 60_000;
const RATE_COOLDOWN_MS = 60_000;
const FOREIGN_RATE_COOLDOWN_MS = 5_000;
/** The document counts by the minute and shows no `Retry-After`: no cancel waits for longer, whatever that says. */
const RATE_COOLDOWN_MAX_MS = 120_000;
/** With fewer slots held our journal does not explain a 429. */
const UNEXPLAINED_BELOW = SLOTS / 2;
/** How long other calls wait for the one that probes a key after its cool-down. */
const PROBE_MS = 15_000;
const FAILURE_LENGTH_MAX = 200;
const BUDGET_USED_UP = 'the rate budget of this minute is used up';
const BUDGET_UNKNOWN =
  'the rate budget of this minute is unknown, because the database was restored';

export interface ExchangeKey {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

/** Why a call cannot be made now. */
export interface Throttled {
  /** `Budget`: the rate budget is used up. `Access`: the exchange refuses our keys or does not answer. */
  readonly for: 'Budget' | 'Access';
  readonly why: string;
  /** When to try again; null when no configured key has the scope. */
  readonly retryAt: number | null;
  /** No key may ask: none has the scope, or the exchange refuses each that has, for other reasons than its rate. */
  readonly isForbidden?: true;
}

export type KeyChoice = { readonly key: ExchangeKey } | ({ readonly key: null } & Throttled);

/** What a completed call tells us about its key. */
export interface CallFeedback {
  readonly keyId: string;
  readonly scope: string;
  readonly startedAt: number;
  readonly outcome: Outcome;
  readonly answersQuestion: boolean;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
}

/** The configured exchange keys: which of them may make a call, has budget left, and is not refused. */
@Injectable()
export class ExchangeKeys {
  /** Keys with the fewest scopes first, so that the others stay free for what only they can do. */
  readonly keys: readonly ExchangeKey[];
  private readonly logger: Logger;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly audit: AuditLog,
    logger: AppLogger,
  ) {
    this.keys = config.exchangeKeys
      .map((key) => ({ ...key, id: keyId(key.secret) }))
      .sort((a, b) => scopeCount(a) - scopeCount(b));
    this.logger = logger.for('exchange-keys');
  }

  /** Called once at start-up: gives each key its row, and holds all slots if their age is unknown. */
  async register(): Promise<void> {
    await this.database.units.runAlone(async (unit) => {
      if (!this.database.isTimeContinuous) await holdAllSlots(unit);
      for (const key of this.keys) {
        await unit.execute(
          'INSERT INTO exchange_keys (id, refused_at, refused_by, cooldown_until) VALUES (?, NULL, NULL, 0) ON CONFLICT (id) DO NOTHING',
          [key.id],
        );
      }
    });
  }

  /**
   * Locks the configured keys' rows until the unit ends, which is run alone. Of what other units lock, it has its order
   * and its request by then, so that nobody waits for those with the keys locked.
   */
  async lock(unit: LoneUnit): Promise<ExchangeKeyRow[]> {
    return lockKeys(
      unit,
      this.keys.map((key) => key.id),
    );
  }

  /** Uses no key before `until`. */
  async coolDown(unit: LoneUnit, until: number): Promise<void> {
    // Also those of keys that are configured no more.
    await unit.query(`SELECT id FROM exchange_keys ORDER BY id${unit.rowLock}`);
    await unit.execute('UPDATE exchange_keys SET cooldown_until = ? WHERE cooldown_until < ?', [
      until,
      until,
    ]);
  }

  async choose(unit: LoneUnit, lane: Lane, scope: string, now: number): Promise<KeyChoice> {
    const rows = await this.lock(unit);
    const scopes = await unit.find(ExchangeScopeRow, 'scope = ?', [scope]);
    const blocked: Throttled[] = [];
    const free: { readonly key: ExchangeKey; readonly use: KeyUsage; readonly rank: number }[] = [];
    for (const key of this.keys.filter((candidate) => hasScope(candidate, scope))) {
      const row = rows.find((candidate) => candidate.id === key.id);
      if (row === undefined) continue;
      const scopeRow = scopes.find((candidate) => candidate.keyId === key.id);
      const coolingDown = cooldownOf(row, scopeRow, lane, now);
      if (coolingDown !== null) {
        blocked.push(coolingDown);
        continue;
      }
      const use = await keyUsage(unit, key.id, now);
      if (hasCapacity(lane, use)) free.push({ key, use, rank: rankOf(lane, row, scopeRow) });
      else blocked.push({ for: 'Budget', why: BUDGET_USED_UP, retryAt: use.nextFreeAt ?? now });
    }
    const [best] = free.sort(
      (a, b) => a.rank - b.rank || scopeCount(a.key) - scopeCount(b.key) || a.use.held - b.use.held,
    );
    if (best === undefined) return earliest(blocked, scope);
    await this.startProbe(unit, best.key.id, scope, now);
    return { key: best.key };
  }

  /** Updates the key and its scope from a completed call, with the keys locked. A change of state goes to the audit trail. */
  async note(unit: LoneUnit, feedback: CallFeedback, now: number): Promise<void> {
    if (feedback.httpStatus === 403) return this.refuseScope(unit, feedback, now);
    switch (feedback.outcome.class) {
      case 'KeyRefused':
      case 'RateRefused':
        return this.refuseKey(unit, feedback, now);
      case 'ScopeRefused':
        return this.refuseScope(unit, feedback, now);
      case 'Acknowledged':
      case 'Affirmed':
      case 'Refused':
        return this.accept(unit, feedback, now);
      case 'NotSent':
      case 'Ambiguous':
        return this.fail(unit, feedback, now);
    }
  }

  private async refuseKey(unit: Unit, feedback: CallFeedback, now: number): Promise<void> {
    const [row] = await unit.find(ExchangeKeyRow, 'id = ?', [feedback.keyId]);
    const isProbe = row?.refusedAt != null && feedback.startedAt > row.refusedAt;
    if (feedback.outcome.class === 'KeyRefused') {
      if (await this.isScopeAlone(unit, feedback, { row, now }))
        return this.refuseScope(unit, feedback, now);
      const cooldownUntil = now + SCOPE_COOLDOWN_MS;
      if (isProbe) await unit.update(ExchangeScopeRow, scopeKey(feedback), { cooldownUntil });
    }
    const { held } = await keyUsage(unit, feedback.keyId, now);
    const cooldownMs =
      feedback.outcome.class === 'RateRefused'
        ? await rateCooldownMs(unit, feedback, { held, row, now })
        : KEY_COOLDOWN_MS;
    const refusedBy = String(feedback.httpStatus);
    // Other calls were on their way together, or since before a restore: the longest rest counts.
    const cooldownUntil = Math.max(now + cooldownMs, isProbe ? 0 : (row?.cooldownUntil ?? 0));
    // The probe may be on its way by now, and its answer is newer than this one.
    const isKnown = row?.refusedAt != null && row.refusedBy === refusedBy && !isProbe;
    const refused = { refusedAt: isKnown ? row.refusedAt : now, refusedBy, cooldownUntil };
    await unit.update(ExchangeKeyRow, { id: feedback.keyId }, refused);
    if (row === undefined || (row.refusedAt !== null && row.refusedBy === refusedBy)) return;
    await this.report(unit, 'EXCHANGE_KEY_REFUSED', {
      key: feedback.keyId,
      httpStatus: refusedBy,
      held,
    });
  }

  /** The key was answered for another scope since it was refused for this one a moment ago. */
  private async isScopeAlone(
    unit: Unit,
    feedback: CallFeedback,
    { row, now }: { row: ExchangeKeyRow | undefined; now: number },
  ): Promise<boolean> {
    const scope = await this.scopeRow(unit, feedback);
    if (row?.refusedAt != null) return false;
    const restedUntil = scope?.cooldownUntil ?? 0;
    return restedUntil > 0 && restedUntil > now - AGAIN_WITHIN_MS;
  }

  private async refuseScope(unit: Unit, feedback: CallFeedback, now: number): Promise<void> {
    const row = await this.scopeRow(unit, feedback);
    const changes = { refusedAt: now, cooldownUntil: now + SCOPE_COOLDOWN_MS };
    await unit.update(ExchangeScopeRow, scopeKey(feedback), changes);
    if (row?.refusedAt != null) return;
    await this.report(unit, 'EXCHANGE_SCOPE_REFUSED', {
      key: feedback.keyId,
      scope: feedback.scope,
    });
  }

  /** Only a call that started after the refusal proves that the refusal is over. */
  private async accept(unit: Unit, feedback: CallFeedback, now: number): Promise<void> {
    const scope = await this.scopeRow(unit, feedback);
    const scopeBack = scope?.refusedAt != null && feedback.startedAt > scope.refusedAt;
    const reset = scopeBack ? { refusedAt: null, cooldownUntil: 0 } : {};
    const failure = feedback.outcome.message.slice(0, FAILURE_LENGTH_MAX);
    const result = feedback.answersQuestion
      ? { answeredAt: now, failures: 0 }
      : { failedAt: now, failure, failures: (scope?.failures ?? 0) + 1 };
    await unit.update(ExchangeScopeRow, scopeKey(feedback), { ...result, ...reset });
    const [key] = await unit.find(ExchangeKeyRow, 'id = ?', [feedback.keyId]);
    const keyBack = key?.refusedAt != null && feedback.startedAt > key.refusedAt;
    if (keyBack) {
      const changes = { refusedAt: null, refusedBy: null, cooldownUntil: 0 };
      await unit.update(ExchangeKeyRow, { id: feedback.keyId }, changes);
      // Those that met the refusal may call at once; that they did is remembered by when they may.
      await unit.execute(
        'UPDATE exchange_scopes SET cooldown_until = ? WHERE key_id = ? AND refused_at IS NULL AND cooldown_until > ?',
        [now, feedback.keyId, now],
      );
      await this.report(unit, 'EXCHANGE_KEY_ACCEPTED_AGAIN', { key: feedback.keyId });
    }
    if (scopeBack) {
      const body = { key: feedback.keyId, scope: feedback.scope };
      await this.report(unit, 'EXCHANGE_SCOPE_ACCEPTED_AGAIN', body);
    }
  }

  /**
   * The reply proves nothing about the call. But any answer other than a 403 shows that the scope is no
   * longer refused, and the exchange may never give a better answer to the question we keep asking.
   */
  private async fail(unit: Unit, feedback: CallFeedback, now: number): Promise<void> {
    const scope = await this.scopeRow(unit, feedback);
    const failure = feedback.outcome.message.slice(0, FAILURE_LENGTH_MAX);
    const { httpStatus: status } = feedback;
    const answered = status !== null && isAnswer({ kind: 'Reply', status, body: '' });
    const back = answered && scope?.refusedAt != null && feedback.startedAt > scope.refusedAt;
    const free = back ? { refusedAt: null, cooldownUntil: 0 } : {};
    const failures = (scope?.failures ?? 0) + 1;
    await unit.update(ExchangeScopeRow, scopeKey(feedback), {
      failedAt: now,
      failure,
      failures,
      ...free,
    });
    if (!back) return;
    const body = { key: feedback.keyId, scope: feedback.scope };
    await this.report(unit, 'EXCHANGE_SCOPE_ACCEPTED_AGAIN', body);
  }

  /** The scope's row before this call; inserted if it is missing. */
  private async scopeRow(
    unit: Unit,
    feedback: CallFeedback,
  ): Promise<ExchangeScopeRow | undefined> {
    await unit.execute(
      'INSERT INTO exchange_scopes (key_id, scope, refused_at, cooldown_until, answered_at, failed_at, failure, failures) VALUES (?, ?, NULL, 0, NULL, NULL, NULL, 0) ON CONFLICT (key_id, scope) DO NOTHING',
      [feedback.keyId, feedback.scope],
    );
    const [row] = await unit.find(ExchangeScopeRow, 'key_id = ? AND scope = ?', [
      feedback.keyId,
      feedback.scope,
    ]);
    return row;
  }

  private async startProbe(unit: Unit, id: string, scope: string, now: number): Promise<void> {
    const of = [now + PROBE_MS, id];
    const refused = 'refused_at IS NOT NULL';
    await unit.execute(
      `UPDATE exchange_keys SET cooldown_until = ? WHERE id = ? AND ${refused}`,
      of,
    );
    await unit.execute(
      `UPDATE exchange_scopes SET cooldown_until = ? WHERE key_id = ? AND ${refused} AND scope = ?`,
      [...of, scope],
    );
  }

  private async report(
    unit: Unit,
    type: string,
    body: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    await this.audit.append(unit, 'exchange', SYSTEM, [{ type, body }]);
    unit.afterCommit(() => this.logger.warn(body, type));
  }
}

/**
 * Lower ranks are chosen first. Orders use keys that work, reads probe the keys that were refused, and
 * keys whose last call got no useful answer come after those that answer.
 */
function rankOf(lane: Lane, key: ExchangeKeyRow, scope: ExchangeScopeRow | undefined): number {
  const refused = key.refusedAt !== null || scope?.refusedAt != null;
  if (refused) return isRead(lane) ? -1 : 2;
  return isFailing(scope) ? 1 : 0;
}

/** The last call of this scope did not answer its question. */
export function isFailing(scope: ExchangeScopeRow | undefined): boolean {
  return scope !== undefined && (scope.failedAt ?? 0) > (scope.answeredAt ?? 0);
}

function cooldownOf(
  key: ExchangeKeyRow,
  scope: ExchangeScopeRow | undefined,
  lane: Lane,
  now: number,
): Throttled | null {
  const { id, refusedBy } = key;
  const minuteOver = refusedBy === '429' ? (key.refusedAt ?? 0) + RATE_COOLDOWN_MS : 0;
  if (minuteOver > now && key.cooldownUntil <= now && !isRead(lane)) {
    const why = `the exchange has refused key ${id} (429), and a read has to try it first`;
    return { for: 'Access', why, retryAt: minuteOver };
  }
  if (key.cooldownUntil > now) {
    const retryAt = key.cooldownUntil;
    if (key.refusedAt === null) return { for: 'Budget', why: BUDGET_UNKNOWN, retryAt };
    const why = `the exchange refuses key ${id} (${refusedBy ?? ''})`;
    const access = { for: 'Access', why, retryAt } as const;
    return refusedBy === '429' ? access : { ...access, isForbidden: true };
  }
  if (scope !== undefined && scope.cooldownUntil > now) {
    const why = `the exchange refuses the scope ${scope.scope} to key ${id}`;
    return { for: 'Access', why, retryAt: scope.cooldownUntil, isForbidden: true };
  }
  return null;
}

function earliest(blocked: readonly Throttled[], scope: string): KeyChoice {
  const [first] = [...blocked].sort((a, b) => (a.retryAt ?? 0) - (b.retryAt ?? 0));
  if (first === undefined) {
    const why = `no exchange key has the scope ${scope}`;
    return { key: null, for: 'Access', why, retryAt: null, isForbidden: true };
  }
  const { isForbidden: _, ...soonest } = first;
  const isForbidden = blocked.every((key) => key.isForbidden === true);
  return isForbidden ? { key: null, ...soonest, isForbidden } : { key: null, ...soonest };
}

async function rateCooldownMs(
  unit: Pick<Unit, 'query'>,
  { keyId, startedAt, retryAfterMs }: CallFeedback,
  { held, row, now }: { held: number; row: ExchangeKeyRow | undefined; now: number },
): Promise<number> {
  // A probe that is refused rests at least as long as the key rested before it.
  const rested = row?.refusedBy === '429' && row.refusedAt !== null ? startedAt - row.refusedAt : 0;
  const least =
    held < UNEXPLAINED_BELOW
      ? FOREIGN_RATE_COOLDOWN_MS * 2 ** (await rateRefusals(unit, keyId, startedAt, now))
      : RATE_COOLDOWN_MS;
  const rest = Math.min(Math.max(least, rested), RATE_COOLDOWN_MS);
  const asked = Math.max(rest, retryAfterMs ?? 0);
  return Math.min(asked, RATE_COOLDOWN_MAX_MS);
}

/** How many calls of the last minute had got a 429 when this one began. */
async function rateRefusals(
  unit: Pick<Unit, 'query'>,
  keyId: string,
  startedAt: number,
  now: number,
): Promise<number> {
  const [row] = await unit.query<{ refused: number }>(
    `SELECT count(*) AS refused FROM exchange_calls
      WHERE key_id = ? AND free_at > ? AND outcome = 'RateRefused' AND completed_at <= ?`,
    [keyId, now, startedAt],
  );
  return row?.refused ?? 0;
}

function scopeKey(feedback: CallFeedback): { keyId: string; scope: string } {
  return { keyId: feedback.keyId, scope: feedback.scope };
}

export function hasScope(key: ExchangeKey, scope: string): boolean {
  return key.scopes.length === 0 || key.scopes.includes(scope);
}

/** A key without a list of scopes may use every endpoint. */
function scopeCount(key: Pick<ExchangeKey, 'scopes'>): number {
  return key.scopes.length === 0 ? Number.MAX_SAFE_INTEGER : key.scopes.length;
}
