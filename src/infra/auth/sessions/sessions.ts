import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { Actor } from '../../audit/actor.js';
import { AuditLog, type Fact } from '../../audit/audit-log.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Unit } from '../../database/units/unit-of-work.js';
import { problem } from '../../http/problems/problem.js';
import { Clock } from '../../runtime/clock.js';
import { Ids, Random } from '../../runtime/ids.js';
import { SlidingWindow } from '../../runtime/sliding-window.js';
import { ApiKeys, KeyPepper } from '../api-keys/api-keys.js';
import { callerFor, type Caller } from '../caller.js';
import { PersonRow } from '../person.entity.js';
import { endsOf, IDLE_MS, SESSION_MS, USED_STEP_MS, type SessionEnds } from './session-life.js';
import { SessionRow } from './session.entity.js';

export interface Session extends SessionEnds {
  readonly id: string;
  readonly caller: Caller;
  readonly csrfToken: string;
  readonly startedAt: number;
  readonly digest: string;
}

export interface NewSession {
  readonly session: Session;
  /** Not stored. */
  readonly token: string;
}

/** Cached sessions are looked up again after this time, because another instance may have ended them. */
const CACHE_MS = 2_000;
const CACHE_SIZE_MAX = 10_000;
/** Of one key, or of one person at the identity provider. The longest started one ends for another. */
const SESSIONS_MAX = 20;
/** Sign-ins with one key, or of one person, at this instance: each leaves an entry in the trail for ever. */
const SIGN_INS_MAX = 30;
const SIGN_INS_MS = 60_000;

/** What somebody has signed in with, and whom that opens for. */
export interface Opened {
  readonly caller: Caller;
  /** Of the secret of a key; null: the identity provider has vouched for the person. */
  readonly digest: string | null;
  /** How that names the account; absent with a key. */
  readonly subject?: string | null;
  /** When it ceases to open; null: never. */
  readonly endsAt: number | null;
}

interface Cached {
  readonly row: SessionRow | null;
  /** Of a session that was started at the identity provider. */
  readonly person: PersonRow | null;
  readonly at: number;
}

/** Who is signed in: 256 random bits each, of which only an HMAC-SHA-256 is stored. */
@Injectable()
export class Sessions {
  private readonly cache = new Map<string, Cached>();
  private readonly signIns: SlidingWindow;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly keys: ApiKeys,
    private readonly pepper: KeyPepper,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {
    this.signIns = new SlidingWindow(clock, { max: SIGN_INS_MAX, windowMs: SIGN_INS_MS });
  }

  /**
   * The session with this token; null if there is none, or it has ended, or what it was started with has. `isFresh`: as the
   * database has it now, whatever was read a moment ago.
   */
  async of(token: string, { isFresh = false } = {}): Promise<Session | null> {
    const digest = this.digest('session', token);
    if (isFresh) this.cache.delete(digest);
    const { row, person } = await this.find(digest);
    const opened =
      row === null || row.keyDigest === null
        ? this.openedFor(person)
        : await this.openedByKey(row.keyDigest, isFresh);
    if (row === null || opened === null) return null;
    const session = this.sessionOf(row, token, opened);
    return session.idleUntil > this.clock.now() ? session : null;
  }

  /** A session of a key from before the setting ends with it. */
  private async openedByKey(digest: string, isFresh: boolean): Promise<Opened | null> {
    if (this.config.consoleSignIn === 'provider') return null;
    return this.keys.openedBy(digest, { isFresh });
  }

  /** In the background: nobody waits for it, and if it fails the next use is noted instead. */
  noteUse({ digest }: Session): void {
    const now = this.clock.now();
    const row = this.cache.get(digest)?.row ?? null;
    if (row === null || now - row.usedAt < USED_STEP_MS) return;
    row.usedAt = now;
    const note = (unit: Unit): Promise<number> =>
      unit.execute('UPDATE sessions SET used_at = ? WHERE digest = ? AND used_at < ?', [
        now,
        digest,
        now,
      ]);
    void this.database.units.run(note).catch(() => undefined);
  }

  /** The identity provider opens for a person as long as that is linked to it, and not disabled. */
  openedFor(person: PersonRow | null): Opened | null {
    const { oidc } = this.config;
    const isOpen =
      person !== null &&
      person.disabledAt === null &&
      oidc !== null &&
      person.oidcIssuer === oidc.issuer;
    if (!isOpen) return null;
    return { caller: callerFor(person), digest: null, subject: person.oidcSubject, endsAt: null };
  }

  /**
   * Always a session of its own; `before`, that of the browser, ends. Throws `rate-limited` when the caller signs in too
   * often, and `unauthenticated` when the person has been disabled or unlinked meanwhile. `more`: what the trail says of it.
   */
  async start(
    opened: Opened,
    actor: Actor,
    before: Session | null,
    more: Fact['body'] = {},
  ): Promise<NewSession> {
    const { caller, digest } = opened;
    this.count(caller);
    const token = this.random.bytes(32).toString('base64url');
    const now = this.clock.now();
    const row: SessionRow = {
      digest: this.digest('session', token),
      id: this.ids.next('ses'),
      keyId: caller.keyId,
      keyDigest: digest,
      personId: caller.keyId === null ? (caller.person?.id ?? null) : null,
      startedAt: now,
      usedAt: now,
    };
    await this.database.units.run(async (unit) => {
      await this.checkPerson(unit, opened);
      const ended = await this.makeRoom(unit, row, before);
      await unit.insert(SessionRow, row);
      const facts = [{ type: 'SIGNED_IN', body: { session: row.id, ...more } }, ...ended];
      await this.audit.append(unit, 'sessions', actor, facts);
    });
    this.cache.clear();
    return { session: this.sessionOf(row, token, opened), token };
  }

