import { Injectable } from '@nestjs/common';
import type { Instant, Whole } from '../../formats.js';
import { instant } from '../../runtime/clock.js';
import { Database } from '../../database/database.js';
import { ENDPOINTS, type EndpointName } from '../schema/endpoints.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './exchange-key.entity.js';
import { ExchangeKeys, isFailing, hasScope, type ExchangeKey } from './exchange-keys.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { SLOTS, keyUsage, type Lane } from './rate-limiter.js';

/** What the desk can do at the exchange, and what it means to lose that. */
const CAPABILITIES: readonly (readonly [name: string, endpoint: EndpointName, without: string])[] =
  [
    ['posting', 'order/post', 'orders cannot be posted; they stay queued'],
    ['editing', 'order/edit', 'orders cannot be edited; edits stay queued'],
    ['cancelling', 'order/cancel', 'ORDERS CANNOT BE CANCELLED here; use another way'],
    [
      'enquiries',
      'order/enquiry',
      'single orders cannot be enquired; uncertain orders stay uncertain',
    ],
    ['orderList', 'broker/order/enquiry', 'blind to the state of orders'],
    ['accountList', 'shareholder/enquiry', 'refusals cannot be confirmed'],
    ['fills', 'daily/trades', 'blind to fills'],
  ];

/**
 * Posts, edits and cancels are sent even after failures, and are never sent as a mere probe. One lost
 * reply says nothing about the next, so these report a failure only after {@link FAILURES_IN_A_ROW}.
 */
const DEGRADED: Readonly<Record<string, string>> = {
  'order.post': 'orders are sent, but the replies to the last posts did not tell their outcome',
  'order.edit': 'edits are sent, but the replies to the last ones did not tell their outcome',
  'order.cancel': 'CANCELS are sent, but the replies to the last ones did not tell their outcome',
};
const FAILURES_IN_A_ROW = 3;
/** Everybody can read it, so it does not repeat the exchange's words; `failure` of the scope does. */
const NOT_AS_DOCUMENTED = 'the exchange does not answer as documented';

export interface KeyReport {
  /**
   * The end of the key, by which people know it.
   * @example "…3f2a"
   */
  readonly id: string;
  /** Calls that it may make in a minute. */
  readonly slots: Whole;
  /** Calls of the last minute. */
  readonly held: Whole;
  /**
   * Of these, by what they were for.
   * @example { "trade": 3 }
   */
  readonly heldByLane: Readonly<Record<string, number>>;
  /** Refused: 401 or 402. Limited: 429. `restsUntil` is the end of the cool-down. */
  readonly state: 'Working' | 'Refused' | 'Limited';
  /**
   * With which it was refused or limited; null: it works.
   * @example "429"
   */
  readonly httpStatus: string | null;
  /** When it got into this state. */
  readonly since: Instant | null;
  /** It is left alone until then; null: it is not. */
  readonly restsUntil: Instant | null;
  /** What it may do at the exchange. */
  readonly scopes: readonly ScopeReport[];
}

export interface ScopeReport {
  /**
   * Of the exchange.
   * @example "order.post"
   */
  readonly scope: string;
  /** Refused: 403, or 401 or 402 while the key is answered for others. Failing: the last call (the last three for posts, edits and cancels) got no documented reply. */
  readonly state: 'Working' | 'Refused' | 'Failing';
  /** When it got into this state. */
  readonly since: Instant | null;
  /** When it last got a documented reply. */
  readonly answeredAt: Instant | null;
  /**
   * What the last failed call said; null: it works.
   * @example "timeout"
   */
  readonly failure: string | null;
}

export interface Capability {
  /**
   * What the desk can do with it.
   * @example "posting"
   */
  readonly name: string;
  /**
   * The scope of the exchange that it needs.
   * @example "order.post"
   */
  readonly scope: string;
  /** Untried: never called yet. */
  readonly state: 'Up' | 'Down' | 'Failing' | 'Untried';
  /** When it last worked. */
  readonly answeredAt: Instant | null;
  /**
   * What it means not to have it, and why; null when it is up.
   * @example "blind to fills"
   */
  readonly says: string | null;
}

export interface RunsUsage {
  readonly held: number;
  /** How many of them ad-hoc runs hold. */
  readonly adHoc: number;
  /** Until a slot of full runs comes free. */
  readonly nextFreeInMs: number;
}

export interface ExchangeReport {
  readonly answers: boolean;
  readonly silentSince: string | null;
  readonly keys: readonly KeyReport[];
  readonly capabilities: readonly Capability[];
}

/** Which keys and scopes work, and what the desk can do with them. */
@Injectable()
export class Capabilities {
  constructor(
    private readonly database: Database,
    private readonly keys: ExchangeKeys,
    private readonly breaker: CircuitBreaker,
  ) {}

