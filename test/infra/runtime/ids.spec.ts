import type { Clock } from '../../../src/infra/runtime/clock.js';
import { Ids, Random } from '../../../src/infra/runtime/ids.js';

function idsAt(now: number, bytes: (length: number) => Buffer): Ids {
  const clock: Pick<Clock, 'now'> = { now: () => now };
  const random: Pick<Random, 'bytes'> = { bytes };
  return new Ids(clock as Clock, random);
}

const filled = (byte: number) => (length: number) => Buffer.alloc(length, byte);

describe('An id', () => {
  it.each([
    [0, 0x00, 'ord_00000000000000000000000000'],
    [0, 0xff, 'ord_0000000000ZZZZZZZZZZZZZZZZ'],
    [1, 0x00, 'ord_00000000010000000000000000'],
    [31, 0x00, 'ord_000000000Z0000000000000000'],
    [32, 0x00, 'ord_00000000100000000000000000'],
    [281_474_976_710_655, 0x00, 'ord_7ZZZZZZZZZ0000000000000000'],
  ])('at %d with random bytes %d is %s', (now, byte, id) => {
    expect(idsAt(now, filled(byte)).next('ord')).toBe(id);
  });

  it('spends all eighty random bits, each on a place of its own', () => {
    const ids = new Set<string>();
    for (let bit = 0; bit < 80; bit += 1) {
      const bytes = (): Buffer => {
        const buffer = Buffer.alloc(10);
        buffer.writeUInt8(1 << (bit % 8), Math.floor(bit / 8));
        return buffer;
      };
      ids.add(idsAt(0, bytes).next('x'));
    }
    expect(ids.size).toBe(80);
  });

  it('sorts by the time it was made, whatever its random part', () => {
    const times = [0, 1, 31, 32, 1_795_172_400_000, 1_795_172_400_001, 1_795_172_460_000];
    const ids = times.map((time, index) =>
      idsAt(time, filled(index % 2 === 0 ? 0xff : 0)).next('ord'),
    );
    expect([...ids].sort()).toEqual(ids);
  });

  it.each([0x00, 0xfe, 0xff])(
    'sorts after those that were made before it in the same millisecond, after random bytes %d',
    (byte) => {
      const bytes = (length: number): Buffer => Buffer.alloc(length, byte).fill(0, 0, 1);
      const ids = idsAt(1_795_172_400_000, bytes);
      const made = Array.from({ length: 600 }, () => ids.next('fil'));
      expect([...made].sort()).toEqual(made);
    },
  );

  it('has a prefix and 26 characters that cannot be mistaken for each other', () => {
    const random = new Random();
    const ids = idsAt(1_795_172_400_000, (length) => random.bytes(length));
    for (let count = 0; count < 200; count += 1) {
      expect(ids.next('req')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    }
  });

  it('is never made twice, not even in one millisecond', () => {
    const random = new Random();
    const ids = idsAt(1_795_172_400_000, (length) => random.bytes(length));
    const made = new Set(Array.from({ length: 20_000 }, () => ids.next('ord')));
    expect(made.size).toBe(20_000);
  });

  it.each([0, 1, 16, 4_096, 10_000])('can have %d random bytes', (length) => {
    expect(new Random().bytes(length)).toHaveLength(length);
  });
});
