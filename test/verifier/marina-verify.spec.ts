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
import { temporaryFolder } from '../support/databases/databases.js';
import {
  goldenProofs,
  goldenRestore,
  goldenTrail,
  WrittenTrail,
  type Exported,
} from './written-trail.js';

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

/** The bytes with others in place of the first such text. */
function spliced(bytes: Buffer, text: string, other: Buffer): Buffer {
  const at = bytes.indexOf(text);
  const after = bytes.subarray(at + Buffer.byteLength(text));
  return Buffer.concat([bytes.subarray(0, at), other, after]);
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

  it.each([
    ['replaced.ndjson', true, null],
    ['replaced-by-surrogate.ndjson', false, 2],
    ['replaced-by-byte.ndjson', false, 2],
  ])(
    'with text that could not be read: of %s it is %s that it holds',
    async (name, valid, place) => {
      const found = await check({ export: join(GOLDEN, name) });
      expect(found).toMatchObject({ valid, firstBadSequence: place });
    },
  );

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

describe('The golden proofs', () => {
  const fileOf = (kind: string): string => join(GOLDEN, `${kind}.ndjson`);
  // Each checkpoint is signed by the key that was in force at its size.
  const keys = ['--key', goldenTrail().firstKey, '--key', goldenTrail().keyInForce];
  const ofTheTrail = ['--export', goldenFiles.export, '--key', goldenTrail().firstKey];

  it.each(['inclusion', 'consistency'] as const)(
    'of %s are what the service writes, and hold alone and beside the export',
    (kind) => {
      expect(readFileSync(fileOf(kind), 'utf8')).toBe(`${goldenProofs()[kind]}\n`);
      const proven = kind === 'inclusion' ? [{ sequence: 2 }] : [];
      for (const beside of [keys, ofTheTrail]) {
        const { status, stdout } = run('--proof', fileOf(kind), '--json', ...beside);
        expect(JSON.parse(stdout)).toMatchObject({ valid: true, proofs: 1, proven, findings: [] });
        expect(status).toBe(0);
      }
    },
  );

  it.each(['inclusion', 'consistency'])('of %s do not hold with another hash', (kind) => {
    const { proof, ...rest } = JSON.parse(readFileSync(fileOf(kind), 'utf8')) as {
      proof: string[];
    };
    expect(proof.length).toBeGreaterThan(1);
    for (const at of proof.keys()) {
      const file = join(temporaryFolder(), 'proof.json');
      const others = proof.with(at, Buffer.alloc(32, 1).toString('base64'));
      writeFileSync(file, JSON.stringify({ ...rest, proof: others }));
      expect(run('--proof', file, ...keys).status).toBe(1);
    }
  });
});

describe('The golden restore', () => {
  const files = {
    export: join(GOLDEN, 'restored.ndjson'),
    checkpoints: [join(GOLDEN, 'restored-checkpoints.ndjson')],
  };

  it('is what the service writes, and excuses the checkpoint that it names', async () => {
    const restored = goldenRestore();
    expect(readFileSync(files.export, 'utf8')).toBe(restored.exported);
    expect(readFileSync(files.checkpoints[0] ?? '', 'utf8')).toBe(restored.checkpoints);
    const { valid, findings, warnings, signedUpTo } = await check({
      ...files,
      key: [goldenTrail().firstKey],
    });
    expect({ valid, findings, signedUpTo }).toEqual({ valid: true, findings: [], signedUpTo: 8 });
    expect(warnings.join(' ')).toContain('forgotten');
  });

  it('excuses nothing without its signature', async () => {
    const forged = goldenRestore(false).writeTo(temporaryFolder(), goldenRestore());
    expect(await check({ ...forged, key: [goldenTrail().firstKey] })).toMatchObject({
      valid: false,
    });
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
    // The key of what is forgotten is not in force there any more.
    const rotated = altered((all) => all.slice(0, 34))
      .restored(34, 40)
      .useKey(9);
    while (rotated.entries.length < 50) rotated.append('NOTE', {});
    const files = rotated.writeTo(temporaryFolder(), longTrail());
    expect(await check(files)).toMatchObject({ valid: true, findings: [] });
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

  it.each(['keyId', 'onBehalfOf', 'requestId', 'approval'])(
    'with an empty %s where there was none is bad there, though both are hashed alike',
    async (name) => {
      const empty = altered((all) =>
        all.map((one) => (one.sequence === 17 ? { ...one, [name]: '' } : one)),
      );
      expect(await found(empty)).toMatchObject({ valid: false, firstBadSequence: 17 });
    },
  );

  it.each<readonly [string, Buffer, string?]>([
    ['a lone surrogate', Buffer.from('\\ud800')],
    ['a lone surrogate, the second of a pair,', Buffer.from('\\udfff')],
    ['a byte that is not UTF-8', Buffer.of(0x80)],
    ['a surrogate as three bytes', Buffer.of(0xed, 0xa0, 0x80), '\ufffd'.repeat(3)],
    ['a character that is cut short', Buffer.of(0xe2, 0x82)],
  ])('with %s in place of U+FFFD is bad there, though both are hashed alike', async (...[, other, written = '\ufffd']) => {
    const trail = longTrail().append('NOTE', { said: `what came was ${written}` });
    const files = trail.append('NOTE', {}).writeTo(temporaryFolder());
    expect(await check(files)).toMatchObject({ valid: true, entries: 42 });
    writeFileSync(files.export, spliced(readFileSync(files.export), written, other));
    expect(await check(files)).toMatchObject({ valid: false, firstBadSequence: 41 });
  }); // prettier-ignore

  it('is bad without any of the keys that are given, and when it is empty', async () => {
    const other = longTrail().firstKey;
    const files = new WrittenTrail().append('NOTE', {}).writeTo(temporaryFolder());
    const alone = { export: files.export };
    expect(await check(alone)).toMatchObject({ valid: true });
    expect(await check({ ...alone, key: [other] })).toMatchObject({ valid: false });
    writeFileSync(files.export, '');
    expect(await check(alone)).toMatchObject({ valid: false, firstBadSequence: 1 });
  });

  it('says up to which entry it is signed, and that no checkpoint covers the rest', async () => {
    const trail = longTrail().append('NOTE', {});
    const { valid, signedUpTo, warnings } = await check(trail.writeTo(temporaryFolder()));
    expect({ valid, signedUpTo }).toEqual({ valid: true, signedUpTo: 40 });
    expect(warnings).toEqual(['no checkpoint covers entries 41 to 41']);
  });
});

describe('Lines of a trail', () => {
  it('end with a line feed alone: no other separator in a text ends one', async () => {
    const trail = longTrail().append('NOTE', { said: 'one \u2028 two \u2029 three \u0085' });
    const files = trail.checkpoint().writeTo(temporaryFolder());
    expect(await check(files)).toMatchObject({ valid: true, entries: 41, signedUpTo: 41 });
    writeFileSync(files.export, trail.exported.replace('\n', '\r'));
    expect(await check(files)).toMatchObject({ valid: false, firstBadSequence: 1 });
    writeFileSync(files.export, trail.exported.replaceAll('\n', '\r\n'));
    expect(await check(files)).toMatchObject({ valid: true, entries: 41 });
  });

  it('are none of them empty', async () => {
    const files = longTrail().writeTo(temporaryFolder());
    const lines = readFileSync(files.export, 'utf8').trimEnd().split('\n');
    for (const at of [0, 16, 40]) {
      writeFileSync(files.export, `${[...lines.slice(0, at), '', ...lines.slice(at)].join('\n')}\n`);
      const { valid, findings } = await check(files);
      const what = 'has an empty line in its place';
      expect({ valid, first: findings[0] }).toEqual({ valid: false, first: { sequence: at + 1, what } });
    }
  }); // prettier-ignore

  it('do not begin with a byte order mark', async () => {
    const files = longTrail().writeTo(temporaryFolder());
    writeFileSync(files.export, `\ufeff${longTrail().exported}`);
    expect(await check(files)).toMatchObject({ valid: false, firstBadSequence: 1 });
  });

  it('may be longer than what is read at a time', async () => {
    const trail = longTrail()
      .append('NOTE', { said: 'Ngọzi '.repeat(30_000) })
      .append('NOTE', {});
    expect(await check(trail.writeTo(temporaryFolder()))).toMatchObject({
      valid: true,
      entries: 42,
    });
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

  it('are read up to a line that was cut short within a character', async () => {
    const files = longTrail().writeTo(temporaryFolder());
    const [file = ''] = files.checkpoints;
    const whole = readFileSync(file);
    // Of the dash before the signature.
    writeFileSync(file, whole.subarray(0, whole.lastIndexOf('—') + 2));
    const { warnings, ...result } = await check(files);
    expect(result).toMatchObject({ valid: true, checkpoints: 3, signedUpTo: 30 });
    expect(warnings).toContain(`line 4 of ${file} is empty or cut short, and was left out`);
  });

  const ofLines = async (change: (lines: string[]) => readonly string[]) => {
    const files = longTrail().writeTo(temporaryFolder());
    const [file = ''] = files.checkpoints;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, change(lines).map((line) => `${line}\n`).join(''));
    const { valid, checkpoints, findings, warnings } = await check(files);
    const named = [...findings.map(({ what }) => what), ...warnings];
    return { valid, checkpoints, named: named.map((what) => what.replace(file, 'FILE')) };
  }; // prettier-ignore

  it.each<[string, (line: string) => string]>([
    ['junk', () => 'approved by the SEC'],
    ['JSON that is no checkpoint', () => '{"at":"2026-11-20T11:00:00.000Z"}'],
    ['a number', () => '7'],
    ['a field more', (line) => line.replace('{', '{"approvedBy":"SEC",')],
    ['a field twice', (line) => line.replace('{', '{"note":"approved by the SEC",')],
    ['white space between its fields', (line) => line.replace('","', '", "')],
    ['a time that is no text', (line) => line.replace('"at":""', '"at":7')],
    ['text after it', (line) => `${line} approved by the SEC`.replace('{"at"', '{ "at"')],
  ])('are bad where a line has %s, wherever it stands', async (_, change) => {
    for (const at of [0, 2, 3]) {
      const found = await ofLines((lines) => lines.map((line, n) => (n === at ? change(line) : line)));
      expect(found).toEqual({
        valid: false,
        checkpoints: 3,
        named: [`line ${at + 1} of FILE is not a checkpoint`, ...(at === 3 ? ['no checkpoint covers entries 31 to 40'] : [])],
      });
    }
  }); // prettier-ignore

  it('name lines that are empty, or that a crash has cut short, and hold without them', async () => {
    const found = await ofLines(([first = '', ...rest]) => [first, '', first.slice(0, 40), ...rest]);
    const left = (line: number) => `line ${line} of FILE is empty or cut short, and was left out`;
    expect(found).toEqual({ valid: true, checkpoints: 4, named: [left(2), left(3)] });
  }); // prettier-ignore

  it('are bad where another line than the last has a byte that is not UTF-8', async () => {
    const files = longTrail().writeTo(temporaryFolder());
    const [file = ''] = files.checkpoints;
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('note') + 10] = 0x80;
    writeFileSync(file, bytes);
    expect(await check(files)).toMatchObject({ valid: false });
  });

  it.each<readonly [string, (note: string) => Buffer]>([
    ['a file of bytes that are not UTF-8', (note) => spliced(Buffer.from(note), '\n', Buffer.of(0x80, 0x0a))],
    ['a file with a byte order mark', (note) => Buffer.from(`\ufeff${note}`)],
  ])('do not hold in %s', async (_, written) => {
    const file = join(temporaryFolder(), 'newest.checkpoint');
    const [note = ''] = longTrail().notes;
    const checked = () => check({ checkpoints: [file], key: [longTrail().firstKey] });
    writeFileSync(file, note);
    expect(await checked()).toMatchObject({ valid: true, checkpoints: 1 });
    writeFileSync(file, written(note));
    expect(await checked()).toMatchObject({ valid: false, checkpoints: 0 });
  }); // prettier-ignore

  it('may be newer than the export only if that is said', async () => {
    const files = altered((all) => all.slice(0, 34)).writeTo(temporaryFolder(), longTrail());
    expect(await check({ ...files, 'allow-later': true })).toMatchObject({ valid: true });
  });
});

describe('A proof beside an export', () => {
  const checked = async (trail: WrittenTrail, proof: string, more: object = {}) => {
    const folder = temporaryFolder();
    const file = join(folder, 'proof.json');
    writeFileSync(file, proof);
    const result = await check({ ...trail.writeTo(folder), proof: [file], ...more });
    const what = result.findings.map((one) => one.what).join('; ');
    return { valid: result.valid, proven: result.proven.map(({ sequence }) => sequence), what };
  };
  const forgery = { actor: 'key:innocent', type: 'BREAK_RESOLVED' };
  const refused = (what: string) => ({
    valid: false,
    proven: [],
    what: expect.stringContaining(what),
  });

  it('holds if its checkpoint is one of the export', async () => {
    const trail = longTrail();
    expect(await checked(trail, trail.proofOf(17))).toMatchObject({ valid: true, proven: [17] });
    const [older = ''] = trail.notes;
    expect(await checked(trail, trail.proofSince(older))).toMatchObject({ valid: true });
    const unread = JSON.stringify({ ...JSON.parse(trail.proofOf(17)), proof: 'AAAA' });
    expect(await checked(trail, unread)).toEqual(refused('no list of hashes'));
  });

  it('does not hold by a key that was in force once', async () => {
    const trail = longTrail().useKey(9).append('NOTE', {}).checkpoint();
    const forged = rehashed(trail, 42, forgery);
    const what = 'no checkpoint that the key in force there has signed';
    expect(await checked(trail, forged.proofOf(42, forged.signed(7)))).toEqual(refused(what));
    const later = rehashed(longTrail().useKey(9).append('NOTE', {}).append('NOTE', {}), 42, forgery);
    for (const allowed of [{}, { 'allow-later': true }])
      expect(await checked(trail, later.proofOf(42, later.signed(7)), allowed)).toEqual(refused(what));
    const [older = ''] = trail.notes;
    expect(await checked(trail, trail.proofSince(older, trail.signed(7)))).toEqual(refused(what));
  }); // prettier-ignore

  it('does not hold with another root than the export, whoever signed it', async () => {
    const forged = rehashed(longTrail(), 25, forgery);
    const what = 'another root of 40 entries than';
    expect(await checked(longTrail(), forged.proofOf(25, forged.signed(7)))).toEqual(refused(what));
    const unsigned = longTrail();
    unsigned.notes = unsigned.notes.slice(0, 2);
    expect(await checked(unsigned, forged.proofOf(25, forged.signed(7)))).toEqual(
      refused('than the export'),
    );
  });

  it('does not hold with a checkpoint that a restore says is forgotten', async () => {
    const restored = altered((all) => all.slice(0, 34)).restored(34, 40);
    while (restored.entries.length < 50) restored.append('NOTE', {});
    restored.checkpoint();
    expect(await checked(restored, longTrail().proofOf(17))).toEqual(refused('that is forgotten'));
  });

  it('may be newer than the export only if that is said, and of the same entry', async () => {
    const trail = longTrail();
    const newer = longTrail().append('NOTE', {});
    expect(await checked(trail, newer.proofOf(17))).toEqual(refused('is newer than the export'));
    const allowed = { 'allow-later': true };
    for (const sequence of [17, 41])
      expect(await checked(trail, newer.proofOf(sequence), allowed)).toMatchObject({
        valid: true,
        proven: [sequence],
      });
    const forged = rehashed(newer, 25, forgery);
    expect(await checked(trail, forged.proofOf(25, forged.signed(7)), allowed)).toEqual(
      refused('is another one in the export'),
    );
  });

  it('does not hold with what is no text in place of U+FFFD, alone or as a line of many', async () => {
    const trail = longTrail().append('NOTE', { said: 'what came was \ufffd' });
    const proof = Buffer.from(trail.proofOf(41));
    for (const name of ['proof.json', 'proofs.ndjson'])
      for (const other of [Buffer.from('\\ud800'), Buffer.of(0x80)]) {
        const file = join(temporaryFolder(), name);
        const checked = () => check({ proof: [file], key: [trail.firstKey] });
        writeFileSync(file, proof);
        expect(await checked()).toMatchObject({ valid: true, proven: [{ sequence: 41 }] });
        writeFileSync(file, spliced(proof, '\ufffd', other));
        expect(await checked()).toMatchObject({ valid: false, proven: [] });
      }
  });

  it('in a file of many does not hold beside an empty line', async () => {
    const trail = longTrail();
    const file = join(temporaryFolder(), 'proofs.ndjson');
    for (const [between, valid] of [
      ['', true],
      ['\n', false],
    ] as const) {
      writeFileSync(file, `${trail.proofOf(17)}\n${between}${trail.proofOf(18)}\n`);
      expect(await check({ proof: [file], key: [trail.firstKey] })).toMatchObject({ valid });
    }
  });

  it('of another trail does not hold', async () => {
    const other = new WrittenTrail().append('OTHER', {}).useKey(7);
    expect(await checked(longTrail(), other.proofOf(1))).toMatchObject({ valid: false });
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

describe('An archive', () => {
  const golden = goldenTrail();
  const verified = (folder: string) => check({ archive: folder, key: [golden.firstKey] });

  it('of the whole trail holds', async () => {
    const { valid, warnings } = await verified(golden.archiveTo(temporaryFolder()));
    expect({ valid, warnings }).toEqual({ valid: true, warnings: [] });
  });

  it.each<readonly [string, object]>([
    ['a list in place of its kind', { kind: ['whole'], entries: 0 }],
    ['a kind that nobody knows', { kind: 'constructor' }],
    ['a text in place of its number of entries', { entries: '7' }],
    ['a list in place of its checkpoint', { checkpoint: golden.notes.slice(-1) }],
    ['a list in place of its key', { verifierKey: [golden.firstKey] }],
    ['a list in place of the name of a file', { files: [{ name: ['README.txt'], bytes: 1, sha256: '' }] }],
    ['a file without its size', { files: [{ name: 'README.txt', sha256: '' }] }],
    ['no file', { files: [null] }],
  ])('whose manifest has %s cannot be read', async (_, about) => {
    const folder = golden.archiveTo(temporaryFolder(), about);
    writeFileSync(join(folder, 'proofs.ndjson'), '');
    await expect(verified(folder)).rejects.toThrow('none of format 1');
  }); // prettier-ignore

  it('whose manifest is not UTF-8 cannot be read', async () => {
    const folder = golden.archiveTo(temporaryFolder(), { createdBy: 'key:\ufffd' });
    expect(await verified(folder)).toMatchObject({ valid: true });
    const path = join(folder, 'manifest.json');
    writeFileSync(path, spliced(readFileSync(path), '\ufffd', Buffer.of(0x80)));
    await expect(verified(folder)).rejects.toThrow('none of format 1');
  });

  it('whose manifest has the names of two files as one does not hold', async () => {
    const folder = golden.archiveTo(temporaryFolder());
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: object[] };
    const [, , third] = manifest.files;
    const joined = { name: 'README.txt,trail.ndjson', bytes: 0, sha256: '' };
    writeFileSync(path, JSON.stringify({ ...manifest, files: [joined, third] }));
    const { findings } = await verified(folder);
    expect(findings.map(({ what }) => what)).toContain(
      'the manifest does not name the files of such an archive',
    );
  });

  it('does not hold beside a file that the verifier would read in another, and names all others', async () => {
    const folder = golden.archiveTo(temporaryFolder());
    writeFileSync(join(folder, 'notes.txt'), '');
    const { valid, warnings } = await verified(folder);
    expect({ valid, warnings }).toEqual({
      valid: true,
      warnings: ['the file notes.txt is no part of the archive'],
    });
    writeFileSync(join(folder, 'Entries.csv'), '');
    expect((await verified(folder)).findings).toEqual([
      { sequence: null, what: 'the file Entries.csv is no part of the archive' },
    ]);
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
