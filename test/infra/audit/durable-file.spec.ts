import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { appendLine, replaceFile } from '../../../src/infra/audit/durable-file.js';
import { temporaryFolder } from '../../support/databases/databases.js';

describe('A file in a folder that others may write', () => {
  let folder: string;
  let file: string;
  let victim: string;

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'file');
    victim = join(temporaryFolder(), 'victim');
    writeFileSync(victim, 'kept');
  });

  it('is not appended to through a link, also of a file that is not there yet', async () => {
    const missing = join(temporaryFolder(), 'missing');
    for (const target of [victim, missing]) {
      const link = join(folder, `to-${target === victim ? 'victim' : 'missing'}`);
      symlinkSync(target, link);
      await expect(appendLine(link, 'line')).rejects.toThrow(link);
    }
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect(lstatSync(missing, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is replaced through no link, neither in its own place nor in that of the new text', async () => {
    symlinkSync(victim, file);
    symlinkSync(victim, `${file}.new`);
    await replaceFile(file, 'text', 'new');
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    expect([lstatSync(file).isFile(), readFileSync(file, 'utf8')]).toEqual([true, 'text']);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is replaced where a crash has left a longer part of the new text', async () => {
    writeFileSync(`${file}.new`, 'half of a longer text');
    await replaceFile(file, 'text', 'new');
    expect(readFileSync(file, 'utf8')).toBe('text');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('names what is in the way of the new text', async () => {
    mkdirSync(`${file}.new`);
    await expect(replaceFile(file, 'text', 'new')).rejects.toThrow(`${file}.new`);
  });
});
