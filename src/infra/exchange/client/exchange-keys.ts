import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditLog } from '../../audit/audit-log.js';
import { SYSTEM } from '../../audit/actor.js';
import { Config } from '../../config/config.js';
import type { Unit } from '../../database/unit-of-work.js';
import { Database } from '../../database/database.js';
import { AppLogger } from '../../observability/logging.js';
import { keyId } from './key-id.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './exchange-key.entity.js';
import { isAnswer } from './circuit-breaker.js';
import type { Outcome } from './outcome.js';
import { hasRoom, holdMinute, lockKeys, useOf, type KeyUse, type Lane } from './rate-limiter.js';

/**
 * A key that the exchange refused (401, 402, 429) rests, as does a key's scope after a 403. Nothing
 * is refused meanwhile: calls that want it stay queued or take another key. When the rest is over
 * one call tries it, and a reply in a documented envelope brings it back.
 */
const KEY_REST_MS = 10_000;
const SCOPE_REST_MS = 20_000;
const RATE_REST_MS = 60_000;
const RATE_REST_MOST_MS = 600_000;
/** How long others wait for the call that tries a rested key. */
const TRIAL_MS = 15_000;
const FAILURE_LENGTH_MAX = 200;
const NO_ROOM = 'the calls of this minute are used up';
const FORGOTTEN = 'the calls of this minute are not known: the database was restored';

export interface ExchangeKey {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

/** Why a call may not be made now. */
export interface Wait {
  /** `Room`: the calls of this minute are used up. `Access`: the exchange refuses, or is silent. */
  readonly for: 'Room' | 'Access';
  readonly why: string;
  /** When to ask again; null when no configured key has the scope. */
  readonly retryAt: number | null;
}

export type KeyChoice = { readonly key: ExchangeKey } | ({ readonly key: null } & Wait);

/** What a finished call has told of its key. */
export interface KeyWord {
  readonly keyId: string;
  readonly scope: string;
  readonly startedAt: number;
  readonly outcome: Outcome;
  /** It answered what was asked. */
  readonly understood: boolean;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
}

/** The configured exchange keys: which may make a call and has room for it, which are out of order. */
@Injectable()
export class ExchangeKeys {
  /** Those with the fewest scopes first: the others stay free for what only they may do. */
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
      .sort((a, b) => reach(a) - reach(b));
    this.logger = logger.for('exchange-keys');
  }

  /** Makes sure each key has its row, and that the minute is known; called once at the start. */
  async register(): Promise<void> {
    await this.database.units.run(async (unit) => {
      if (!this.database.timeContinues) await holdMinute(unit);
      for (const key of this.keys) {
        await unit.execute(
          'INSERT INTO exchange_keys (id, refused_at, refused_by, rests_until) VALUES (?, NULL, NULL, 0) ON CONFLICT (id) DO NOTHING',
          [key.id],
        );
      }
    });
  }

  /** Takes the lock of all keys' rows until the unit ends: everybody's first, so that nobody crosses. */
  async lock(unit: Unit): Promise<ExchangeKeyRow[]> {
    return lockKeys(
      unit,
      this.keys.map((key) => key.id),
    );
  }

  /** No key is used before then. */
  async rest(unit: Unit, until: number): Promise<void> {
    await this.lock(unit);
    await unit.execute('UPDATE exchange_keys SET rests_until = ? WHERE rests_until < ?', [
      until,
      until,
    ]);
  }

  /** Chooses a key for the call, under the lock of all keys' rows. */
  async choose(unit: Unit, lane: Lane, scope: string, now: number): Promise<KeyChoice> {
    const rows = await this.lock(unit);
    const scopes = await unit.find(ExchangeScopeRow, 'scope = ?', [scope]);
    const waits: Wait[] = [];
    const free: { readonly key: ExchangeKey; readonly use: KeyUse; readonly rank: number }[] = [];
    for (const key of this.keys.filter((candidate) => mayReach(candidate, scope))) {
      const row = rows.find((candidate) => candidate.id === key.id);
      if (row === undefined) continue;
      const scopeRow = scopes.find((candidate) => candidate.keyId === key.id);
      const resting = restOf(row, scopeRow, now);
      if (resting !== null) {
        waits.push(resting);
        continue;
      }
      const use = await useOf(unit, key.id, now);
      if (hasRoom(lane, use)) free.push({ key, use, rank: rankOf(lane, row, scopeRow) });
      else waits.push({ for: 'Room', why: NO_ROOM, retryAt: use.nextFreeAt ?? now });
    }
    const [best] = free.sort(
      (a, b) => a.rank - b.rank || reach(a.key) - reach(b.key) || a.use.held - b.use.held,
    );
    if (best === undefined) return waitFor(waits, scope);
    await this.beginTrial(unit, best.key.id, scope, now);
    return { key: best.key };
  }

