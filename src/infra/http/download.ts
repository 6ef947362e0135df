import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

/** Sends a file piece by piece; the next piece is asked for when the caller has taken the last. */
export function download(
  pieces: AsyncIterable<string | Buffer> | Readable,
  { type, file }: { readonly type: string; readonly file: string },
): StreamableFile {
  const stream = pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false });
  return new StreamableFile(stream, { type, disposition: `attachment; filename="${file}"` });
}
