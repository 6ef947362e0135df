import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { notRecipient } from '../config/backup-config.js';
import { ConfigError } from '../config/config.js';
import { notGood, type Digested } from './manifest.js';

/**
 * Backups are encrypted in the format of age (age-encryption.org), so that its standard tool decrypts them where no Marina
 * is. Everybody who has a recipient can encrypt to it: that a file can be decrypted says nothing about who made it.
 */

/** Where an identity comes from: what names the file, and the file. */
export interface IdentitySource {
  /** The option or the setting. */
  readonly name: string;
  readonly path: string;
}

/** The file could not be decrypted, and not for want of an identity: it is none of age, or damaged. */
export class Undecryptable extends Error {}

/** One with a hundred identities is smaller by far. */
const IDENTITY_FILE_MAX = 64 * 1024;
/** What age-encryption says when a file is meant for others. */
const NOT_FOR_US = 'no identity matched';

/** Only who encrypts waits for it to be loaded: it takes a tenth of a second. */
const age = () => import('age-encryption');

type Age = Awaited<ReturnType<typeof age>>;

/** Throws {@link ConfigError} for what is no recipient; `name` is the option or the setting that it comes from. */
export async function requireRecipients(
  name: string,
  recipients: readonly string[],
): Promise<void> {
  const { Encrypter } = await age();
  const problems = recipients.flatMap((text, index) => {
    try {
      new Encrypter().addRecipient(text);
      return [];
    } catch {
      return [notRecipient(name, index, text)];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Encrypts a file into a reserved one. Resolves with what the plain one holds. */
export async function encryptFile(
  plain: string,
  encrypted: string,
  recipients: readonly string[],
): Promise<Digested> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const hash = createHash('sha256');
  // The digest is of the very bytes that are encrypted.
  const source = ReadableStream.from(hashed(createReadStream(plain), hash));
  await pipeline(await encrypter.encrypt(source), reserved(encrypted));
  return { bytes: statSync(plain).size, sha256: hash.digest('hex') };
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function reserved(path: string) {
  return createWriteStream(path, { flags: 'r+' });
}

/**
 * Decrypts a file into a reserved one. Throws {@link ConfigError} if the identity is wrong, and
 * {@link Undecryptable} if the file is.
 */
export async function decryptFile(
  encrypted: string,
  plain: string,
  identity: IdentitySource,
): Promise<void> {
  const decrypter = decrypterWith(identity, await age());
  const source = ReadableStream.from(createReadStream(encrypted));
  let content: ReadableStream<Uint8Array>;
  try {
    content = await decrypter.decrypt(source);
  } catch (error) {
    throw refused(error, identity);
  }
  await pipeline(authentic(content), reserved(plain));
}

const NO_IDENTITY =
  'BACKUP_IDENTITY_FILE or --identity must name the file with the identity of the backup, which is encrypted';

/** As {@link decryptFile}, for who needs it decrypted. */
export async function decryptNeeded(
  encrypted: string,
  plain: string,
  identity: IdentitySource | null,
): Promise<void> {
  if (identity === null) throw new ConfigError([NO_IDENTITY]);
  try {
    await decryptFile(encrypted, plain, identity);
  } catch (error) {
    throw error instanceof Undecryptable ? notGood([error.message]) : error;
  }
}

/** A piece that was changed has another tag, and so has the last one where some are missing. */
async function* authentic(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw undecryptable(error);
  }
}

function refused(error: unknown, { name, path }: IdentitySource): Error {
  if (!(error instanceof Error) || !error.message.includes(NOT_FOR_US)) return undecryptable(error);
  return new ConfigError([
    `${name} must name an identity that the backup is encrypted for: ${path} has none of its recipients`,
  ]);
}

function undecryptable(error: unknown): Undecryptable {
  const what = error instanceof Error ? error.message : String(error);
  return new Undecryptable(`it cannot be decrypted: ${what}`, { cause: error });
}

/** Of the lines of `age-keygen`. A problem never repeats one. */
function decrypterWith({ name, path }: IdentitySource, { Decrypter }: Age) {
  const decrypter = new Decrypter();
  let found = 0;
  for (const [index, line] of linesOf(name, path).entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    try {
      decrypter.addIdentity(text);
    } catch {
      const what = `${name} must name a file of age identities (AGE-SECRET-KEY-1…), as age-keygen writes it`;
      throw new ConfigError([`${what}: line ${index + 1} of ${path} is none`]);
    }
    found += 1;
  }
  if (found === 0) throw new ConfigError([`${name} must name a file with an age identity`]);
  return decrypter;
}

function linesOf(name: string, path: string): readonly string[] {
  let text: string;
  try {
    // A pipe has no size, and a vault may write to one.
    if (statSync(path).size > IDENTITY_FILE_MAX) throw new Error('it is too large');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${name} must be the path of a readable file: ${why}`]);
  }
  if (/^(-----BEGIN AGE|age-encryption\.org\/)/.test(text)) {
    throw new ConfigError([
      `${name} must name identities in plain: ${path} is encrypted itself. Decrypt it first: age --decrypt ${path}`,
    ]);
  }
  return text.split('\n');
}
