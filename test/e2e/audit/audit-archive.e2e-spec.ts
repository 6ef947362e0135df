import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, type ChainedEntry } from '../../../src/infra/audit/audit-chain.js';
import { SigningKey } from '../../../src/infra/audit/checkpoints/signing-key.js';
import { check, type Result } from '../../../verifier/marina-verify.mjs';
import { ENGINES, temporaryFolder } from '../../support/databases/databases.js';
import { BUILT_PROGRAMS, Desk } from '../../support/desk.js';
import { unpack } from '../../support/unpack.js';

interface Manifest {
  readonly kind: string;
  readonly createdBy: string;
  readonly filters: object;
  readonly entries: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly verifierKey: string;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

interface Unpacked {
  readonly folder: string;
  readonly names: readonly string[];
  readonly manifest: Manifest;
}

describe.each(ENGINES)('An archive of the audit trail, on %s', (engine) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open(engine, { programs: BUILT_PROGRAMS });
    for (const accountNumber of ['C-1', 'C-2']) await desk.post({ accountNumber });
  });

  afterAll(() => desk.close());

  const archive = async (query = ''): Promise<Unpacked> => {
    const answer = await desk.call<Buffer>('GET', `/v1/audit/export?format=zip${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('audit-trail.zip');
    const folder = temporaryFolder();
    const names = await unpack(answer.body, folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    return { folder, names, manifest };
  };

  const edit = (
    folder: string,
    file: string,
    change: (text: string) => string,
  ): Promise<Result> => {
    const path = join(folder, file);
    const before = readFileSync(path, 'utf8');
    expect(change(before)).not.toBe(before);
    writeFileSync(path, change(before));
    return check({ archive: folder });
  };
  const found = ({ findings }: Result): string => findings.map(({ what }) => what).join('; ');

  it('has the whole trail with its checkpoints, and holds by the verifier inside', async () => {
    const { folder, names, manifest } = await archive();
    expect(names).toEqual([
      'README.txt',
      'trail.ndjson',
      'checkpoints.ndjson',
      'marina-verify.mjs',
      'manifest.json',
      'manifest.note',
    ]);
    expect(manifest).toMatchObject({
      kind: 'whole',
      signed: true,
      createdBy: 'key:admin',
      firstSequence: 1,
    });
    expect(manifest.lastSequence).toBe(manifest.entries);
    const verified = execFileSync(
      process.execPath,
      ['marina-verify.mjs', '--archive', '.', '--key', manifest.verifierKey, '--json'],
      { cwd: folder, encoding: 'utf8' },
    );
    const { entries } = manifest;
    expect(JSON.parse(verified)).toMatchObject({
      valid: true,
      manifest: 'signed',
      entries,
      findings: [],
      warnings: [],
    });
    // The export itself is the last thing that the trail knows of before the checkpoint.
    expect(readFileSync(join(folder, 'trail.ndjson'), 'utf8')).toContain('"AUDIT_EXPORTED"');
  });

  it('with filters has a proof for each entry, and the same entries for a spreadsheet', async () => {
    const { folder, names, manifest } = await archive('&accountNumber=C-1&type=ORDER_RECEIVED');
    expect(names).toContain('proofs.ndjson');
    expect(names).not.toContain('trail.ndjson');
    expect(manifest).toMatchObject({
      kind: 'selection',
      entries: 1,
      filters: { type: 'ORDER_RECEIVED' },
    });
    const result = await check({ archive: folder, key: [manifest.verifierKey] });
    expect(result).toMatchObject({ valid: true, proofs: 1 });
    expect(result.warnings).toEqual([expect.stringContaining('not that these are all')]);
    expect(readFileSync(join(folder, 'entries.csv'), 'utf8').trim().split('\r\n')).toHaveLength(2);
  });

  it.each([
    ['a trail with an edited entry', '', 'trail.ndjson', (text: string) => text.replace('KEY_CREATED', 'KEY_REVOKED')],
    ['a trail without its last entry', '', 'trail.ndjson', (text: string) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)],
    ['a proof of an edited entry', '&type=ORDER_RECEIVED', 'proofs.ndjson', (text: string) => text.replace('ORDER_RECEIVED', 'ORDER_REFUSED')],
    ['a selection without one of its entries', '&type=ORDER_RECEIVED', 'proofs.ndjson', (text: string) => text.slice(text.indexOf('\n') + 1)],
    ['another read-me', '', 'README.txt', (text: string) => text + 'x'],
  ])('does not hold with %s', async (_what, query, file, change) => {
    const { folder } = await archive(query);
    const result = await edit(folder, file, change);
    expect(result.valid).toBe(false);
    expect(found(result)).toContain(`the file ${file} is not what the manifest says`);
    // Whoever makes the manifest fit is found out by what is signed, or by the manifest's count.
    if (file !== 'README.txt') expect(result.findings.length).toBeGreaterThan(1);
  }); // prettier-ignore

  /** Whoever makes an archive can make its manifest fit, without any key. */
  const forge = async (
    query: string,
    changes: Readonly<Record<string, (text: string) => string>>,
    about: object = {},
  ): Promise<Result> => {
    const { folder, manifest } = await archive(query);
    const files = manifest.files.map((file) => {
      const path = join(folder, file.name);
      const text = readFileSync(path, 'utf8');
      const changed = (changes[file.name] ?? ((same: string) => same))(text);
      writeFileSync(path, changed);
      const sha256 = createHash('sha256').update(changed).digest('hex');
      return { ...file, bytes: Buffer.byteLength(changed), sha256 };
    });
    const text = JSON.stringify({ ...manifest, files, ...about }, null, 2);
    writeFileSync(join(folder, 'manifest.json'), `${text}\n`);
    return check({ archive: folder, key: [manifest.verifierKey] });
  };
  const linesOf = (text: string): string[] => text.trimEnd().split('\n');
  const sizeOf = (line: string): number =>
    Number((JSON.parse(line) as { note: string }).note.split('\n')[1]);

  it('does not hold with a history that was written anew after the last checkpoint that is left', async () => {
    await desk.call('POST', '/v1/audit/signed-checkpoints');
    let left = 0;
    const result = await forge('', {
      'checkpoints.ndjson': (text) => {
        const [, ...older] = linesOf(text);
        left = sizeOf(older[0] ?? '');
        return older.map((line) => `${line}\n`).join('');
      },
      'trail.ndjson': (text) => text,
    });
    const { folder } = await archive();
    const notes = linesOf(readFileSync(join(folder, 'checkpoints.ndjson'), 'utf8'));
    expect(notes.length).toBeGreaterThan(1);
    expect(found(result)).toMatch(/as its checkpoints, and of .* is about another manifest/);
    const forged = await forge('', {
      'checkpoints.ndjson': (text) =>
        linesOf(text).filter((line) => sizeOf(line) <= left).map((line) => `${line}\n`).join(''),
      'trail.ndjson': (text) => rewritten(text, left + 1),
    }); // prettier-ignore
    expect(forged.valid).toBe(false);
    expect(found(forged)).toContain('the checkpoint of the manifest does not cover the trail');
  });

  const SELECTED = '&type=ORDER_RECEIVED';

  it.each<[string, Readonly<Record<string, (text: string) => string>>, object, string]>([
    ['another table', { 'entries.csv': (text) => text.replace('key:admin', 'key:ada.obi') }, {}, 'entries.csv are not those'],
    ['one entry in place of another', { 'proofs.ndjson': (text) => `${linesOf(text)[0] ?? ''}\n`.repeat(2) }, {}, 'not one an entry'],
    ['an older checkpoint in its manifest', {}, { checkpoint: '' }, 'another checkpoint'],
    ['no file in its manifest', {}, { files: [] }, 'does not name the files'],
  ])('of a selection does not hold with %s', async (_, changes, about, what) => {
    const result = await forge(SELECTED, changes, about);
    expect(result.valid).toBe(false);
    expect(found(result)).toContain(what);
  }); // prettier-ignore

  it.each<[string, string, Readonly<Record<string, (text: string) => string>>, object]>([
    ['another read-me', '', { 'README.txt': (text) => text.replace('Take the key from', 'Do not take the key from') }, {}],
    ['another verifier', '', { 'marina-verify.mjs': () => 'console.log("everything holds")' }, {}],
    ['another caller', '', {}, { createdBy: 'key:mallory' }],
    ['other filters', SELECTED, {}, { filters: { type: 'ORDER_RECEIVED', accountNumber: 'C-1' } }],
  ])('has a signed manifest: with %s that it names it does not hold', async (_, query, changes, about) => {
    expect(found(await forge(query, changes, about))).toBe(
      'the file manifest.note is about another manifest: this one was changed',
    );
  }); // prettier-ignore

  it('does not hold by a key of somebody else', async () => {
    const { folder } = await archive('&type=ORDER_RECEIVED');
    const { manifest } = await archive();
    const [name = ''] = manifest.verifierKey.split('+');
    const other = `${name}+${'0'.repeat(8)}+AQ==`;
    expect((await check({ archive: folder, key: [other] })).valid).toBe(false);
  });

  it('holds after the key was rotated, by the key that the manifest names', async () => {
    const rotated = await desk.service.app.get(SigningKey).rotate({ name: 'system:command-line' });
    expect(rotated).not.toBeNull();
    for (const query of ['', '&type=ORDER_RECEIVED']) {
      const { folder, manifest } = await archive(query);
      const result = await check({ archive: folder, key: [manifest.verifierKey] });
      expect([query, result.valid, result.findings]).toEqual([query, true, []]);
    }
  });

  it('needs the scope to export, and knows its query', async () => {
    const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'reader', scopes: ['audit:read'] },
    });
    const refused = await desk.call('GET', '/v1/audit/export?format=zip', { key: body.secret });
    expect(refused.status).toBe(403);
    expect((await desk.call('GET', '/v1/audit/export?format=rar')).status).toBe(400);
  });
});

/** Another actor from an entry on, and all hashes after it. */
function rewritten(trail: string, from: number): string {
  let previousHash = '';
  const lines = trail.trimEnd().split('\n').map((line) => {
    const entry = JSON.parse(line) as ChainedEntry & { readonly hash: string };
    if (entry.sequence < from) return line;
    const link = entry.sequence === from ? entry.previousHash : previousHash;
    const changed = { ...entry, actor: 'key:mallory', previousHash: link };
    previousHash = hashOf(changed);
    return JSON.stringify({ ...changed, hash: previousHash });
  }); // prettier-ignore
  return lines.map((line) => `${line}\n`).join('');
}

describe('A service that cannot sign', () => {
  it('makes no archive, and says why', async () => {
    const desk = await Desk.open('sqlite', {
      databaseUrl: 'sqlite::memory:',
      programs: BUILT_PROGRAMS,
      env: { MARINA_CHECKPOINT_DIR: '' },
    });
    const answer = await desk.call('GET', '/v1/audit/export?format=zip');
    expect(answer).toMatchObject({ status: 409, body: { code: 'checkpoint-impossible' } });
    await desk.close();
  }); // prettier-ignore
});
