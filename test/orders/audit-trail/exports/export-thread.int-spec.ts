import { hashOfPeaks } from '../../../../src/infra/audit/checkpoints/merkle-tree.js';
import { headText } from '../../../../src/infra/audit/checkpoints/signed-note.js';
import { TreeHashes } from '../../../../src/infra/audit/checkpoints/tree-hashes.js';
import type { ExportProgress } from '../../../../src/infra/audit/export/export-pieces.js';
import type { ExportFormat } from '../../../../src/infra/audit/audit-export.js';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { SYSTEM } from '../../../../src/infra/audit/actor.js';
import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import {
  ReadingThreads,
  ThreadPrograms,
} from '../../../../src/infra/database/threads/reading-thread.js';
import type { Clock } from '../../../../src/infra/runtime/clock.js';
import { ExportThread } from '../../../../src/orders/audit-trail/exports/export-thread.js';
import { TrailPace } from '../../../../src/orders/audit-trail/trail-pace.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { BUILT_PROGRAMS } from '../../../support/desk.js';
import { HandClock } from '../../../support/time/hand-clock.js';

/** More than two pages. */
const ENTRIES = 2_100;
const RESTLESS = { steady: () => 0, sleep: () => Promise.resolve() } as unknown as Clock;

describe.each(ENGINES)('Exports in a thread on %s', (engine) => {
  const clock = new HandClock();
  let config: Config;
  let database: Database;
  let threads: ReadingThreads;

  beforeAll(async () => {
    const databaseUrl = await readyDatabase(engine);
    config = { ...read(REAL), databaseUrl };
    database = await Database.open(databaseUrl, SCHEMA, clock);
    const log = new AuditLog(clock, new AuditTail());
    const facts = Array.from({ length: ENTRIES }, (_, n) => ({ type: 'NOTE', body: { n } }));
    await database.units.run((unit) => log.append(unit, 'notes', SYSTEM, facts));
  });

  beforeEach(() => {
    threads = new ReadingThreads(config, clock, new ThreadPrograms(BUILT_PROGRAMS));
  });

  afterEach(() => threads.onModuleDestroy());
  afterAll(() => database.close());

  const maker = (of = threads): ExportThread =>
    new ExportThread(database, new TrailPace(RESTLESS), of);
  const order = (format: ExportFormat, afterSequence = 0) => ({
    filters: {},
    afterSequence,
    upTo: ENTRIES,
    format,
  });
  const all = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
    const taken: Buffer[] = [];
    for await (const piece of pieces) taken.push(piece);
    return Buffer.concat(taken);
  };

  it.each(['ndjson', 'csv', 'parquet'] as const)(
    'are the same to the last byte as %s made on the event loop, and say how far they are',
    async (format) => {
      const reached: ExportProgress[] = [];
      const none = new ReadingThreads(config, clock, new ThreadPrograms(null));
      const there = await all(maker().pieces(order(format), (far) => void reached.push(far)));
      expect(there.length).toBeGreaterThan(ENTRIES);
      expect(there.equals(await all(maker(none).pieces(order(format), () => undefined)))).toBe(
        true,
      );
      expect(reached.at(-1)).toEqual({
        sequence: ENTRIES,
        upTo: ENTRIES,
        entries: ENTRIES,
        first: 1,
        last: ENTRIES,
      });
    },
  );

  it('of proofs have each entry with the one that leads to the root of its tree', async () => {
    const size = 2_050;
    const tree = new TreeHashes(database.reading);
    const edge = (await tree.edge(size)) ?? [];
    const root = hashOfPeaks(edge.map(({ hash }) => hash));
    const checkpoint = headText({ origin: 'marina/0', size, root });
    const proofs = { ...order('ndjson', 1_990), upTo: size, format: { size, checkpoint } };
    const lines = (await all(maker().pieces(proofs, () => undefined)))
      .toString()
      .trim()
      .split('\n');
    const shown = lines.map(
      (line) => JSON.parse(line) as { proof: string[]; entry: { sequence: number } },
    );
    expect(shown.map(({ entry }) => entry.sequence)).toEqual(
      Array.from({ length: size - 1_990 }, (_, n) => 1_991 + n),
    );
    for (const { entry, proof } of shown) {
      const expected = await tree.inclusionProof(entry.sequence, size);
      expect(proof).toEqual(expected?.map((hash) => hash.toString('base64')));
    }
  });

  it('take turns, each with its own entries', async () => {
    const exports = maker();
    const whole = exports.pieces(order('ndjson'), () => undefined);
    const late = exports.pieces(order('ndjson', 2_000), () => undefined);
    const [first, second] = await Promise.all([all(whole), all(late)]);
    const lines = (text: Buffer): string[] => text.toString().trim().split('\n');
    expect(lines(first)).toHaveLength(ENTRIES);
    expect(lines(second)).toEqual(lines(first).slice(2_000));
  });

  it('of no entries end at once, and say that they have reached the end', async () => {
    const reached: ExportProgress[] = [];
    const none = maker().pieces(order('ndjson', ENTRIES), (far) => void reached.push(far));
    expect(await all(none)).toHaveLength(0);
    expect(reached).toEqual([
      { sequence: ENTRIES, upTo: ENTRIES, entries: 0, first: null, last: null },
    ]);
  });

  it('that nobody takes any more leave the thread to the others', async () => {
    const exports = maker();
    for await (const piece of exports.pieces(order('ndjson'), () => undefined)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    const next = await all(exports.pieces(order('ndjson'), () => undefined));
    expect(next.toString().trim().split('\n')).toHaveLength(ENTRIES);
  });

  it('that were under way when the thread ended fail, and are not cut short', async () => {
    const exports = maker();
    const broken = exports.pieces(order('ndjson'), () => undefined);
    await broken.next();
    await threads.onModuleDestroy();
    await expect(broken.next()).rejects.toThrow('ended');
  });
});
