import { SteadyList } from '../../console/live/steady-list.js';
import { STREAMED } from '../../console/live/streamed.js';
import { STREAMED_TYPES } from '../../src/orders/audit-trail/stream/streamed-events.js';

interface Row {
  readonly id: string;
  readonly units: number;
}

interface Server {
  rows: readonly Row[];
  isDown?: boolean;
  /** The cursors that were asked for. */
  readonly asked?: (string | null)[];
}

/** A list whose pages are what `server` holds at that moment. */
function listOf(server: Server): SteadyList<Row> {
  return new SteadyList<Row>({
    idOf: ({ id }) => id,
    now: () => 1,
    load: (cursor) => {
      server.asked?.push(cursor);
      if (server.isDown === true) return Promise.reject(new Error('no answer'));
      const from = Number(cursor ?? 0);
      const data = server.rows.slice(from, from + 3);
      const hasMore = from + 3 < server.rows.length;
      const nextCursor = hasMore ? String(from + 3) : null;
      return Promise.resolve({ data, page: { limit: 3, nextCursor, hasMore } });
    },
    loadRow: (id) => {
      if (server.isDown === true) return Promise.reject(new Error('no answer'));
      return Promise.resolve(server.rows.find((one) => one.id === id) ?? null);
    },
  });
}

const row = (id: string, units = 0): Row => ({ id, units });
const shown = (list: SteadyList<Row>): readonly string[] =>
  list.snapshot().rows.map(({ id }) => id);

