import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/infra/audit/audit-chain.js';
import { check, isConsistent, isIncluded } from '../../verifier/marina-verify.mjs';
import {
  consistencyRanges,
  CompactRange,
  inclusionRanges,
  type LeafRange,
} from '../../src/infra/audit/checkpoints/merkle-tree.js';
import { temporaryFolder } from '../support/databases.js';
import { goldenTrail, WrittenTrail, type Exported } from './written-trail.js';

const GOLDEN = 'test/verifier/golden';
const goldenFiles = {
  export: join(GOLDEN, 'trail.ndjson'),
  checkpoints: [join(GOLDEN, 'checkpoints.ndjson')],
};

const run = (
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['verifier/marina-verify.mjs', ...args], { encoding: 'utf8' });

/** Whoever can write the database and has no key: hashes everything again from an entry on. */
function rehashed(trail: WrittenTrail, from: number, change: Partial<Exported>): WrittenTrail {
  const forged = new WrittenTrail();
  let previousHash = '';
  forged.entries = trail.entries.map((entry) => {
    if (entry.sequence < from) return entry;
    const link = entry.sequence === from ? entry.previousHash : previousHash;
    const changed = { ...entry, ...(entry.sequence === from ? change : {}), previousHash: link };
    previousHash = hashOf(changed);
    return { ...changed, hash: previousHash };
  });
  forged.notes = trail.notes;
  return forged;
}

/** Forty entries, with a checkpoint after each ten. */
function longTrail(): WrittenTrail {
  const trail = new WrittenTrail().append('SERVICE_STARTED', {}).useKey(7);
  while (trail.entries.length < 40) {
    trail.append('NOTE', { n: trail.entries.length }, { stream: `s${trail.entries.length % 3}` });
    if (trail.entries.length % 10 === 0) trail.checkpoint();
  }
  return trail;
}

function altered(change: (entries: Exported[]) => Exported[]): WrittenTrail {
  const trail = longTrail();
  trail.entries = change([...trail.entries]);
  return trail;
}

describe('The golden files', () => {
  it('are what the service writes', () => {
    const golden = goldenTrail();
    expect(readFileSync(goldenFiles.export, 'utf8')).toBe(golden.exported);
    expect(readFileSync(goldenFiles.checkpoints[0] ?? '', 'utf8')).toBe(golden.checkpoints);
  });

  it('hold, by the command', () => {
    const { status, stdout } = run(
      ...[
        '--export',
        goldenFiles.export,
        '--checkpoints',
        goldenFiles.checkpoints[0] ?? '',
        '--json',
      ],
      ...['--key', goldenTrail().firstKey],
    );
    expect(JSON.parse(stdout)).toMatchObject({
      valid: true,
      entries: 7,
      checkpoints: 2,
      findings: [],
    });
    expect(status).toBe(0);
  });

  it('hold byte by byte: no change of one goes unnoticed', async () => {
    const folder = temporaryFolder();
    const text = readFileSync(goldenFiles.export);
    const file = join(folder, 'trail.ndjson');
    for (let at = 3; at < text.length; at += 31) {
      const changed = Buffer.from(text);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(file, changed);
      const { valid } = await check({ ...goldenFiles, export: file });
      // White space between the fields is all that may differ.
      expect({ at, valid }).toEqual({ at, valid: false });
    }
  });
});

