import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/**
 * Signed notes and checkpoints as C2SP specifies them (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), with
 * Ed25519: tools that read the checkpoints of transparency logs read ours.
 */

/** The text of a checkpoint: three lines. */
export interface TreeHead {
  /** Whose tree it is; also the name of the key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

const ED25519 = 1;
const ID_BYTES = 4;
const KEY_BYTES = 32;
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** The public key as signed notes name it: `<name>+<id>+<base64 of 0x01 and the key>`. */
export function verifierKeyOf(name: string, key: KeyObject): string {
  const bytes = rawKey(key);
  return `${name}+${keyId(name, bytes).toString('hex')}+${typed(bytes).toString('base64')}`;
}

/** The same key under the name of another trail. */
export function renamedKey(verifierKey: string, name: string): string {
  const bytes = Buffer.from(verifierKey.split('+').slice(2).join('+'), 'base64').subarray(1);
  return `${name}+${keyId(name, bytes).toString('hex')}+${typed(bytes).toString('base64')}`;
}

export function headText({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

export function signNote(text: string, name: string, key: KeyObject): string {
  const signature = Buffer.concat([
    keyId(name, rawKey(key)),
    sign(null, Buffer.from(text, 'utf8'), key),
  ]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/**
 * The text of a note that one of the verifier keys has signed; null if none has, if one of them has signed another
 * text, or if it is no note.
 */
export function openNote(note: string, verifierKeys: readonly string[]): string | null {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split('\n');
  const found = lines.map((line) => signatureOf(text, line, verifierKeys));
  return found.includes('valid') && !found.includes('invalid') ? text : null;
}

/** Null for a text that is not a checkpoint. */
export function readHead(text: string): TreeHead | null {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const hash = Buffer.from(root, 'base64');
  const isWhole = /^(0|[1-9]\d{0,14})$/.test(size) && hash.length === 32;
  if (origin === '' || !isWhole || hash.toString('base64') !== root) return null;
  return { origin, size: Number(size), root: hash };
}

function signatureOf(
  text: string,
  line: string,
  verifierKeys: readonly string[],
): 'valid' | 'invalid' | 'unknown key' {
  const [, name = '', base64 = ''] = SIGNATURE.exec(line) ?? [];
  if (name === '') return 'invalid';
  const bytes = Buffer.from(base64, 'base64');
  const id = bytes.subarray(0, ID_BYTES).toString('hex');
  const key = verifierKeys.map(readVerifierKey).find((one) => one?.name === name && one.id === id);
  if (key == null) return 'unknown key';
  const isValid = verify(null, Buffer.from(text, 'utf8'), key.publicKey, bytes.subarray(ID_BYTES));
  return isValid ? 'valid' : 'invalid';
}

/** Null for a text that is none of an Ed25519 key. */
function readVerifierKey(
  text: string,
): { readonly name: string; readonly id: string; readonly publicKey: KeyObject } | null {
  // Base64 may contain a plus.
  const [, name = '', id = '', base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const key = bytes.subarray(1);
  if (bytes[0] !== ED25519 || key.length !== KEY_BYTES) return null;
  if (keyId(name, key).toString('hex') !== id) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') };
  return { name, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

function keyId(name: string, key: Buffer): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(typed(key)).digest();
  return hash.subarray(0, ID_BYTES);
}

function typed(key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(ED25519), key]);
}

/** The 32 bytes of the public key, also of a private one. */
function rawKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url');
}
