import { ReplyText } from '../../../../src/infra/exchange/transport/reply-text.js';

const BLOCK = 65_536;
const LETTERS = 'aÀ€😀'.repeat(20_000);

async function read(bytes: Buffer, packet: number): Promise<{ body: string; bytes?: Buffer }> {
  const text = new ReplyText();
  for (let from = 0; from < bytes.length; from += packet)
    text.write(bytes.subarray(from, from + packet));
  return text.end();
}

describe('The text of a reply', () => {
  it.each([1, 7, BLOCK - 1, BLOCK, 1_000_000])(
    'is the same in packets of %d bytes, wherever they cut a character',
    async (packet) => {
      expect(await read(Buffer.from(LETTERS), packet)).toEqual({ body: LETTERS });
    },
  );

  it.each([0, 1, 2, 3, 4])(
    'is whole where a block ends %d bytes before a character',
    async (gap) => {
      const body = `${'x'.repeat(BLOCK - gap)}😀€Àx`;
      expect(await read(Buffer.from(body), BLOCK)).toEqual({ body });
    },
  );

  it.each([
    ['in the first block', Buffer.concat([Buffer.from([0xff]), Buffer.from(LETTERS)])],
    [
      'after blocks that are text',
      Buffer.concat([Buffer.from(LETTERS), Buffer.from([0xc3, 0x28])]),
    ],
    [
      'half a character at the end',
      Buffer.concat([Buffer.from(LETTERS), Buffer.from([0xf0, 0x9f])]),
    ],
    ['nothing but halves', Buffer.alloc(2 * BLOCK, 0x80)],
  ])('has its bytes beside it when they are no text: %s', async (_where, bytes) => {
    for (const packet of [7, BLOCK, 1_000_000])
      expect(await read(bytes, packet)).toEqual({ body: bytes.toString(), bytes });
  });

  it('of a replacement character that the exchange has sent needs no bytes beside it', async () => {
    expect(await read(Buffer.from('\ufffd'), 1)).toEqual({ body: '\ufffd' });
  });
});
