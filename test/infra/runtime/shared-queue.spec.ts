import { SharedQueue } from '../../../src/infra/runtime/shared-queue.js';

/** Work that the test ends by hand. */
class Work {
  begun = 0;
  private readonly ends: ((result: string) => void)[] = [];

  readonly run = (): Promise<string> => {
    this.begun += 1;
    return new Promise((resolve) => this.ends.push(resolve));
  };

  end(result: string): void {
    this.ends.shift()?.(result);
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('A shared queue', () => {
  it('begins one piece of work after the other', async () => {
    const queue = new SharedQueue();
    const [first, second] = [new Work(), new Work()];
    const answers = [queue.run('a', first.run), queue.run('b', second.run)];
    await settled();
    expect([first.begun, second.begun, queue.length]).toEqual([1, 0, 1]);
    first.end('one');
    await settled();
    expect([second.begun, queue.length]).toEqual([1, 0]);
    second.end('two');
    expect(await Promise.all(answers)).toEqual(['one', 'two']);
  });

  it('gives all who ask before it has begun the same result, and a later one to those who ask later', async () => {
    const queue = new SharedQueue();
    const work = new Work();
    const early = [queue.run('a', work.run), queue.run('a', work.run)];
    await settled();
    const late = [queue.run('a', work.run), queue.run('a', work.run)];
    expect(queue.length).toBe(1);
    work.end('of before');
    await settled();
    work.end('of after');
    expect(await Promise.all([...early, ...late])).toEqual([
      'of before',
      'of before',
      'of after',
      'of after',
    ]);
    expect(work.begun).toBe(2);
  });

  it('goes on after work that has failed', async () => {
    const queue = new SharedQueue();
    const failed = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('b', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
