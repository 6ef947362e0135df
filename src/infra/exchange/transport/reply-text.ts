import { isUtf8 } from 'node:buffer';
import { nextTurn } from '../../runtime/batches.js';

export interface ReadBody {
  readonly body: string;
  /** The raw bytes, only when they are not valid UTF-8 and `body` is therefore inexact. */
  readonly bytes?: Buffer;
}

/** Bytes decoded at once: a long reply in one go would block the event loop. */
const BLOCK_BYTES = 65_536;
/** Above this size, joining the text gets its own turn of the event loop. */
const LONG_BYTES = 262_144;

/**
 * Decodes a reply while it arrives, so that its bytes need not be kept beside its text. Only bytes that are no UTF-8 are
 * kept, because the text does not show them. However small the packets are, they are decoded block by block.
 */
export class ReplyText {
  private readonly block = Buffer.allocUnsafe(BLOCK_BYTES);
  private filled = 0;
  private length = 0;
  private texts: string[] = [];
  /** Null as long as all is valid UTF-8. */
  private raw: Buffer[] | null = null;

  write(part: Buffer): void {
    this.length += part.length;
    for (let from = 0; from < part.length;) {
      const copied = part.copy(this.block, this.filled, from);
      from += copied;
      this.filled += copied;
      if (this.filled === BLOCK_BYTES) this.decode(endOfCharacters(this.block));
    }
  }

  get bytes(): number {
    return this.length;
  }

  async end(): Promise<ReadBody> {
    this.decode(this.filled);
    if (this.length >= LONG_BYTES) await nextTurn();
    const { raw, texts } = this;
    this.texts = [];
    this.raw = null;
    if (raw === null) return { body: texts.join('') };
    const bytes = Buffer.concat(raw);
    return { body: bytes.toString(), bytes };
  }

  private decode(end: number): void {
    const whole = this.block.subarray(0, end);
    if (this.raw === null && !isUtf8(whole)) {
      // What was valid so far has the same bytes when it is encoded again.
      this.raw = this.texts.map((text) => Buffer.from(text));
      this.texts = [];
    }
    if (this.raw === null) this.texts.push(whole.toString());
    else this.raw.push(Buffer.from(whole));
    this.block.copyWithin(0, end, this.filled);
    this.filled -= end;
  }
}

/** Without the bytes at the end that are only the beginning of a character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Of a character, by its first byte. */
function lengthFrom(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