  /** Notes what a finished call has told of its key; a change is a fact of the audit trail. */
  async note(unit: Unit, word: KeyWord, now: number): Promise<void> {
    await this.lock(unit);
    if (word.httpStatus === 403) return this.refuseScope(unit, word, now);
    switch (word.outcome.class) {
      case 'KeyRefused':
      case 'RateRefused':
        return this.refuseKey(unit, word, now);
      case 'ScopeRefused':
        return this.refuseScope(unit, word, now);
      case 'Acknowledged':
      case 'Affirmed':
      case 'SaidNo':
        return this.accept(unit, word, now);
      case 'NotSent':
      case 'Ambiguous':
        return this.fail(unit, word, now);
    }
  }

  private async refuseKey(unit: Unit, word: KeyWord, now: number): Promise<void> {
    const [row] = await unit.find(ExchangeKeyRow, 'id = ?', [word.keyId]);
    const rate = word.outcome.class === 'RateRefused';
    const rest = rate ? rateRest(word.retryAfterMs) : KEY_REST_MS;
    const refusedBy = String(word.httpStatus);
    const refused = { refusedAt: now, refusedBy, restsUntil: now + rest };
    await unit.update(ExchangeKeyRow, { id: word.keyId }, refused);
    if (row === undefined || (row.refusedAt !== null && row.refusedBy === refusedBy)) return;
    const { held } = await useOf(unit, word.keyId, now);
    await this.tell(unit, 'EXCHANGE_KEY_REFUSED', { key: word.keyId, httpStatus: refusedBy, held });
  }

  private async refuseScope(unit: Unit, word: KeyWord, now: number): Promise<void> {
    const row = await this.scopeRow(unit, word);
    const changes = { refusedAt: now, restsUntil: now + SCOPE_REST_MS };
    await unit.update(ExchangeScopeRow, keyOf(word), changes);
    if (row?.refusedAt != null) return;
    await this.tell(unit, 'EXCHANGE_SCOPE_REFUSED', { key: word.keyId, scope: word.scope });
  }

  /** Only a call that began after the refusal shows that it is over. */
  private async accept(unit: Unit, word: KeyWord, now: number): Promise<void> {
    const scope = await this.scopeRow(unit, word);
    const scopeBack = scope?.refusedAt != null && word.startedAt > scope.refusedAt;
    const back = scopeBack ? { refusedAt: null, restsUntil: 0 } : {};
    const failure = word.outcome.message.slice(0, FAILURE_LENGTH_MAX);
    const said = word.understood
      ? { answeredAt: now, failures: 0 }
      : { failedAt: now, failure, failures: (scope?.failures ?? 0) + 1 };
    await unit.update(ExchangeScopeRow, keyOf(word), { ...said, ...back });
    const [key] = await unit.find(ExchangeKeyRow, 'id = ?', [word.keyId]);
    const keyBack = key?.refusedAt != null && word.startedAt > key.refusedAt;
    if (keyBack) {
      const changes = { refusedAt: null, refusedBy: null, restsUntil: 0 };
      await unit.update(ExchangeKeyRow, { id: word.keyId }, changes);
      await this.tell(unit, 'EXCHANGE_KEY_ACCEPTED_AGAIN', { key: word.keyId });
    }
    if (scopeBack) {
      const body = { key: word.keyId, scope: word.scope };
      await this.tell(unit, 'EXCHANGE_SCOPE_ACCEPTED_AGAIN', body);
    }
  }

  /**
   * It proves nothing of the call. But whoever answers, and not with a 403, refuses the scope no more:
   * an exchange may have no better answer to the one question that is asked again and again.
   */
  private async fail(unit: Unit, word: KeyWord, now: number): Promise<void> {
    const scope = await this.scopeRow(unit, word);
    const failure = word.outcome.message.slice(0, FAILURE_LENGTH_MAX);
    const { httpStatus: status } = word;
    const answered = status !== null && isAnswer({ kind: 'Reply', status, body: '' });
    const back = answered && scope?.refusedAt != null && word.startedAt > scope.refusedAt;
    const free = back ? { refusedAt: null, restsUntil: 0 } : {};
    const failures = (scope?.failures ?? 0) + 1;
    await unit.update(ExchangeScopeRow, keyOf(word), { failedAt: now, failure, failures, ...free });
    if (!back) return;
    const body = { key: word.keyId, scope: word.scope };
    await this.tell(unit, 'EXCHANGE_SCOPE_ACCEPTED_AGAIN', body);
  }

