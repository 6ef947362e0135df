import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { SHORT_REPLY_BYTES, type Place, type ReplyRoom } from './reply-room.js';
import { ReplyText, type ReadBody } from './reply-text.js';

/** What the transport receives. */
interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Buffer>;
}

type Decoder = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>;

const ungzipped: Decoder = (bytes, maxOutputLength) =>
  promisify(gunzip)(bytes, { maxOutputLength });

/** Servers on the way may compress a reply although we ask them not to. */
const DECODERS = new Map<string, Decoder>([
  ['gzip', ungzipped],
  ['x-gzip', ungzipped],
  ['deflate', (bytes, maxOutputLength) => promisify(inflate)(bytes, { maxOutputLength })],
  ['br', (bytes, maxOutputLength) => promisify(brotliDecompress)(bytes, { maxOutputLength })],
]);

interface Limits {
  readonly bytesMax: number;
  readonly room: ReplyRoom;
  readonly isFirst: boolean;
  /** The deadline of the call, which ends the wait for room. */
  readonly signal: AbortSignal;
}

/** Reads the body of one reply within its limit, and once it is long within the room that all calls share. */
export class ReplyReader {
  private place: Place | null = null;

  constructor(private readonly limits: Limits) {}

  async read({ body, headers }: Received): Promise<ReadBody> {
    const text = new ReplyText();
    const decoder = DECODERS.get(String(headers['content-encoding'] ?? '').toLowerCase());
    if (decoder === undefined) {
      for await (const part of this.parts(body, lengthOf(headers))) text.write(part);
    } else {
      const received: Buffer[] = [];
      for await (const part of this.parts(body, null)) received.push(part);
      text.write(await this.decoded(Buffer.concat(received.splice(0)), decoder));
    }
    this.place?.shrinkTo(text.bytes);
    return text.end();
  }

  /** The room of a long reply is the caller's from now on. */
  handOver(): Place | null {
    const { place } = this;
    this.place = null;
    return place;
  }

  leave(): void {
    this.handOver()?.leave();
  }

  /** `declared`: by its header. Without one a long reply takes room for the longest until it is read. */
  private async *parts(
    body: AsyncIterable<Buffer>,
    declared: number | null,
  ): AsyncGenerator<Buffer, void, undefined> {
    const { bytesMax } = this.limits;
    let bytes = 0;
    for await (const part of body) {
      bytes += part.length;
      if (Math.max(bytes, declared ?? 0) > bytesMax) throw tooLong(bytesMax);
      if (bytes > SHORT_REPLY_BYTES) await this.enter(declared ?? bytesMax);
      yield part;
    }
  }

  private async enter(bytes: number): Promise<void> {
    const { room, isFirst, signal } = this.limits;
    this.place ??= await room.enter({ bytes, isFirst }, signal);
  }

  private async decoded(bytes: Buffer, decoder: Decoder): Promise<Buffer> {
    const { bytesMax } = this.limits;
    const short = await decodedWithin(bytes, decoder, Math.min(SHORT_REPLY_BYTES, bytesMax));
    if (short !== null) return short;
    if (bytesMax <= SHORT_REPLY_BYTES) throw tooLong(bytesMax);
    await this.enter(bytesMax);
    const long = await decodedWithin(bytes, decoder, bytesMax);
    if (long === null) throw tooLong(bytesMax);
    return long;
  }
}

/** Null if it is longer. What cannot be decoded as its header says is kept as it is, and its status counts all the same. */
async function decodedWithin(
  bytes: Buffer,
  decoder: Decoder,
  bytesMax: number,
): Promise<Buffer | null> {
  try {
    return await decoder(bytes, bytesMax);
  } catch (error) {
    const isLonger = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'; // prettier-ignore
    return isLonger ? null : bytes;
  }
}

function lengthOf(headers: Received['headers']): number | null {
  const text = headers['content-length'];
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function tooLong(bytesMax: number): Error {
  return new Error(`The reply is longer than ${bytesMax} bytes`);
}
