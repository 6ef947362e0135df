import { EventLoopDelay } from '../../../src/infra/runtime/event-loop-delay.js';

describe('The delay of the event loop', () => {
  it('grows while the loop is held up, although nothing can be measured then', () => {
    let now = 0;
    const delay = new EventLoopDelay({ steady: () => now });
    expect(delay.recentMs()).toBe(0);
    // All in one turn of the loop.
    now = 3_000;
    expect(delay.recentMs()).toBeGreaterThan(2_900);
    now = 7_000;
    expect(delay.recentMs()).toBeGreaterThan(6_900);
  });
});
