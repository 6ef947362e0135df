import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Change } from '../../../../src/orders/order/order.js';
import {
  loadSubjects,
  type SubjectOrder,
} from '../../../../src/orders/reconciliation/collect/subjects.js';
import { noon } from '../../../support/builders.js';
import { ENGINES, readyDatabase, type Engine } from '../../../support/databases.js';
import { fact, ListingDesk } from '../lists/listing-desk.js';

const LOOKED = {
  sessions: { usual: { opensAt: 600, closesAt: 870 }, exceptions: new Map() },
  now: noon(0),
  scope: null,
} as const;

type Orders = ReadonlyMap<string, SubjectOrder>;

describe.each(ENGINES)(
  'the orders of a pass that the pass before has read, on %s',
  (engine: Engine) => {
    let desk: ListingDesk;

    beforeEach(async () => {
      desk = await ListingDesk.at(await readyDatabase(engine));
      await desk.accept('ord_1', 'ord_2', 'ord_3');
      await desk.note(10, await desk.compared('ord_1', 'ord_2'));
    });

    afterEach(() => desk.database.close());

    const read = async (held: Orders = new Map()): Promise<Orders> => {
      const subjects = await loadSubjects(desk.database.reading, { ...LOOKED, held });
      return new Map(subjects.map(({ order }) => [order.id, order]));
    };
    /** Orders that the later reading has from the earlier. */
    const kept = (earlier: Orders, later: Orders): readonly string[] =>
      [...later.keys()].filter((id) => later.get(id) === earlier.get(id));

    it('are as they were read while they stay on the listing', async () => {
      const before = await read();
      const now = await read(before);
      expect(now).toEqual(before);
      expect([...now.keys()]).toEqual(['ord_1', 'ord_2', 'ord_3']);
      expect(kept(before, now)).toEqual(['ord_1', 'ord_2']);
    });

    it.each<readonly [string, Partial<Change>]>([
      ['a fact', { facts: [fact], order: { exchangeStatus: 'Open' } }],
      ['a heartbeat', { order: { misses: 1 } }],
      ['an end', { facts: [fact], order: { status: 'Cancelled', closedAt: noon(0) } }],
    ])('are read anew with %s that was written of one', async (_name, change) => {
      const before = await read();
      await desk.change('ord_1', change);
      const now = await read(before);
      expect(now).toEqual(await read());
      expect(kept(before, now)).toEqual(['ord_2']);
    });

    it('are read anew with one that is on the listing at a later version', async () => {
      const before = await read();
      await desk.change('ord_1', { facts: [fact], order: { exchangeStatus: 'Open' } });
      await desk.note(20, await desk.compared('ord_1'));
      const now = await read(before);
      expect(now.get('ord_1')).toMatchObject({ exchangeStatus: 'Open', listedVersion: 2 });
      expect(kept(before, now)).toEqual(['ord_2']);
    });

    it('are read anew with one that has left the list and come back on it', async () => {
      const before = await read();
      await desk.change('ord_1', { order: { touchedAt: noon(15) } });
      const off = await read(before);
      await desk.note(20, await desk.compared('ord_1'));
      const now = await read(off);
      expect(now.get('ord_1')).toMatchObject({ touchedAt: noon(15), listedVersion: 1 });
      expect(now).toEqual(await read());
    });
  },
);
