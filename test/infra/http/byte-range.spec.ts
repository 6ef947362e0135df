import { byteRange } from '../../../src/infra/http/byte-range.js';

const FILE = { bytes: 100, etag: '"abc"' };

describe('A range of bytes', () => {
  it.each([
    ['bytes=0-', 0, 99],
    ['bytes=40-', 40, 99],
    ['bytes=40-49', 40, 49],
    ['bytes=99-99', 99, 99],
    ['bytes=40-1000', 40, 99],
    [' bytes=7- ', 7, 99],
  ])('%s is from %d to %d', (range, start, end) => {
    expect(byteRange(range, undefined, FILE)).toEqual({ start, end, whole: false });
  });

  it.each([undefined, '', 'bytes=-10', 'bytes=0-9,20-29', 'bytes=9-5', 'lines=1-2', 'bytes=1e3-'])(
    '%s is answered with the whole file',
    (range) => {
      expect(byteRange(range, undefined, FILE)).toEqual({ start: 0, end: 99, whole: true });
    },
  );

  it('counts only for the file that it was begun with', () => {
    expect(byteRange('bytes=40-', '"abc"', FILE)).toMatchObject({ start: 40 });
    expect(byteRange('bytes=40-', '"other"', FILE)).toMatchObject({ start: 0, whole: true });
  });

  it('that begins after the end does not exist', () => {
    expect(byteRange('bytes=100-', undefined, FILE)).toBeNull();
    expect(byteRange('bytes=0-', undefined, { ...FILE, bytes: 0 })).toBeNull();
  });
});
