import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../../verifier/marina-verify.mjs';
import { temporaryFolder } from '../support/databases/databases.js';
import { goldenTrail, WrittenTrail } from './written-trail.js';

const GOLDEN = 'test/verifier/golden';

interface Manifest {
  readonly verifierKey: string;
  readonly files: readonly { readonly name: string }[];
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

function otherTrail(): WrittenTrail {
  return new WrittenTrail().append('OTHER', {}).useKey(9);
}

/** Whoever passes an archive on and has no key: other files, and a manifest that fits them. */
function rewrite(
  folder: string,
  about: object,
  texts: Readonly<Record<string, string>> = {},
): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const manifest = manifestOf(folder);
  const files = manifest.files.map((file) => {
    const bytes = readFileSync(join(folder, file.name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { ...file, bytes: bytes.length, sha256 };
  });
  const text = JSON.stringify({ ...manifest, files, ...about }, null, 2);
  writeFileSync(join(folder, 'manifest.json'), `${text}\n`);
}

describe('The golden archives', () => {
  it.each(['whole', 'selection'] as const)('are what the service writes of a %s, and hold', async (kind) => {
    const folder = join(GOLDEN, kind);
    const written = goldenTrail().archiveTo(temporaryFolder(), {}, kind);
    for (const name of readdirSync(written))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(written, name), 'utf8'));
    const key = kind === 'whole' ? goldenTrail().firstKey : manifestOf(folder).verifierKey;
    const { valid, manifest, findings } = await check({ archive: folder, key: [key] });
    expect({ valid, manifest, findings }).toEqual({ valid: true, manifest: 'signed', findings: [] });
  }); // prettier-ignore
});