  /** The slots of reconciliation runs, across all keys. */
  async usageOfRuns(): Promise<RunsUsage> {
    const now = await this.database.now();
    const uses = await Promise.all(
      this.keys.keys.map((key) => keyUsage(this.database.reading, key.id, now)),
    );
    const heldBy = (lane: Lane): number =>
      uses.reduce((sum, { heldByLane }) => sum + (heldByLane[lane] ?? 0), 0);
    const adHoc = heldBy('ad-hoc');
    const next = Math.min(...uses.map(({ nextFreeByLane }) => nextFreeByLane?.reconcile ?? now));
    return { held: heldBy('reconcile') + adHoc, adHoc, nextFreeInMs: Math.max(0, next - now) };
  }

  async report(): Promise<ExchangeReport> {
    const keyRows = await this.database.read((manager) => manager.find(ExchangeKeyRow));
    const scopeRows = await this.database.read((manager) => manager.find(ExchangeScopeRow));
    const now = await this.database.now();
    const silentSince = this.breaker.state.openSince;
    const keys: KeyReport[] = [];
    for (const { id } of this.keys.keys) {
      const use = await keyUsage(this.database.reading, id, now);
      const scopes = scopeRows.filter((row) => row.keyId === id).map(scopeReport);
      const row = keyRows.find((candidate) => candidate.id === id);
      keys.push({ ...keyReport(id, row), held: use.held, heldByLane: use.heldByLane, scopes });
    }
    const capabilities = CAPABILITIES.map(([name, endpoint, without]) => {
      const { scope } = ENDPOINTS[endpoint];
      return capability(name, scope, without, this.keys.keys, keys, silentSince !== null);
    });
    return {
      answers: silentSince === null,
      silentSince: silentSince === null ? null : instant(silentSince),
      keys,
      capabilities,
    };
  }
}

function keyReport(
  id: string,
  row: ExchangeKeyRow | undefined,
): Omit<KeyReport, 'held' | 'heldByLane' | 'scopes'> {
  const refused = row?.refusedAt != null ? row : null;
  const limited = refused?.refusedBy === '429';
  return {
    id,
    slots: SLOTS,
    state: refused === null ? 'Working' : limited ? 'Limited' : 'Refused',
    httpStatus: refused?.refusedBy ?? null,
    since: stamp(refused?.refusedAt ?? null),
    restsUntil: refused === null ? null : instant(refused.cooldownUntil),
  };
}

function scopeReport(row: ExchangeScopeRow): ScopeReport {
  const enough = row.scope in DEGRADED ? FAILURES_IN_A_ROW : 1;
  const failing = isFailing(row) && row.failures >= enough;
  return {
    scope: row.scope,
    state: row.refusedAt !== null ? 'Refused' : failing ? 'Failing' : 'Working',
    since: stamp(row.refusedAt ?? (failing ? row.failedAt : null)),
    answeredAt: stamp(row.answeredAt),
    failure: failing ? row.failure : null,
  };
}

function stamp(at: number | null): string | null {
  return at === null ? null : instant(at);
}

/** Pure: a capability is as good as the best key that has its scope. */
export function capability(
  name: string,
  scope: string,
  without: string,
  configured: readonly ExchangeKey[],
  reports: readonly KeyReport[],
  silent: boolean,
): Capability {
  const able = configured.filter((key) => hasScope(key, scope)).map((key) => key.id);
  const keys = reports.filter((report) => able.includes(report.id));
  const ofScope = (key: KeyReport): ScopeReport | undefined =>
    key.scopes.find((report) => report.scope === scope);
  const usable = keys.filter((key) => key.state === 'Working' && ofScope(key)?.state !== 'Refused');
  const answers = keys.flatMap((key) => ofScope(key)?.answeredAt ?? []).sort();
  const answeredAt = answers.at(-1) ?? null;
  const inState = (state: Capability['state'], why: string | null): Capability => {
    const what = state === 'Failing' ? (DEGRADED[scope] ?? without) : without;
    return { name, scope, state, answeredAt, says: why === null ? null : `${what} (${why})` };
  };
  if (keys.length === 0) return inState('Down', `no key has the scope ${scope}`);
  if (silent) return inState('Down', 'the exchange does not answer');
  if (usable.length === 0)
    return inState('Down', keys.map((key) => refusal(key, scope)).join('; '));
  if (usable.some((key) => ofScope(key)?.state === 'Working')) {
    return inState(answeredAt === null ? 'Untried' : 'Up', null);
  }
  const failing = usable.some((key) => ofScope(key)?.failure != null);
  return failing ? inState('Failing', NOT_AS_DOCUMENTED) : inState('Untried', null);
}

function refusal(key: KeyReport, scope: string): string {
  return key.state === 'Working'
    ? `the exchange refuses the scope ${scope} to key ${key.id}`
    : `the exchange refuses key ${key.id} (${key.httpStatus ?? ''})`;
}
