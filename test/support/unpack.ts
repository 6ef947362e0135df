import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** Writes the files of a zip into the folder; answers their names, in the order of the archive. */
export async function unpack(zip: Buffer, folder: string): Promise<readonly string[]> {
  const archive = await opened(zip);
  const names: string[] = [];
  await new Promise<void>((resolve, reject) => {
    archive.on('entry', (entry: Entry) => {
      names.push(entry.fileName);
      archive.openReadStream(entry, (error, stream) => {
        if (error !== null) {
          reject(error);
          return;
        }
        const file = createWriteStream(join(folder, basename(entry.fileName)));
        pipeline(stream, file).then(() => archive.readEntry(), reject);
      });
    });
    archive.once('end', resolve).once('error', reject);
    archive.readEntry();
  });
  return names;
}

function opened(zip: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (error, archive) =>
      error === null ? resolve(archive) : reject(error),
    );
  });
}