describe('The manifest of an archive', () => {
  const golden = goldenTrail();
  const keyOf = (folder: string) => [manifestOf(folder).verifierKey];
  const found = async (folder: string): Promise<readonly string[]> =>
    (await check({ archive: folder, key: keyOf(folder) })).findings.map(({ what }) => what);
  const archive = (kind: 'whole' | 'selection' = 'whole', about: object = {}) =>
    golden.archiveTo(temporaryFolder(), about, kind);
  const CHANGED = 'the file manifest.note is about another manifest: this one was changed';

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['another read-me', {}, { 'README.txt': 'Trust the key inside.' }],
    ['another caller', { createdBy: 'key:mallory' }, {}],
    ['another time', { createdAt: '2026-01-01T00:00:00.000Z' }, {}],
    ['another person whom it was made for', { onBehalfOf: 'Ada Obi' }, {}],
    ['another key in it', { verifierKey: otherTrail().firstKey }, {}],
  ])('is signed: a whole trail with %s does not hold', async (_, about, texts) => {
    const folder = archive();
    rewrite(folder, about, texts);
    const { findings } = await check({ archive: folder, key: [golden.firstKey] });
    expect(findings.map(({ what }) => what)).toEqual([CHANGED]);
  }); // prettier-ignore

  it.each<[string, object]>([
    ['other filters', { filters: { type: 'ORDER_RECEIVED', security: 'SD11PLC' } }],
    ['another end that it was asked for', { upTo: 6 }],
    ['another entry after which it was asked for', { afterSequence: 1 }],
  ])('is signed: a selection with %s does not hold', async (_, about) => {
    const folder = archive('selection');
    rewrite(folder, about);
    expect(await found(folder)).toContain(CHANGED);
  });

  it('shows that proofs were left out, whatever it says of them', async () => {
    const folder = archive('selection');
    const [first = ''] = readFileSync(join(folder, 'proofs.ndjson'), 'utf8').split('\n');
    const table = readFileSync(join(folder, 'entries.csv'), 'utf8').split('\r\n');
    const texts = {
      'proofs.ndjson': `${first}\n`,
      'entries.csv': `${table.slice(0, 2).join('\r\n')}\r\n`,
    };
    rewrite(folder, { entries: 1, proofs: 1, lastSequence: 2 }, texts);
    expect(await found(folder)).toEqual([CHANGED]);
    rewrite(folder, { entries: 2, proofs: 2, lastSequence: 7 });
    expect(await found(folder)).toEqual([
      'the manifest says 2 entries, and the archive has 1',
      'the manifest says 7 as its lastSequence, and of the archive it is 2',
      'the manifest says 2 as its proofs, and of the archive it is 1',
      CHANGED,
    ]);
  });

  it('shows that the end of a whole trail was cut off with its checkpoint', async () => {
    const folder = archive();
    const [oldest = ''] = golden.notes;
    const lines = golden.exported.split('\n').slice(0, 3);
    const texts = {
      'trail.ndjson': `${lines.join('\n')}\n`,
      'checkpoints.ndjson': `${JSON.stringify({ at: '', note: oldest })}\n`,
    };
    const about = { entries: 3, lastSequence: 3, upTo: 3, checkpoints: 1, checkpoint: oldest };
    rewrite(folder, about, texts);
    // The key of entry 5 has signed the manifest, and the trail that is left does not name it.
    expect(await found(folder)).toEqual(['the file manifest.note is not signed by the key in force']);
  }); // prettier-ignore

  it.each<[string, (text: string) => string, string]>([
    ['a field more', (text) => text.replace('{', '{\n  "approvedBy": "SEC",'), 'the manifest has a field that its format does not: approvedBy'],
    ['a field of a file more', (text) => text.replace('"bytes"', '"by": "SEC",\n      "bytes"'), 'the manifest has a field that its format does not: by'],
    ['a field twice', (text) => text.replace('{', '{\n  "createdBy": "key:mallory",'), 'the manifest is not written as Marina writes it: it may have a field twice'],
    ['other white space', (text) => text.trimEnd(), 'the manifest is not written as Marina writes it: it may have a field twice'],
  ])('with %s does not hold, whether it is signed or not', async (_, change, what) => {
    for (const about of [{}, { signed: false }]) {
      const folder = archive('whole', about);
      const path = join(folder, 'manifest.json');
      writeFileSync(path, change(readFileSync(path, 'utf8')));
      expect(await found(folder)).toContain(what);
    }
  }); // prettier-ignore

  it.each<[string, object, string]>([
    ['number of entries', { entries: 8 }, 'says 8 entries, and the archive has 7'],
    ['first entry', { firstSequence: 2 }, 'says 2 as its firstSequence, and of the archive it is 1'],
    ['last entry', { lastSequence: 8 }, 'says 8 as its lastSequence, and of the archive it is 7'],
    ['number of checkpoints', { checkpoints: 1 }, 'says 1 as its checkpoints, and of the archive it is 2'],
    ['number of proofs', { proofs: 1 }, 'says 1 as its proofs, and of the archive it is 0'],
    ['end', { upTo: 6 }, 'is not that of a whole trail'],
    ['filter', { filters: { type: 'X' } }, 'is not that of a whole trail'],
  ])('with a wrong %s does not hold, whoever has signed it', async (_, about, what) => {
    expect(await found(archive('whole', about))).toEqual(expect.arrayContaining([expect.stringContaining(`the manifest ${what}`)]));
  }); // prettier-ignore

  it.each<[string, (folder: string) => string | null, string]>([
    ['missing', () => null, 'is missing or no text'],
    ['empty', () => '', 'is not a note about a manifest of this trail'],
    ['that of another archive', () => readFileSync(join(archive('selection'), 'manifest.note'), 'utf8'), 'is about another manifest'],
    ['a checkpoint', () => golden.notes.at(-1) ?? '', 'is not a note about a manifest of this trail'],
    ['signed by a key that was in force before', (folder) => golden.noteOf(readFileSync(join(folder, 'manifest.json'), 'utf8'), 7), 'is not signed by the key in force'],
    ['signed by somebody else', (folder) => golden.noteOf(readFileSync(join(folder, 'manifest.json'), 'utf8'), 99), 'is not signed by the key in force'],
    ['that of another trail', (folder) => otherTrail().noteOf(readFileSync(join(folder, 'manifest.json'), 'utf8')), 'is not a note about a manifest of this trail'],
  ])('does not hold when its note is %s', async (_, noteIn, what) => {
    const folder = archive();
    const note = noteIn(folder);
    const path = join(folder, 'manifest.note');
    if (note === null) rmSync(path);
    else writeFileSync(path, note);
    expect(await found(folder)).toEqual([expect.stringContaining(`the file manifest.note ${what}`)]);
  }); // prettier-ignore

  it('has a note that is no checkpoint', async () => {
    const folder = archive();
    const checkpoints = [join(folder, 'manifest.note')];
    const { valid, findings } = await check({ checkpoints, key: [golden.firstKey] });
    expect({ valid, what: findings[0]?.what }).toEqual({
      valid: false,
      what: `${checkpoints[0] ?? ''} is not a checkpoint`,
    });
  });

  it('of format 1, or without a signature, says what nothing shows', async () => {
    const older = archive();
    const left = new Set(['signed', 'checkpoints', 'proofs']);
    const fields = Object.entries(manifestOf(older)).filter(([name]) => !left.has(name));
    const ofFormat1 = { ...Object.fromEntries(fields), format: 1 };
    writeFileSync(join(older, 'manifest.json'), `${JSON.stringify(ofFormat1, null, 2)}\n`);
    for (const [folder, why] of [
      [older, 'is of format 1 and has no signature'],
      [archive('whole', { signed: false }), 'says that it is not signed'],
    ] as const) {
      rmSync(join(folder, 'manifest.note'));
      const result = await check({ archive: folder, key: [golden.firstKey] });
      expect(result).toMatchObject({ valid: true, manifest: 'not signed' });
      expect(result.warnings).toEqual([expect.stringContaining(`the manifest ${why}: nothing shows who made`)]);
      const args = ['verifier/marina-verify.mjs', '--archive', folder, '--key', golden.firstKey];
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout).toContain('all that is signed holds: 7 entries');
      expect(stdout).not.toContain('everything holds');
      // A note that nobody looks at would be believed.
      writeFileSync(join(folder, 'manifest.note'), '');
      expect(await found(folder)).toEqual(['the file manifest.note is no part of the archive']);
    }
  }); // prettier-ignore
});
