import { describe, expect, it } from '@jest/globals';
import { SteadyList } from '../../console/live/steady-list.js';
import { STREAMED } from '../../console/live/streamed.js';
import { STREAMED_TYPES } from '../../src/orders/audit-trail/streamed-events.js';

interface Row {
  readonly id: string;
  readonly units: number;
}

/** A list whose pages are what `server` holds at that moment, three rows a page. */
function listOf(server: { rows: readonly Row[]; isDown?: boolean }): SteadyList<Row> {
  return new SteadyList<Row>({
    idOf: ({ id }) => id,
    now: () => 1,
    load: (cursor) => {
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
