import { SlidingWindow } from '../../../src/infra/runtime/sliding-window.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe('A window that slides', () => {
  it('lets a key go on when the first of its times is over', () => {
    const clock = new HandClock();
    const window = new SlidingWindow(clock, { max: 2, windowMs: 1_000 });
    expect(window.take('a')).toBeNull();
    clock.pass(400);
    expect(window.take('a')).toBeNull();
    expect(window.take('a')).toBe(600);
    expect(window.take('b')).toBeNull();
    clock.pass(600);
    expect(window.take('a')).toBeNull();
    expect(window.take('a')).toBe(400);
  });

  it('remembers no key of which nothing counts any more', () => {
    const clock = new HandClock();
    const window = new SlidingWindow(clock, { max: 2, windowMs: 1_000 });
    for (let key = 0; key < 100; key += 1) window.take(String(key));
    clock.pass(2_000);
    window.take('another');
    expect(window.size).toBe(1);
  });
});