  /** The scope's row as it was, made where there was none. */
  private async scopeRow(unit: Unit, word: KeyWord): Promise<ExchangeScopeRow | undefined> {
    await unit.execute(
      'INSERT INTO exchange_scopes (key_id, scope, refused_at, rests_until, answered_at, failed_at, failure, failures) VALUES (?, ?, NULL, 0, NULL, NULL, NULL, 0) ON CONFLICT (key_id, scope) DO NOTHING',
      [word.keyId, word.scope],
    );
    const [row] = await unit.find(ExchangeScopeRow, 'key_id = ? AND scope = ?', [
      word.keyId,
      word.scope,
    ]);
    return row;
  }

  private async beginTrial(unit: Unit, id: string, scope: string, now: number): Promise<void> {
    const of = [now + TRIAL_MS, id];
    const refused = 'refused_at IS NOT NULL';
    await unit.execute(`UPDATE exchange_keys SET rests_until = ? WHERE id = ? AND ${refused}`, of);
    await unit.execute(
      `UPDATE exchange_scopes SET rests_until = ? WHERE key_id = ? AND ${refused} AND scope = ?`,
      [...of, scope],
    );
  }

  private async tell(
    unit: Unit,
    type: string,
    body: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    await this.audit.append(unit, 'exchange', SYSTEM, [{ type, body }]);
    unit.afterCommit(() => this.logger.warn(body, type));
  }
}

/**
 * Which key is taken first. Orders go with keys that work, reading tries those that were refused, and
 * a key whose last call got no answer to its question comes after those that answer.
 */
function rankOf(lane: Lane, key: ExchangeKeyRow, scope: ExchangeScopeRow | undefined): number {
  const refused = key.refusedAt !== null || scope?.refusedAt != null;
  if (refused) return lane === 'reconcile' || lane === 'market' ? -1 : 2;
  return isFailing(scope) ? 1 : 0;
}

/** Its last call got no answer to its question. */
export function isFailing(scope: ExchangeScopeRow | undefined): boolean {
  return scope !== undefined && (scope.failedAt ?? 0) > (scope.answeredAt ?? 0);
}

function restOf(
  key: ExchangeKeyRow,
  scope: ExchangeScopeRow | undefined,
  now: number,
): Wait | null {
  const { id, refusedBy } = key;
  if (key.restsUntil > now) {
    const retryAt = key.restsUntil;
    if (key.refusedAt === null) return { for: 'Room', why: FORGOTTEN, retryAt };
    const why = `the exchange refuses the key ${id} (${refusedBy ?? ''})`;
    return { for: 'Access', why, retryAt };
  }
  if (scope !== undefined && scope.restsUntil > now) {
    const why = `the exchange refuses ${scope.scope} to the key ${id}`;
    return { for: 'Access', why, retryAt: scope.restsUntil };
  }
  return null;
}

function waitFor(waits: readonly Wait[], scope: string): KeyChoice {
  const [first] = [...waits].sort((a, b) => (a.retryAt ?? 0) - (b.retryAt ?? 0));
  const why = `no exchange key has the scope ${scope}`;
  return { key: null, ...(first ?? { for: 'Access', why, retryAt: null }) };
}

function rateRest(retryAfterMs: number | null): number {
  return Math.min(Math.max(RATE_REST_MS, retryAfterMs ?? 0), RATE_REST_MOST_MS);
}

function keyOf(word: KeyWord): { keyId: string; scope: string } {
  return { keyId: word.keyId, scope: word.scope };
}

export function mayReach(key: ExchangeKey, scope: string): boolean {
  return key.scopes.length === 0 || key.scopes.includes(scope);
}

/** How much a key may do; without a list of scopes it may do everything. */
function reach(key: Pick<ExchangeKey, 'scopes'>): number {
  return key.scopes.length === 0 ? Number.MAX_SAFE_INTEGER : key.scopes.length;
}