describe('A trail that was tampered with', () => {
  const found = async (trail: WrittenTrail, of = longTrail(), key?: string) => {
    const files = trail.writeTo(temporaryFolder(), of);
    const pins = key === undefined ? {} : { key: [key] };
    const { valid, firstBadSequence, findings } = await check({ ...files, ...pins });
    return { valid, firstBadSequence, what: findings[0]?.what };
  };

  it('is found valid before', async () => {
    expect(await found(longTrail())).toMatchObject({ valid: true, firstBadSequence: null });
  });

  it.each<readonly [string, WrittenTrail, number]>([
    [
      'edited',
      altered((all) => all.map((one) => (one.sequence === 17 ? { ...one, body: '{}' } : one))),
      17,
    ],
    ['deleted', altered((all) => all.filter(({ sequence }) => sequence !== 17)), 17],
    [
      'inserted twice',
      altered((all) => all.flatMap((one) => (one.sequence === 17 ? [one, one] : [one]))),
      18,
    ],
    [
      'in another order',
      altered((all) => [...all.slice(0, 16), ...all.slice(16, 18).reverse(), ...all.slice(18)]),
      17,
    ],
    ['cut at its end', altered((all) => all.slice(0, 34)), 35],
    [
      'cut in the middle of a line',
      altered((all) =>
        [...all.slice(0, 34), { ...all[34] } as Exported].map((one, at) =>
          at === 34 ? ({ sequence: 35 } as Exported) : one,
        ),
      ),
      35,
    ],
    ['without its beginning', altered((all) => all.slice(4)), 1],
    ['empty', altered(() => []), 1],
    ['hashed again from an entry on', rehashed(longTrail(), 25, { body: '{"n":"forged"}' }), 21],
    ['hashed again at its end', rehashed(longTrail(), 40, { actor: 'key:other' }), 31],
    ['hashed again from its first entry on', rehashed(longTrail(), 1, { actor: 'key:other' }), 2],
  ])('%s, is bad from that place on', async (_what, trail, place) => {
    expect(await found(trail)).toMatchObject({ valid: false, firstBadSequence: place });
  });

  it('rolled back to an old copy, is bad after its end', async () => {
    const old = altered((all) => all.slice(0, 20));
    expect(await found(old)).toMatchObject({ valid: false, firstBadSequence: 21 });
  });

  it('whose tail was written anew after an old copy, is bad there', async () => {
    const old = altered((all) => all.slice(0, 20));
    while (old.entries.length < 40) old.append('OTHER', {});
    expect(await found(old)).toMatchObject({ valid: false, firstBadSequence: 21 });
  });

  it('whose key was swapped, is bad where it names the other one, or at its checkpoints', async () => {
    const forged = new WrittenTrail().append('SERVICE_STARTED', {}).useKey(9);
    while (forged.entries.length < 40) forged.append('OTHER', {});
    forged.checkpoint();
    expect(await found(forged)).toMatchObject({ valid: false });
    // All of it, the copies outside too: only a key that somebody has kept shows it.
    expect(await found(forged, forged)).toMatchObject({ valid: true });
    expect(await found(forged, forged, longTrail().firstKey)).toMatchObject({
      valid: false,
      firstBadSequence: 2,
      what: 'names a key that is not one of those you trust',
    });
  });

  it('whose key was replaced without a signature of the old one, is bad there', async () => {
    const trail = longTrail().useKey(9, false);
    expect(await found(trail)).toMatchObject({ valid: false, firstBadSequence: 41 });
    expect(await found(longTrail().useKey(9))).toMatchObject({ valid: true });
  });

  it('has no checkpoint in the folder when all of it was hashed again', async () => {
    const folder = temporaryFolder();
    const { export: file } = rehashed(longTrail(), 1, { actor: 'key:other' }).writeTo(folder);
    const sink = join(folder, 'sink');
    mkdirSync(sink);
    const name = longTrail().origin.slice('marina/'.length);
    writeFileSync(join(sink, `${name}.checkpoints.ndjson`), longTrail().checkpoints);
    const result = await check({ export: file, checkpoints: [sink] });
    expect(result.findings.map(({ what }) => what).join()).toContain('no checkpoint of this trail');
  });

  it('is told from one that was restored, and says so', async () => {
    const restored = altered((all) => all.slice(0, 34)).restored(34, 40);
    while (restored.entries.length < 50) restored.append('NOTE', {});
    const { valid, warnings } = await check(restored.writeTo(temporaryFolder(), longTrail()));
    expect(valid).toBe(true);
    expect(warnings).toContainEqual(expect.stringContaining('entry 35 says'));
  });

  it('is told from the one in whose place it is where its key says so, and else is none of it', async () => {
    const another = (): WrittenTrail => new WrittenTrail().append('NOTE', { n: 'anew' }).useKey(1);
    const inItsPlace = another().restored(2, 40, true, longTrail());
    const { valid, warnings } = await check(inItsPlace.writeTo(temporaryFolder(), longTrail()));
    expect(valid).toBe(true);
    expect(warnings).toContainEqual(
      expect.stringContaining(`in the place of ${longTrail().origin}`),
    );
    expect(await found(another().restored(2, 40, false, longTrail()))).toMatchObject({
      valid: false,
    });
    const longer = longTrail().append('NOTE', {}).checkpoint();
    const { valid: isForgotten } = await check(inItsPlace.writeTo(temporaryFolder(), longer));
    expect(isForgotten).toBe(false);
  });

  it('is bad where it says of itself that it was restored, which its key has not signed', async () => {
    const forged = altered((all) => all.slice(0, 34)).restored(34, 40, false);
    while (forged.entries.length < 50) forged.append('NOTE', {});
    expect(await found(forged)).toMatchObject({ valid: false, firstBadSequence: 31 });
  });

  it('is bad where it was changed after a restore, though its new checkpoints are as long as forgotten ones', async () => {
    const restored = longTrail();
    restored.entries = restored.entries.slice(0, 32);
    restored.restored(32, 40);
    while (restored.entries.length < 36) restored.append('NOTE', {});
    restored.checkpoint();
    expect(await check(restored.writeTo(temporaryFolder()))).toMatchObject({ valid: true });
    const forged = rehashed(restored, 34, { actor: 'key:mallory' });
    const { valid, firstBadSequence } = await check(forged.writeTo(temporaryFolder(), restored));
    expect({ valid, firstBadSequence }).toEqual({ valid: false, firstBadSequence: 31 });
  });

  it.each([
    ['a field that is not hashed', (line: string) => line.replace('{', '{"remark":"approved",')],
    ['a field twice', (line: string) => line.replace('{', '{"actor":"key:mallory",')],
  ])('with %s is bad there, though others would read what was added', async (_, change) => {
    const files = longTrail().writeTo(temporaryFolder());
    const lines = readFileSync(files.export, 'utf8').split('\n');
    writeFileSync(files.export, lines.map((line, at) => (at === 16 ? change(line) : line)).join('\n'));
    expect(await check(files)).toMatchObject({ valid: false, firstBadSequence: 17 });
  }); // prettier-ignore

  it('says up to which entry it is signed, and that no checkpoint covers the rest', async () => {
    const trail = longTrail().append('NOTE', {});
    const { valid, signedUpTo, warnings } = await check(trail.writeTo(temporaryFolder()));
    expect({ valid, signedUpTo }).toEqual({ valid: true, signedUpTo: 40 });
    expect(warnings).toEqual(['no checkpoint covers entries 41 to 41']);
  });
});

