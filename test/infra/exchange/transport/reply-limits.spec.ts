import { replyBytesMax } from '../../../../src/infra/exchange/transport/reply-limits.js';
import { SHORT_REPLY_BYTES } from '../../../../src/infra/exchange/transport/reply-room.js';
import { ENDPOINT_NAMES } from '../../../../src/infra/exchange/schema/endpoints.js';

const MIB = 1024 * 1024;

describe('A reply may be', () => {
  it('as long as all orders, trades or companies only where the document answers with them', () => {
    const long = ENDPOINT_NAMES.filter((name) => replyBytesMax(name) > 8 * MIB);
    expect(long).toEqual(['broker/order/enquiry', 'daily/trades', 'companies/data']);
  });

  it.each(['order/post', 'order/edit', 'order/cancel'] as const)(
    'so long to %s that it never waits for others',
    (name) => expect(replyBytesMax(name)).toBe(SHORT_REPLY_BYTES),
  );

  it.each([
    ['order/enquiry', 1],
    ['company/data', 1],
    ['shareholder/enquiry', 8],
    ['corporate-disclosures', 8],
    ['daily/trades', 64],
  ] as const)('to %s %d MiB long', (name, mib) => expect(replyBytesMax(name)).toBe(mib * MIB));
});
