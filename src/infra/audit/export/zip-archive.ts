import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';

type Pieces = AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/** A file of an archive, read when its turn has come. */
export interface ArchiveFile {
  readonly name: string;
  readonly pieces: () => Pieces;
}

/** What a file of an archive came to. `sha256` in hexadecimal. */
export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is written of what the others before it came to. */
export interface ClosingFile {
  readonly name: string;
  readonly text: (others: readonly ArchivedFile[]) => string;
}

/**
 * A zip of the files, one after the other, and of the closing ones, which name what those came to. It is made while it is
 * read, so it needs no disk, and its memory does not grow with what is in it. Ends with an error if a file does.
 */
export function zipOf(
  files: readonly ArchiveFile[],
  closing: readonly ClosingFile[],
  mtime: Date,
): Readable {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  const archived: ArchivedFile[] = [];
  let current: Readable | null = null;
  out.once('close', () => current?.destroy());
  const add = ({ name, pieces }: ArchiveFile, note: boolean): void => {
    zip.addReadStreamLazy(name, { mtime }, (give) => {
      const counted = note
        ? countedPieces(pieces(), (of) => archived.push({ name, ...of }))
        : pieces();
      const content = Readable.from(counted, { objectMode: false });
      content.once('error', (error) => out.destroy(error));
      current = content;
      give(null, content);
    });
  };
  for (const file of files) add(file, true);
  for (const { name, text } of closing) add({ name, pieces: () => [text(archived)] }, false);
  zip.on('error', (error: Error) => out.destroy(error));
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}

async function* countedPieces(
  pieces: Pieces,
  note: (file: Omit<ArchivedFile, 'name'>) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
    hash.update(part);
    bytes += part.length;
    yield part;
  }
  note({ bytes, sha256: hash.digest('hex') });
}
