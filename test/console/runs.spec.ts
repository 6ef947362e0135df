import type { Break } from '../../console/api/answers.js';
import {
  breaksBetween,
  differenceText,
  figuresOf,
  inOrder,
  type RunFigures,
} from '../../console/runs/compare.js';

const at = (time: string): string => `2026-11-26T${time}.000Z`;
const run = (time: string, changes: Partial<RunFigures> = {}): RunFigures => ({
  startedAt: at(`${time}:00`), finishedAt: at(`${time}:02`), calls: 4, answered: 4, orders: 10, changed: 1, fills: 0,
  opened: 0, closed: 0, ...changes,
}); // prettier-ignore
const open = (type: Break['type'], openedAt: string, closedAt: string | null = null) => ({
  type,
  openedAt: at(openedAt),
  closedAt: closedAt === null ? null : at(closedAt),
});

describe('Two runs side by side', () => {
  const [first, second] = inOrder(run('11:00', { calls: 7, opened: null }), run('10:00'));

  it('have the earlier one first, and each figure with its difference', () => {
    expect(first.startedAt).toBe(at('10:00:00'));
    const figures = figuresOf(first, second);
    const calls = figures.find(({ name }) => name === 'Calls');
    expect(calls).toEqual({ name: 'Calls', first: 4, second: 7 });
    expect(figures.map(differenceText)).toEqual(['0', '+3', '0', '0', '0', '0', null, '0']);
  });

  it('have the breaks that opened and closed between their ends, by type', () => {
    const before = open('PriceMismatch', '09:00:00');
    const closed = open('PriceMismatch', '09:30:00', '10:30:00');
    const opened = open('OrphanTrade', '10:30:00');
    const brief = open('NotSeen', '10:10:00', '10:20:00');
    const later = open('NotSeen', '11:30:00');
    const over = open('NotSeen', '08:00:00', '09:00:00');
    const found = breaksBetween([later, opened, brief, closed, before, over], first, second);
    expect(found.types).toEqual([
      { type: 'NotSeen', openThen: 0, opened: 1, closed: 1, openAfter: 0 },
      { type: 'OrphanTrade', openThen: 0, opened: 1, closed: 0, openAfter: 1 },
      { type: 'PriceMismatch', openThen: 2, opened: 0, closed: 1, openAfter: 1 },
    ]);
    expect(found.opened).toEqual([opened, brief]);
    expect(found.closed).toEqual([brief, closed]);
  });
});