  /** Whoever disables a person ends the sessions that are there by then: none may come afterwards. */
  private async checkPerson(unit: Unit, { caller, digest, subject }: Opened): Promise<void> {
    if (caller.person === null) return;
    const [person = null] = await unit.find(PersonRow, `id = ?${unit.rowLock}`, [caller.person.id]);
    const vouched = this.openedFor(person);
    const isOpen =
      digest === null
        ? vouched !== null && vouched.subject === subject
        : person !== null && person.disabledAt === null;
    if (!isOpen) throw problem('unauthenticated', 'This person may not sign in any more.');
  }

  private count({ keyId, quotaId }: Caller): void {
    const waitMs = this.signIns.take(quotaId);
    if (waitMs === null) return;
    const whom = keyId === null ? 'This person' : 'Somebody';
    const how = keyId === null ? '' : ' with this key';
    const detail = `${whom} has signed in${how} ${SIGN_INS_MAX} times within a minute.`;
    throw problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  /** Ends the session, or all sessions of whoever is signed in. */
  async end(session: Session, actor: Actor, everywhere: boolean): Promise<void> {
    await this.database.units.run(async (unit) => {
      const ended = everywhere
        ? await removeAll(unit, session.caller)
        : await remove(unit, session.digest);
      if (ended === 0) return;
      const fact = signedOut(session.id, everywhere ? 'everywhere' : 'by hand', ended);
      await this.audit.append(unit, 'sessions', actor, [fact]);
    });
    this.cache.clear();
  }

  /** Ends all sessions of a person within a change that must keep them from coming back; then call `forget`. */
  endAllOf(unit: Unit, personId: string): Promise<number> {
    return unit.execute(
      `DELETE FROM sessions WHERE person_id = ? OR key_id IN (${KEYS_OF_PERSON})`,
      [personId, personId],
    );
  }

  /** The same of those alone that were started at the identity provider. */
  endFederatedOf(unit: Unit, personId: string): Promise<number> {
    return unit.execute('DELETE FROM sessions WHERE person_id = ?', [personId]);
  }

  forget(): void {
    this.cache.clear();
  }

  /** Deletes what has run out, the session before, and what is too much for the key or the person. */
  private async makeRoom(
    unit: Unit,
    { keyId, personId }: SessionRow,
    before: Session | null,
  ): Promise<Fact[]> {
    const now = this.clock.now();
    const facts: Fact[] = [];
    await unit.execute('DELETE FROM sessions WHERE used_at <= ? OR started_at <= ?', [
      now - IDLE_MS,
      now - SESSION_MS,
    ]);
    if (before !== null && (await remove(unit, before.digest)) > 0) {
      facts.push(signedOut(before.id, 'signed in again', 1));
    }
    const [column, of, whose] =
      keyId === null ? ['person_id', personId, 'person'] : ['key_id', keyId, 'key'];
    const newestFirst = `${column} = ? ORDER BY started_at DESC, digest${unit.rowLock}`;
    const rows = await unit.find(SessionRow, newestFirst, [of]);
    for (const { id, digest } of rows.slice(SESSIONS_MAX - 1)) {
      await remove(unit, digest);
      facts.push(signedOut(id, `too many sessions of the ${whose}`, 1));
    }
    return facts;
  }

  private async find(digest: string): Promise<Cached> {
    const cached = this.cache.get(digest);
    const at = this.clock.steady();
    if (cached !== undefined && at - cached.at < CACHE_MS) return cached;
    const found = await this.database.read(async (manager) => {
      const row = await manager.findOneBy(SessionRow, { digest });
      const id = row?.personId ?? null;
      const person = id === null ? null : await manager.findOneBy(PersonRow, { id });
      return { row, person, at };
    });
    if (this.cache.size >= CACHE_SIZE_MAX) this.cache.clear();
    this.cache.set(digest, found);
    return found;
  }

  private sessionOf(row: SessionRow, token: string, { caller, endsAt }: Opened): Session {
    const { id, digest, startedAt } = row;
    const csrfToken = this.digest('csrf', token);
    return { id, digest, startedAt, caller, csrfToken, ...endsOf(row, endsAt) };
  }

  private digest(purpose: 'session' | 'csrf', token: string): string {
    return createHmac('sha256', this.pepper.value)
      .update(`${purpose} ${token}`)
      .digest('base64url');
  }
}

function signedOut(session: string, how: string, sessions: number): Fact {
  return { type: 'SIGNED_OUT', body: { session, how, sessions } };
}

function remove(unit: Unit, digest: string): Promise<number> {
  return unit.execute('DELETE FROM sessions WHERE digest = ?', [digest]);
}

const KEYS_OF_PERSON = 'SELECT id FROM api_keys WHERE person_id = ?';
const KEYS_OF_SYSTEM = 'SELECT id FROM api_keys WHERE person_id IS NULL AND name = ?';

/** With every key of the person, or of the system: keys of one name are one caller. */
function removeAll(unit: Unit, { keyId, person, name }: Caller): Promise<number> {
  const keys = person === null ? KEYS_OF_SYSTEM : KEYS_OF_PERSON;
  return unit.execute(
    `DELETE FROM sessions WHERE key_id = ? OR person_id = ? OR key_id IN (${keys})`,
    [keyId, person?.id ?? null, person?.id ?? name],
  );
}