describe('A list that stays under the pointer', () => {
  it('keeps new rows back until they are asked for', async () => {
    const server = { rows: [row('b'), row('a')] };
    const list = listOf(server);
    await list.open();
    server.rows = [row('c'), row('b', 5), row('a')];
    await list.refresh();
    expect(shown(list)).toEqual(['b', 'a']);
    expect(list.snapshot()).toMatchObject({ waiting: 1, rows: [row('b', 5), row('a')] });
    await list.show();
    expect(shown(list)).toEqual(['c', 'b', 'a']);
    expect(list.snapshot().waiting).toBe(0);
  });

  it('keeps a row that has left, marked, until the list is shown anew', async () => {
    const server = { rows: [row('b'), row('a')] };
    const list = listOf(server);
    await list.open();
    server.rows = [row('a')];
    await list.refresh();
    expect(shown(list)).toEqual(['b', 'a']);
    expect([...list.snapshot().gone]).toEqual(['b']);
    await list.show();
    expect(shown(list)).toEqual(['a']);
  });

  it('shows the first rows of an empty list at once', async () => {
    const server: { rows: readonly Row[] } = { rows: [] };
    const list = listOf(server);
    await list.open();
    server.rows = [row('a')];
    await list.refresh();
    expect(shown(list)).toEqual(['a']);
  });

  it('adds later pages once, though rows have moved between them', async () => {
    const server = { rows: ['e', 'd', 'c', 'b', 'a'].map((id) => row(id)) };
    const list = listOf(server);
    await list.open();
    server.rows = ['f', 'e', 'd', 'c', 'b', 'a'].map((id) => row(id));
    await list.more();
    expect(shown(list)).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('changes a row in place, and only one that it has', async () => {
    const server = { rows: [row('a')] };
    const list = listOf(server);
    await list.open();
    server.rows = [row('a', 7)];
    expect(await list.catchUp(['a', 'z'], false)).toEqual([]);
    expect(list.snapshot().rows).toEqual([row('a', 7)]);
  });

  it('reads every changed row again, those below the first page eight at a time', async () => {
    const ids = [...'abcdefghijklmnop'];
    const server = { rows: ids.map((id) => row(id)) };
    const list = listOf(server);
    await list.open();
    while (list.snapshot().hasMore) await list.more();
    server.rows = ids.map((id) => row(id, 7));
    const left = await list.catchUp(ids, false);
    expect(left).toEqual([...'lmnop']);
    expect(await list.catchUp(left, false)).toEqual([]);
    expect(list.snapshot().rows).toEqual(server.rows);
  });

  it('reads again later what it could not read', async () => {
    const server = { rows: [row('a')], isDown: false };
    const list = listOf(server);
    await list.open();
    Object.assign(server, { rows: [row('a', 7)], isDown: true });
    expect(await list.catchUp(['a'], false)).toEqual(['a']);
    expect(list.snapshot()).toMatchObject({ rows: [row('a')], error: new Error('no answer') });
    server.isDown = false;
    expect(await list.catchUp(['a'], true)).toEqual([]);
    expect(list.snapshot()).toMatchObject({ rows: [row('a', 7)], error: null });
  });

  it('opens anew when more new rows have come than a page holds, and leaves none out', async () => {
    const server = { rows: ['b', 'a'].map((id) => row(id)) };
    const list = listOf(server);
    await list.open();
    server.rows = ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((id) => row(id));
    await list.refresh();
    expect(list.snapshot()).toMatchObject({ waiting: 3, waitingMore: true });
    await list.show();
    while (list.snapshot().hasMore) await list.more();
    expect(shown(list)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    expect(list.snapshot().waiting).toBe(0);
  });

  it('keeps what it shows when a later look fails', async () => {
    let fails = false;
    const list = new SteadyList<Row>({
      idOf: ({ id }) => id,
      now: () => 1,
      load: () =>
        fails
          ? Promise.reject(new Error('no answer'))
          : Promise.resolve({
              data: [row('a')],
              page: { limit: 3, nextCursor: null, hasMore: false },
            }),
    });
    await list.open();
    fails = true;
    await list.refresh();
    expect(list.snapshot()).toMatchObject({ phase: 'ready', rows: [row('a')] });
    expect(list.snapshot().error).toBeInstanceOf(Error);
  });

  it('listens for every event that the stream sends', () => {
    expect([...STREAMED].sort()).toEqual([...STREAMED_TYPES].sort());
  });
});

describe('A list that is longer than what is held of it', () => {
  const LIMIT = 100;
  /** Newest first: the highest number stands on top. */
  const numbered = (from: number, to: number, units = 0): readonly Row[] =>
    Array.from({ length: from - to + 1 }, (_, index) => row(`order ${from - index}`, units));
  const numberOf = (id: string): number => Number(id.slice('order '.length));

  /** As the service pages: a cursor is the last row of a page, and the next one has those below it. */
  function longListOf(server: Server): SteadyList<Row> {
    const answer = (cursor: string | null): Row[] =>
      server.rows.filter(({ id }) => cursor === null || numberOf(id) < numberOf(cursor));
    return new SteadyList<Row>({
      idOf: ({ id }) => id,
      now: () => 1,
      load: (cursor) => {
        server.asked?.push(cursor);
        if (server.isDown === true) return Promise.reject(new Error('no answer'));
        const below = answer(cursor);
        const data = below.slice(0, LIMIT);
        const hasMore = below.length > LIMIT;
        const nextCursor = hasMore ? (data.at(-1)?.id ?? null) : null;
        return Promise.resolve({ data, page: { limit: LIMIT, nextCursor, hasMore } });
      },
    });
  }

  /** Read to its end, with its last rows in the viewport. */
  async function scrolledDown(server: Server): Promise<SteadyList<Row>> {
    const list = longListOf(server);
    await list.open();
    while (list.snapshot().hasMore) {
      await list.more();
      const { length } = list.snapshot().places;
      await list.view(length - 30, length - 1);
    }
    return list;
  }

  const placesOf = (list: SteadyList<Row>, from: number, to: number): readonly (string | null)[] =>
    Array.from(
      { length: Math.min(to, list.snapshot().places.length) - from },
      (_, index) => list.snapshot().places.at(from + index)?.id ?? null,
    );
  const isWithoutDoubles = (list: SteadyList<Row>): boolean =>
    new Set(shown(list)).size === list.snapshot().rows.length;

  it('holds its first page and what is near the viewport, and keeps the place of every row', async () => {
    const list = await scrolledDown({ rows: numbered(5_000, 1) });
    expect(list.snapshot().places).toHaveLength(5_000);
    expect(list.snapshot().rows.length).toBeLessThan(1_300);
    expect(placesOf(list, 99, 101)).toEqual(['order 4901', null]);
    expect(placesOf(list, 4_999, 5_000)).toEqual(['order 1']);
  });

  it('reads again what comes near the viewport, as it is by now, and holds no more than before', async () => {
    const server = { rows: numbered(5_000, 1), asked: [] as (string | null)[] };
    const list = await scrolledDown(server);
    server.rows = numbered(5_000, 1, 7);
    server.asked.length = 0;
    await list.view(2_450, 2_480);
    expect(server.asked).toEqual(['order 2701', 'order 2601', 'order 2501']);
    expect(list.snapshot().places.at(2_450)).toEqual(row('order 2550', 7));
    expect(list.snapshot().rows.length).toBeLessThan(2_300);
    await list.view(4_970, 4_999);
    expect(list.snapshot().rows.length).toBeLessThan(1_300);
  });

  it('leaves the place of a row empty that has left the list, so that no row moves or stands twice', async () => {
    const server = { rows: numbered(3_000, 1) };
    const list = await scrolledDown(server);
    server.rows = server.rows.filter(({ id }) => numberOf(id) % 10 !== 0);
    for (let first = 2_900; first >= 0; first -= 100) await list.view(first, first + 30);
    expect(placesOf(list, 550, 552)).toEqual([null, 'order 2449']);
    expect(isWithoutDoubles(list)).toBe(true);
    expect(list.snapshot().places).toHaveLength(3_000);
  });

  it('takes no known row for a new one when others have left its start', async () => {
    const server = { rows: numbered(3_000, 1) };
    const list = await scrolledDown(server);
    server.rows = numbered(2_990, 1);
    await list.refresh();
    expect(list.snapshot().waiting).toBe(0);
    server.rows = numbered(3_001, 1);
    await list.refresh();
    expect(list.snapshot().waiting).toBe(1);
  });

  it('keeps the places of all rows when new ones are taken in above', async () => {
    const server = { rows: numbered(3_000, 1) };
    const list = await scrolledDown(server);
    server.rows = numbered(3_001, 1);
    await list.refresh();
    await list.show();
    expect(placesOf(list, 0, 2)).toEqual(['order 3001', 'order 3000']);
    expect(placesOf(list, 2_999, 3_001)).toEqual(['order 2', 'order 1']);
    expect(isWithoutDoubles(list)).toBe(true);
  });

  it('holds no more the longer new rows are taken in', async () => {
    const server = { rows: numbered(200, 1) };
    const list = longListOf(server);
    await list.open();
    for (let newest = 250; newest <= 10_000; newest += 50) {
      server.rows = numbered(newest, 1);
      await list.refresh();
      await list.show();
      await list.view(0, 30);
    }
    expect(list.snapshot().rows.length).toBeLessThan(1_300);
    expect(shown(list)[0]).toBe('order 10000');
  });

  it('is opened anew when it has become so short that one page has all of it', async () => {
    const server = { rows: numbered(5_000, 1) };
    const list = await scrolledDown(server);
    server.rows = [];
    await list.refresh();
    expect(list.snapshot().gone.size).toBe(5_000);
    await list.show();
    expect(list.snapshot()).toMatchObject({ rows: [], gone: new Set() });
    expect(list.snapshot().places).toHaveLength(0);
  });

  it('tells that a page could not be read again, and reads it at the next look', async () => {
    const server = { rows: numbered(3_000, 1), isDown: false };
    const list = await scrolledDown(server);
    server.isDown = true;
    await list.view(500, 530);
    expect(list.snapshot()).toMatchObject({ error: new Error('no answer'), phase: 'ready' });
    server.isDown = false;
    await list.refresh();
    expect(list.snapshot()).toMatchObject({ error: null });
    expect(placesOf(list, 501, 502)).toEqual(['order 2499']);
  });

  it('drops the answer to a page of the list as it was before it was opened anew', async () => {
    const list = longListOf({ rows: numbered(250, 1) });
    await list.open();
    const more = list.more();
    await list.open();
    await more;
    expect(list.snapshot()).toMatchObject({ hasMore: true, loadingMore: false });
    expect(list.snapshot().places).toHaveLength(100);
  });

  it('reads on after it could not be opened anew while a page was being read', async () => {
    const server = { rows: numbered(250, 1), isDown: false };
    const list = longListOf(server);
    await list.open();
    const more = list.more();
    server.isDown = true;
    await list.open();
    await more;
    server.isDown = false;
    await list.more();
    expect(list.snapshot()).toMatchObject({ loadingMore: false, error: null });
    expect(list.snapshot().places).toHaveLength(200);
  });
});
