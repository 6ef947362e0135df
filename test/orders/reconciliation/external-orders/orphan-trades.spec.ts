import type { Database } from '../../../../src/infra/database/database.js';
import { startOfDay } from '../../../../src/market/trading-calendar/trading-day.js';
import {
  OrphanTrades,
  type OrphanRow,
} from '../../../../src/orders/reconciliation/external-orders/orphan-trades.js';
import { PollingState } from '../../../../src/orders/reconciliation/collect/polling-state.js';
import type {
  RepeatedPost,
  SightingRegister,
} from '../../../../src/orders/order-numbers/sighting-register.js';
import type { ExternalOrderBreaks } from '../../../../src/orders/order-numbers/external-order-breaks.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { anExecution, noon, TODAY } from '../../../support/builders.js';
import { aTrade } from '../rows.js';

const HOUR = 3_600;

interface Seen {
  readonly repeated?: readonly RepeatedPost[];
  /** For as long as a search takes. */
  readonly isSeen?: boolean;
  readonly mayBeSecond?: boolean;
}

/** What a person is told of a trade of today, read so long after noon, whose number was told of at noon. */
async function told(
  seconds: number,
  toldAt: number | null,
  row: OrphanRow = anExecution({ orderNumber: '900001' }),
  { repeated = [], isSeen = true, mayBeSecond = true }: Seen = {},
): Promise<readonly string[]> {
  const findings: string[] = [];
  const unit = { afterCommit: () => undefined };
  const units = { run: <T>(work: (inner: unknown) => Promise<T>): Promise<T> => work(unit) };
  const breaks: Pick<ExternalOrderBreaks, 'openForTraded' | 'seenSince'> = {
    openForTraded: (_unit, { type }, orderNumber) => {
      findings.push(`${type} ${orderNumber}`);
      return Promise.resolve(true);
    },
    seenSince: (_unit, numbers, since) =>
      Promise.resolve(new Set(toldAt !== null && toldAt >= since ? numbers : [])),
  };
  const book: Pick<SightingRegister, 'ownersOf' | 'seenBy' | 'repeatedPosts' | 'mayBeSecond'> = {
    ownersOf: () => Promise.resolve(new Map()),
    seenBy: (_unit, numbers) => Promise.resolve(new Set(isSeen ? numbers : [])),
    repeatedPosts: () => Promise.resolve([...repeated]),
    mayBeSecond: () => Promise.resolve(mayBeSecond),
  };
  const trades = new OrphanTrades(
    { units } as unknown as Database,
    breaks as ExternalOrderBreaks,
    book as unknown as SightingRegister,
    read(REAL),
    new PollingState(),
    {
      change: (orderId: string) => {
        findings.push(`of ${orderId}`);
        return Promise.resolve(null);
      },
    },
  );
  await trades.report([row], noon(seconds), TODAY);
  return findings;
}

describe('A trade of a number that is none of ours', () => {
  it('is told of when nothing was (E8)', async () => {
    expect(await told(0, null)).toEqual(['OrphanTrade 900001']);
  });

  it('is told of though its quantities cannot all be true, as what it is (E8)', async () => {
    const quantities = { units: '1000', matchedUnits: '400', pendingUnits: '600' };
    const row = aTrade({ orderNumber: '900001', matchingId: 'M1', ...quantities });
    expect(await told(0, null, row)).toEqual(['OrphanTrade 900001']);
  });

  it('is not told of again when its day is read once more days later (E1, E8, H1)', async () => {
    for (const hours of [1, 20, 70]) expect(await told(hours * HOUR, noon(0))).toEqual([]);
  });

  it('is told of when its number was told of on an earlier day, as of another order (H1)', async () => {
    expect(await told(13 * HOUR, startOfDay(TODAY) - 1)).toEqual(['OrphanTrade 900001']);
  });

  it('is told of at once as of a second order of one that was sent more than once', async () => {
    const row = anExecution({ orderNumber: '900001' });
    const { security, side } = row;
    const post: RepeatedPost = {
      id: 'ord_1',
      accountNumber: row.accountNumber ?? '',
      clientName: 'Ada Obi',
      security,
      side,
      units: '1000',
      tradingDate: TODAY,
      sentAt: noon(0),
      sentEntry: 1,
    };
    const seen = { repeated: [post], isSeen: false };
    expect(await told(0, null, row, seen)).toEqual(['DuplicateSuspected 900001', 'of ord_1']);
    expect(await told(0, null, row, { ...seen, mayBeSecond: false })).toEqual([]);
    for (const other of [{ side: 'SELL' }, { accountNumber: 'C-OTHER' }, { security: 'OTHER' }]) {
      expect(await told(0, null, row, { ...seen, repeated: [{ ...post, ...other }] })).toEqual([]);
    }
  });
});
