import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { AuditTree } from '../../../../src/infra/audit/checkpoints/audit-tree.js';
import { TreeHashes } from '../../../../src/infra/audit/checkpoints/tree-hashes.js';
import { SYSTEM } from '../../../../src/infra/audit/actor.js';
import { CompactRange } from '../../../../src/infra/audit/checkpoints/merkle-tree.js';
import { CheckpointMetrics } from '../../../../src/infra/audit/checkpoints/checkpoint-metrics.js';
import { SignedCheckpoints } from '../../../../src/infra/audit/checkpoints/signed-checkpoints.js';
import { SigningKey } from '../../../../src/infra/audit/checkpoints/signing-key.js';
import {
  openNote,
  readHead,
  type TreeHead,
} from '../../../../src/infra/audit/checkpoints/signed-note.js';
import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import { Metrics } from '../../../../src/infra/observability/metrics.js';
import { Random } from '../../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../../src/schema.js';
import {
  backUp,
  ENGINES,
  readyDatabase,
  temporaryFolder,
} from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const MINUTES_5 = 300_000;

describe.each(ENGINES)('Signed checkpoints on %s', (engine) => {
  let clock: HandClock;
  let url: string;
  let folder: string;
  let signingKeyFile: string;
  let database: Database;

  beforeEach(async () => {
    clock = new HandClock();
    url = await readyDatabase(engine);
    folder = temporaryFolder();
    signingKeyFile = join(temporaryFolder(), 'keys', 'signing-key.pem');
    database = await Database.open(url, SCHEMA, clock);
  });

  afterEach(() => database.close());

  const keyOf = (path = signingKeyFile): SigningKey =>
    new SigningKey(
      { signingKeyFile: path } as Config,
      database,
      new AuditLog(clock, new AuditTail()),
      new Random(),
    );

  const checkpoints = (
    sinks: readonly string[] = [],
    path = signingKeyFile,
    tree = new AuditTree(database),
  ): SignedCheckpoints => {
    const config = { checkpointDir: folder, checkpointSinks: sinks } as unknown as Config;
    const logger = new AppLogger(createLogger('silent'));
    return new SignedCheckpoints(config, database, clock, tree, keyOf(path), new Random(), logger);
  };

  const append = (count: number, word = 'a'): Promise<void> => {
    const facts = Array.from({ length: count }, (_, n) => ({ type: 'NOTE', body: { word, n } }));
    const log = new AuditLog(clock, new AuditTail());
    return database.units.run((unit) => log.append(unit, 'notes', SYSTEM, facts));
  };

  /** Many entries at once, for the tree alone: they are no chain. */
  const grow = (from: number, to: number): Promise<number> =>
    database.units.run(async (unit) => {
      await unit.execute(
        `WITH RECURSIVE n (n) AS (SELECT ${from + 1} UNION ALL SELECT n + 1 FROM n WHERE n < ${to})
         INSERT INTO audit_entries
           (sequence, stream, stream_sequence, at, actor, type, body, previous_hash, hash, schema_version)
           SELECT n, 'many', n, '', '', '', '{}', '', '${'0'.repeat(58)}' || (100000 + n), 1 FROM n`,
      );
      return unit.execute(`UPDATE audit_head SET sequence = ${to}`);
    });

  const fileOf = (ending: string, of = folder): string => {
    const [name] = readdirSync(of).filter((file) => file.endsWith(ending));
    return join(of, String(name));
  };

  const outside = async (of = folder): Promise<TreeHead | null> => {
    const keys = (await keyOf().keys()).map(({ verifierKey }) => verifierKey);
    const text = openNote(readFileSync(fileOf('.checkpoint', of), 'utf8'), keys);
    return text === null ? null : readHead(text);
  };

  /** From the entries alone. */
  const rootAt = async (size: number): Promise<Buffer> => {
    const tree = new CompactRange();
    const rows = await database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence <= ? ORDER BY sequence',
      [size],
    );
    for (const { hash } of rows) tree.append(Buffer.from(hash, 'hex'));
    return tree.root();
  };

  it('state size and root, signed by a key that the trail names and only its owner can read', async () => {
    await append(700);
    const taken = await checkpoints().take();
    expect(taken).toMatchObject({ size: 701, root: (await rootAt(701)).toString('hex') });
    expect(await outside()).toMatchObject({ size: 701, root: await rootAt(701) });
    for (const file of [signingKeyFile, fileOf('.checkpoint'), fileOf('.ndjson')])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    // Again at another size, from the stored subtrees.
    await grow(701, 70_000);
    await checkpoints().take();
    expect(await outside()).toMatchObject({ size: 70_000, root: await rootAt(70_000) });
    expect(readFileSync(fileOf('.ndjson'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('are of the entries, whatever others have stored for subtrees that were not there yet', async () => {
    const forged = [[1, 100], [2, 0], [1, 260]]; // prettier-ignore
    for (const [level, position] of forged)
      await database.units.run((unit) =>
        unit.execute('INSERT INTO audit_tree (level, position, hash) VALUES (?, ?, ?)', [
          level ?? 0,
          position ?? 0,
          'ab'.repeat(32),
        ]),
      );
    await append(700);
    await checkpoints().take();
    for (const [from, to] of [[701, 30_000], [30_000, 70_000], [70_000, 70_100]]) {
      await grow(from ?? 0, to ?? 0);
      const root = (await rootAt(to ?? 0)).toString('hex');
      expect(await checkpoints().take()).toMatchObject({ size: to, root });
      expect(await checkpoints().missing()).toBeNull();
    }
    const rows = await database.reading.query<{ nodes: number }>(
      'SELECT count(*) AS nodes FROM audit_tree WHERE level = 1',
    );
    expect(rows).toEqual([{ nodes: 273 }]);
  }); // prettier-ignore

  it('are delivered although the subtrees cannot be stored: they only save time', async () => {
    class FullTree extends AuditTree {
      override store(): Promise<void> {
        return Promise.reject(new Error('the disk is full'));
      }
    }
    await append(300);
    const taken = await checkpoints([], signingKeyFile, new FullTree(database)).take();
    expect(taken).toMatchObject({ size: 301 });
    expect(await outside()).toMatchObject({ size: 301 });
  });

  it('are due after a thousand entries, when asked for, or after five minutes if the trail has grown', async () => {
    const signed = checkpoints();
    await append(999);
    await signed.takeIfDue();
    expect(await signed.recent(9, null)).toEqual([]);
    await append(1);
    await signed.takeIfDue();
    expect((await signed.recent(9, null)).map(({ size }) => size)).toEqual([1_001]);
    clock.pass(MINUTES_5);
    await signed.takeIfDue();
    await append(1);
    await signed.takeIfDue();
    expect((await signed.recent(9, null)).map(({ size }) => size)).toEqual([1_002, 1_001]);
    await append(1);
    await signed.takeIfDue();
    expect(await signed.recent(1, null)).toMatchObject([{ size: 1_002 }]);
    signed.soon();
    await signed.takeIfDue();
    expect(await signed.recent(1, null)).toMatchObject([{ size: 1_003 }]);
    expect((await signed.recent(9, 1_003)).map(({ size }) => size)).toEqual([1_002, 1_001]);
  });

  it('are missing from a trail that was set back or rewritten, and replaced when that is known', async () => {
    await append(2);
    await database.close();
    const restore = await backUp(url);
    database = await Database.open(url, SCHEMA, clock);
    await append(3);
    await checkpoints().take();
    expect(await checkpoints().missing()).toBeNull();
    await database.close();
    await restore();
    database = await Database.open(url, SCHEMA, clock);
    expect(await checkpoints().missing()).toMatchObject({ sequence: 6 });
    await append(9, 'b');
    const lost = await checkpoints().missing();
    expect(lost).toMatchObject({ sequence: 6 });
    await expect(checkpoints().take()).rejects.toThrow('contradicts');
    expect(await outside()).toMatchObject({ size: 6 });
    await checkpoints().supersede();
    expect(await checkpoints().missing()).toBeNull();
    expect(await outside()).toMatchObject({ size: 12, root: await rootAt(12) });
    expect(readFileSync(fileOf('.ndjson'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('count as missing when they are unreadable', async () => {
    await append(2);
    await checkpoints().take();
    for (const text of ['', 'marina', 'marina\n1\nAAAA\n']) {
      writeFileSync(fileOf('.checkpoint'), text);
      expect(await checkpoints().missing()).toMatchObject({ hash: 'unreadable' });
    }
  });

  it('are not signed by a key that is not the one of the trail', async () => {
    await append(2);
    await checkpoints().take();
    await append(2);
    const other = join(temporaryFolder(), 'other.pem');
    expect(await checkpoints([], other).take()).toMatchObject({ size: 3 });
    expect((await checkpoints().take())?.size).toBe(5);
    expect(await keyOf().keys()).toHaveLength(1);
  });

  it('keep the page of metrics, without what they tell, while they cannot be read', async () => {
    const metrics = new Metrics();
    new CheckpointMetrics(metrics, checkpoints(), clock);
    const unsigned = async (): Promise<string | undefined> =>
      /^marina_audit_unsigned_seconds (\d+)$/m.exec(await metrics.page(true))?.[1];
    const rename = (from: string, to: string): Promise<unknown> =>
      database.units.run((unit) => unit.execute(`ALTER TABLE ${from} RENAME TO ${to}`));
    await append(1);
    expect(await unsigned()).toBe('0');
    await rename('audit_checkpoints', 'hidden');
    clock.pass(MINUTES_5);
    expect(await unsigned()).toBeUndefined();
    await rename('hidden', 'audit_checkpoints');
    expect(await unsigned()).toBe('300');
  });

  it('go on under a new key that the old one has signed, also if the change ended half-way', async () => {
    await append(1);
    await checkpoints().take();
    const old = readFileSync(signingKeyFile);
    const rotated = await keyOf().rotate(SYSTEM);
    expect(existsSync(`${signingKeyFile}.next`)).toBe(false);
    const [first, second] = await keyOf().keys();
    expect(second).toEqual(rotated);
    const [entry] = await database.reading.query<{ body: string }>(
      "SELECT body FROM audit_entries WHERE type = 'SIGNING_KEY_ROTATED'",
    );
    const { note } = JSON.parse(String(entry?.body)) as { note: string };
    expect(openNote(note, [String(first?.verifierKey)])).toContain(String(second?.verifierKey));
    // As if the process had died between the entry and the new file.
    writeFileSync(`${signingKeyFile}.next`, readFileSync(signingKeyFile));
    writeFileSync(signingKeyFile, old);
    expect((await checkpoints().take())?.size).toBe(3);
    expect(await outside()).toMatchObject({ size: 3 });
  });

  it('go to all sinks, and again to one that failed', async () => {
    const bodies: string[] = [];
    let status = 500;
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (status === 200) bodies.push(body);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const second = join(temporaryFolder(), 'second');
    const signed = checkpoints([second, `http://127.0.0.1:${port}/log`]);
    await append(1);
    await signed.take();
    expect(await outside(second)).toMatchObject({ size: 2 });
    status = 200;
    await signed.takeIfDue();
    expect(bodies).toEqual([]);
    clock.pass(60_000);
    await signed.takeIfDue();
    await signed.takeIfDue();
    expect(bodies).toEqual([readFileSync(fileOf('.checkpoint'), 'utf8')]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('wait neither for what a sink says nor for a sink that says nothing', async () => {
    const open: Socket[] = [];
    let says = 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n';
    const asked = new EventEmitter();
    const server = createTcpServer((socket) => {
      open.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(says);
        asked.emit('asked');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const second = join(temporaryFolder(), 'second');
    const signed = checkpoints([`http://127.0.0.1:${port}/log`, second]);
    await append(1);
    // The body never comes.
    expect(await signed.take()).toMatchObject({ size: 2 });
    says = '';
    await append(1);
    const silent = once(asked, 'asked');
    const taken = signed.take();
    await silent;
    while ((await outside(second))?.size !== 3) await new Promise(setImmediate);
    clock.pass(10_000);
    expect(await taken).toMatchObject({ size: 3 });
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('are given to a command, which must end well and in time', async () => {
    const home = temporaryFolder();
    const program = join(home, 'mail it');
    const taken = join(home, 'taken');
    const becomes = (...lines: string[]): void =>
      writeFileSync(program, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o700 });
    const again = async (): Promise<void> => {
      clock.pass(60_000);
      await signed.takeIfDue();
    };
    const signed = checkpoints([`command:${program}`]);
    await append(1);
    // Not there yet.
    expect(await signed.take()).toMatchObject({ size: 2 });
    becomes('exit 1');
    await again();
    expect(existsSync(taken)).toBe(false);
    becomes(`cat > '${taken}'`, 'exit 0');
    await again();
    expect(readFileSync(taken, 'utf8')).toBe(readFileSync(fileOf('.checkpoint'), 'utf8'));
    becomes(`env > '${taken}'`);
    process.env['MARINA_KEY_PEPPER'] = 'not-for-others';
    await append(1);
    await signed.take();
    delete process.env['MARINA_KEY_PEPPER'];
    expect(readFileSync(taken, 'utf8')).not.toContain('not-for-others');
    const started = join(home, 'started');
    becomes(`: > '${started}'`, 'exec sleep 600');
    await append(1);
    const hanging = signed.take();
    while (!existsSync(started)) await new Promise(setImmediate);
    clock.pass(10_000);
    expect(await hanging).toMatchObject({ size: 4 });
  });

  it('are not waited for where a pipe or a device is in the place of one outside', async () => {
    const second = join(temporaryFolder(), 'second');
    const signed = checkpoints([second]);
    await append(1);
    await signed.take();
    const newest = fileOf('.checkpoint', second);
    rmSync(newest);
    execFileSync('mkfifo', [newest]);
    await expect(signed.missing()).rejects.toThrow(`${newest} is no regular file`);
    await expect(signed.known()).rejects.toThrow(`${newest} is no regular file`);
    rmSync(newest);
    symlinkSync('/dev/zero', newest);
    await expect(signed.missing()).rejects.toThrow(`${newest} is no regular file`);
  });

  it('are refused any change by the database', async () => {
    await append(300);
    await checkpoints().take();
    for (const [table, column] of [
      ['audit_tree', 'hash'],
      ['audit_checkpoints', 'root'],
    ])
      for (const sql of [`UPDATE ${table} SET ${column} = 'x'`, `DELETE FROM ${table}`])
        await expect(database.units.run((unit) => unit.execute(sql))).rejects.toMatchObject({
          message: expect.stringContaining('cannot be changed'),
        });
  });

  it('prove entries and one another by a few hashes', async () => {
    await append(1_000);
    const tree = new TreeHashes(database.reading);
    const sha = (...parts: readonly Buffer[]): Buffer =>
      createHash('sha256')
        .update(Buffer.concat([Buffer.of(1), ...parts]))
        .digest();
    const [row] = await database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = 1',
    );
    const proof = (await tree.inclusionProof(1, 512)) ?? [];
    expect(proof).toHaveLength(9);
    // The first entry is left of everything.
    const root = proof.reduce(
      (left, right) => sha(left, right),
      Buffer.from(String(row?.hash), 'hex'),
    );
    expect(root).toEqual(await rootAt(512));
    const consistency = (await tree.consistencyProof(512, 1_000)) ?? [];
    expect(sha(await rootAt(512), ...consistency)).toEqual(await rootAt(1_000));
    expect(await tree.inclusionProof(1, 1_001)).toBeNull();
  });
});
