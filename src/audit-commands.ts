import { AuditLog } from './infra/audit/audit-log.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { SigningKey } from './infra/audit/checkpoints/signing-key.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { OPERATOR, type Outcome } from './key-commands.js';

/** The commands about the audit trail that write. */

/** Makes a new key for checkpoints, which the present one signs. */
export async function rotateSigningKey(context: BootstrapContext): Promise<Outcome> {
  const { config, database, clock, random } = context;
  const key = new SigningKey(config, database, new AuditLog(clock, new AuditTail()), random);
  const rotated = await key.rotate(OPERATOR);
  if (rotated === null) {
    const text = `${config.signingKeyFile} does not hold the key that the trail names, or the trail is empty`;
    return { data: { rotated: false }, text, ok: false };
  }
  const { sequence, verifierKey } = rotated;
  const text = `the new key is in force from entry ${sequence}: ${verifierKey}`;
  return { data: { rotated: true, sequence, verifierKey }, text, ok: true };
}
