import { readFileSync } from 'node:fs';
import { CANARIES } from './canaries.js';

/** `npm run simulate -- --canaries` plants each and runs seeds until it is caught. */
describe('A planted error', () => {
  it.each(CANARIES)('$name has one place to be planted in', ({ file, find, replace }) => {
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });

  it('has a name of its own, and there are 15 or more', () => {
    expect(new Set(CANARIES.map(({ name }) => name)).size).toBe(CANARIES.length);
    expect(CANARIES.length).toBeGreaterThanOrEqual(15);
  });
});
