import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { temporaryFolder } from '../../support/databases/databases.js';

export interface AgeKey {
  readonly recipient: string;
  readonly identity: string;
  /** Has the identity, as `age-keygen` writes it. */
  readonly file: string;
}

export async function newAgeKey(): Promise<AgeKey> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const file = join(temporaryFolder(), 'restore.key');
  writeFileSync(file, `# created: today\n# public key: ${recipient}\n${identity}\n`);
  return { recipient, identity, file };
}
