import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { Database } from '../../database/database.js';
import { Clock } from '../../runtime/clock.js';
import { Random } from '../../runtime/ids.js';
import { KeyPepper } from '../api-keys/api-keys.js';
import { isSameSecret } from '../sessions/cross-site.js';
import { consolePath } from './console-path.js';

/** Long enough to find a telephone and type its code. */
export const ATTEMPT_MS = 10 * 60_000;

/** A sign-in at the identity provider that is under way. */
export interface Attempt {
  /** Known to the browser alone. */
  readonly cookie: string;
  /** Comes back with the browser: whoever has not the cookie cannot go on with the sign-in of another. */
  readonly state: string;
  /** Comes back inside the ID token. */
  readonly nonce: string;
  /** Goes to the provider with the code alone (PKCE). */
  readonly codeVerifier: string;
  /** A path of the console. */
  readonly returnTo: string;
}

/**
 * Sign-ins under way. All about one is in its cookie or is derived from the cookie with the pepper, so that beginning
 * one stores nothing, whoever asks for it how often. Only the end of one is stored: each ends once.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly database: Database,
    private readonly pepper: KeyPepper,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  begin(returnTo: string): Attempt {
    const began = this.clock.now().toString(36);
    const token = this.random.bytes(32).toString('base64url');
    return this.attemptOf([began, token, Buffer.from(returnTo).toString('base64url')].join('.'));
  }

  /** The attempt of this browser with this state; null: there is none, or no longer. Nothing is read or stored. */
  of(cookie: string | null, state: string | null): Attempt | null {
    if (cookie === null || state === null) return null;
    const attempt = this.attemptOf(cookie);
    // The state covers the cookie: one that was changed, or that we did not make, has another.
    if (!isSameSecret(attempt.state, state)) return null;
    const began = Number.parseInt(cookie.split('.')[0] ?? '', 36);
    return Math.abs(this.clock.now() - began) < ATTEMPT_MS ? attempt : null;
  }

  /** False: it has ended before. */
  end({ state }: Attempt): Promise<boolean> {
    const now = this.clock.now();
    return this.database.units.run(async (unit) => {
      // Clocks of instances may differ.
      await unit.execute('DELETE FROM used_sign_ins WHERE used_at <= ?', [now - 2 * ATTEMPT_MS]);
      const stored = await unit.execute(
        'INSERT INTO used_sign_ins (state, used_at) VALUES (?, ?) ON CONFLICT (state) DO NOTHING',
        [state, now],
      );
      return stored === 1;
    });
  }

  private attemptOf(cookie: string): Attempt {
    const derived = (purpose: string): string =>
      createHmac('sha256', this.pepper.value).update(`${purpose} ${cookie}`).digest('base64url');
    const returnTo = Buffer.from(cookie.split('.')[2] ?? '', 'base64url').toString();
    return {
      cookie,
      state: derived('oidc-state'),
      nonce: derived('oidc-nonce'),
      codeVerifier: derived('oidc-verifier'),
      returnTo: consolePath(returnTo),
    };
  }
}