describe('Checkpoints', () => {
  const checked = (notes: readonly string[], key = longTrail().firstKey) => {
    const trail = longTrail();
    trail.notes = [...notes];
    const { checkpoints } = trail.writeTo(temporaryFolder());
    return check({ checkpoints, key: [key] });
  };

  it('hold alone, against a key of one’s own', async () => {
    expect(await checked(longTrail().notes)).toMatchObject({ valid: true, checkpoints: 4 });
    const others = new WrittenTrail().append('SERVICE_STARTED', {}).useKey(9).firstKey;
    expect(await checked(longTrail().notes, others)).toMatchObject({
      valid: false,
    });
  });

  it('of one size and two roots contradict each other', async () => {
    const other = new WrittenTrail().append('SERVICE_STARTED', {}).useKey(7);
    while (other.entries.length < 40) other.append('OTHER', {});
    const { findings } = await checked([...longTrail().notes, ...other.checkpoint().notes]);
    expect(findings).toEqual([
      { sequence: null, what: 'two checkpoints of 40 entries have different roots' },
    ]);
  });

  it('may be newer than the export only if that is said', async () => {
    const files = altered((all) => all.slice(0, 34)).writeTo(temporaryFolder(), longTrail());
    expect(await check({ ...files, 'allow-later': true })).toMatchObject({ valid: true });
  });
});

describe('A proof', () => {
  const leaves = Array.from({ length: 33 }, (_, n) => Buffer.alloc(32, n));
  const rootOf = ({ start, end }: LeafRange): Buffer => {
    const tree = new CompactRange();
    for (const leaf of leaves.slice(start, end)) tree.append(leaf);
    return tree.root();
  };
  const sizes = leaves.map((_, n) => n + 1);

  it('of an entry holds for it alone, in trees of every size', () => {
    for (const size of sizes)
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionRanges(index, size).map(rootOf);
        const claim = { index, size, root: rootOf({ start: 0, end: size }), proof };
        expect(isIncluded({ ...claim, leaf: leaves[index] ?? Buffer.of() })).toBe(true);
        expect(isIncluded({ ...claim, leaf: Buffer.alloc(32, 99) })).toBe(false);
        if (proof.length > 0)
          expect(
            isIncluded({ ...claim, leaf: leaves[index] ?? Buffer.of(), proof: proof.slice(1) }),
          ).toBe(false);
      }
  });

  it('of consistency holds for the two trees alone, of every size', () => {
    for (const newer of sizes)
      for (let older = 1; older <= newer; older += 1) {
        const proof = consistencyRanges(older, newer).map(rootOf);
        const roots = {
          olderRoot: rootOf({ start: 0, end: older }),
          newerRoot: rootOf({ start: 0, end: newer }),
        };
        expect(isConsistent({ older, newer, proof, ...roots })).toBe(true);
        const wrong = { ...roots, olderRoot: Buffer.alloc(32, 99) };
        expect(isConsistent({ older, newer, proof, ...wrong })).toBe(false);
        const short = { older, newer, proof: proof.slice(0, -1), ...roots };
        if (older < newer) expect(isConsistent(short)).toBe(false);
      }
  });
});

describe('The command', () => {
  it.each([
    [[], 'nothing to verify'],
    [['--checkpoints', goldenFiles.checkpoints[0] ?? ''], 'need --key'],
    [['--export', 'no/such/file'], 'no such file'],
    [['--key', 'x', '--export', goldenFiles.export], 'not a verifier key'],
    [['--colour'], 'colour'],
  ])('with %j is wrong usage, exit code 2', (args, why) => {
    const { status, stderr } = run(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  it('says what does not hold in plain words, exit code 1', () => {
    const files = altered((all) => all.slice(0, 34)).writeTo(temporaryFolder(), longTrail());
    const { status, stdout } = run('--export', files.export, '--checkpoints', ...files.checkpoints);
    expect(stdout).toContain('BAD: the trail ends after 34 entries, and a checkpoint has 40');
    expect(status).toBe(1);
  });
});
