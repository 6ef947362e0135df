import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { readConfig } from '../../../../src/infra/config/config.js';
import { ExchangeTransport } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { selfSigned } from '../../../support/administration/tls-proxy.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe('An exchange whose certificate nobody has signed', () => {
  it('is sent nothing, and the reply says so', async () => {
    let received = 0;
    const server = createServer(selfSigned(), (socket) => {
      socket.on('data', (bytes: Buffer) => (received += bytes.length)).on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const config = readConfig({
      EXCHANGE_BASE_URL: `https://localhost:${port}`,
      EXCHANGE_API_KEYS: 'sk_test_a',
      BROKER_CODE: 'MRNA',
    });
    const transport = new ExchangeTransport(config, new HandClock());
    const { reply } = await transport.askWithoutKey('/v2/vendor/market/sectors');
    expect(reply).toEqual({
      kind: 'NotSent',
      failure: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    });
    expect(received).toBe(0);
    await transport.close();
    server.close();
  });
});
