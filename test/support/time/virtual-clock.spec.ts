import { VirtualClock } from './virtual-clock.js';

describe('The virtual clock', () => {
  it('passes though a test that failed has left another one driven', async () => {
    const left = new VirtualClock();
    left.every(100, () => undefined);
    void left.flow(new Promise(() => undefined));
    const clock = new VirtualClock();
    const began = clock.world;
    await clock.pass(1_000);
    expect(clock.world).toBe(began + 1_000);
    const stopped = left.world;
    await clock.pass(1_000);
    expect(left.world).toBe(stopped);
  });
});
