import { fastify } from 'fastify';
import { Readable } from 'node:stream';
import {
  maskedAccount,
  maskedName,
  namesClient,
  withMaskedClients,
} from '../../../src/infra/auth/client-mask.js';
import {
  maskClients,
  MASKS_CLIENTS,
  NO_CLIENTS,
  SHOWS_CLIENT,
} from '../../../src/infra/auth/client-masking.js';
import { API_SCHEMAS } from '../../../src/api-schemas.js';

const CLIENT = { accountNumber: 'C0014321', clientName: 'Ada Obi' };
const MASKED = { accountNumber: '••••4321', clientName: 'A•• O••' };

describe('Whoever may not see clients', () => {
  it.each([
    ['Ada Obi', 'A•• O••'],
    ['  Chinedu  & Sons Ltd ', 'C•• &•• S•• L••'],
    ['Ọlá', 'Ọ••'],
    ['', ''],
  ])('sees %j as %j', (name, masked) => {
    expect(maskedName(name)).toBe(masked);
  });

  it.each([
    ['C0014321', '••••4321'],
    ['C001', '••••01'],
    ['7', '••••'],
    ['', '••••'],
  ])('sees the account %j as %j', (account, masked) => {
    expect(maskedAccount(account)).toBe(masked);
  });

  it('sees clients masked wherever they stand, and the rest as it is', () => {
    const digest = 'a'.repeat(64);
    const id = 'req_01M7W9V1GHGDXV473P1P44ZYCB';
    const answer = {
      data: [{ id: 'ord_1', clientOrderId: 'c-1', units: '5', ...CLIENT, gone: null }],
      accounts: ['C0014321', 'C0000099'],
      holder: { first: 'Ada Obi', account: 14_321 },
      body: { client: digest, sameAccount: 1, numberOfShareholders: 3 },
      href: '/v1/orders?side=BUY&accountNumber=C0014321',
      raw: { Shareholder: 'C0014321', Remark: 'of Ada Obi' },
      calls: [{ request: '{"clientName":"Ada Obi"}', reply: null }, { request: id }],
    };
    expect(withMaskedClients(answer)).toEqual({
      data: [{ id: 'ord_1', clientOrderId: 'c-1', units: '5', ...MASKED, gone: null }],
      accounts: ['••••4321', '••••0099'],
      holder: { first: 'A•• O••', account: '••••21' },
      body: { client: digest, sameAccount: 1, numberOfShareholders: 3 },
      href: '/v1/orders?side=BUY&accountNumber=••••',
      raw: {},
      calls: [{ request: '••••', reply: null }, { request: id }],
    });
  });

  it('sees no word of the exchange among the differences of its replies', () => {
    const difference = (deviation: string): unknown => withMaskedClients({ deviation });
    expect(difference('Status: the word "Held for "Ada" Obi"')).toEqual({
      deviation: 'Status: the word "••••"',
    });
    expect(difference('data.Status: missing')).toEqual({ deviation: 'data.Status: missing' });
  });

  it('sees no word of the exchange in its records but those of its document', () => {
    const shown = (status: string): unknown => withMaskedClients({ status, raw: {} });
    expect(shown('Held for Ada Obi')).toEqual({ status: '••••', raw: {} });
    for (const status of ['Open', 'CANCELLED', ' posted'])
      expect(shown(status)).toEqual({ status, raw: {} });
    expect(withMaskedClients({ status: 'Resolved' })).toEqual({ status: 'Resolved' });
  });

  it('sees no hash of what is masked, with which guesses could be compared', () => {
    const hash = 'b'.repeat(64);
    const view = {
      tradingDate: '2026-11-20',
      reportHash: hash,
      certificate: { hash, previousHash: hash },
    };
    const adopt = { payload: { resolution: 'adopt', terms: CLIENT }, payloadHash: hash };
    const entry = {
      type: 'BREAK_RESOLVED',
      hash,
      body: { resolution: 'adopt', payloadHash: hash },
    };
    const others = [
      { payload: { resolution: 'close' }, payloadHash: hash },
      { version: 2, words: {}, payloadHash: hash },
    ];
    expect(withMaskedClients([view, adopt, entry, ...others])).toEqual([
      {
        tradingDate: '2026-11-20',
        reportHash: '••••',
        certificate: { hash: '••••', previousHash: '••••' },
      },
      { payload: { resolution: 'adopt', terms: MASKED }, payloadHash: '••••' },
      { type: 'BREAK_RESOLVED', hash: '••••', body: { resolution: 'adopt', payloadHash: '••••' } },
      ...others,
    ]);
    expect(withMaskedClients({ resolution: 'adopt', payloadHash: null })).toEqual({
      resolution: 'adopt',
      payloadHash: null,
    });
  });

  it('has every field of the API masked that could name a client', () => {
    const names = new Set(
      JSON.stringify(API_SCHEMAS).match(
        /(?<=")(?=[a-z])[a-z]*(account|client|holder|Account|Client|Holder)\w*(?=":)/g,
      ),
    );
    expect([...names].filter(namesClient).sort()).toEqual([
      'accountNumber', 'accounts', 'client', 'clientName', 'masksClients',
    ]); // prettier-ignore
  });

  it('gets no answer of a new route unmasked, and no text that nobody has looked through', async () => {
    const server = fastify();
    maskClients(server);
    server.addHook('onRequest', (request, _reply, done) => {
      request.masksClients = request.headers['x-masked'] === 'yes';
      done();
    });
    const text = JSON.stringify(CLIENT);
    server.get('/object', (_request, reply) => reply.send(CLIENT));
    server.get('/json', (_request, reply) =>
      reply.type('application/json').send(Buffer.from(text)),
    );
    server.get('/text', (_request, reply) => reply.type('text/csv').send(text));
    server.get('/file', (_request, reply) => reply.send(Readable.from([text])));
    server.get('/looked-through', { config: NO_CLIENTS }, (_request, reply) =>
      reply.type('text/csv').send('1'),
    );
    // As spaced: whoever reads and writes it again would change it.
    const masked = '{ "accountNumber": "••••4321" }';
    server.get('/own/:status', { config: MASKS_CLIENTS }, (request, reply) => {
      const isProblem = (request.params as { status: string }).status === '409';
      return isProblem
        ? reply.status(409).type('application/problem+json').send(text)
        : reply.type('application/json').send(masked);
    });
    server.get('/unmask', { config: SHOWS_CLIENT }, (_request, reply) => reply.send(CLIENT));
    const ask = async (url: string, masked: 'yes' | 'no') => {
      const { statusCode, body } = await server.inject({ url, headers: { 'x-masked': masked } });
      return [statusCode, body];
    };
    for (const url of ['/object', '/json']) {
      expect([url, await ask(url, 'yes')]).toEqual([url, [200, JSON.stringify(MASKED)]]);
    }
    for (const url of ['/text', '/file']) {
      expect([url, await ask(url, 'yes')]).toEqual([
        url,
        [403, expect.stringContaining('clients-masked')],
      ]);
    }
    expect(await ask('/looked-through', 'yes')).toEqual([200, '1']);
    expect(await ask('/own/200', 'yes')).toEqual([200, masked]);
    expect(await ask('/own/409', 'yes')).toEqual([409, JSON.stringify(MASKED)]);
    expect(await ask('/unmask', 'yes')).toEqual([200, text]);
    for (const url of ['/object', '/json', '/text', '/file']) {
      expect([url, await ask(url, 'no')]).toEqual([url, [200, text]]);
    }
    await server.close();
  });
});
