import { SCOPES, SCOPE_METADATA } from '../../../src/infra/auth/scope.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { Desk } from '../../support/desk.js';

const ROUTES: readonly (readonly [string, string, string])[] = [
  ['GET', '/v1/orders', 'orders:read'],
  ['POST', '/v1/orders', 'orders:write'],
  ['GET', '/v1/orders/ord_x', 'orders:read'],
  ['PATCH', '/v1/orders/ord_x', 'orders:write'],
  ['POST', '/v1/orders/ord_x/cancel', 'orders:write'],
  ['POST', '/v1/orders/ord_x/enquire', 'orders:write'],
  ['GET', '/v1/orders/ord_x/events', 'orders:read'],
  ['GET', '/v1/orders/ord_x/fills', 'orders:read'],
  ['GET', '/v1/orders/ord_x/calls', 'orders:read'],
  ['GET', '/v1/audit/events', 'audit:read'],
  ['POST', '/v1/audit/verifications', 'audit:read'],
  ['GET', '/v1/audit/signed-checkpoints', 'audit:read'],
  ['POST', '/v1/audit/signed-checkpoints', 'audit:read'],
  ['GET', '/v1/audit/proofs?sequence=1', 'audit:export'],
  ['GET', '/v1/reconciliation/runs', 'recon:read'],
  ['POST', '/v1/reconciliation/runs', 'recon:write'],
  ['GET', '/v1/reconciliation/runs/run_x', 'recon:read'],
  ['GET', '/v1/breaks', 'recon:read'],
  ['POST', '/v1/breaks/bulk', 'recon:write'],
  ['GET', '/v1/breaks/brk_x', 'recon:read'],
  ['POST', '/v1/breaks/brk_x/assign', 'recon:write'],
  ['POST', '/v1/breaks/brk_x/comments', 'recon:write'],
  ['POST', '/v1/breaks/brk_x/resolve', 'recon:write'],
  ['POST', '/v1/breaks/brk_x/reopen', 'recon:write'],
  ['POST', '/v1/breaks/brk_x/recheck', 'recon:write'],
  ['GET', '/v1/break-settings', 'recon:read'],
  ['PUT', '/v1/break-settings', 'ops:write'],
  ['GET', '/v1/approvals', 'recon:read'],
  ['GET', '/v1/approvals/apr_x', 'recon:read'],
  ['POST', '/v1/approvals/apr_x/approve', 'recon:approve'],
  ['POST', '/v1/approvals/apr_x/reject', 'recon:approve'],
  ['GET', '/v1/exchange/status-words', 'recon:read'],
  ['GET', '/v1/exchange/status-words/versions', 'recon:read'],
  ['PUT', '/v1/exchange/status-words', 'recon:write'],
  ['POST', '/v1/exchange/status-words/1/approve', 'recon:approve'],
  ['POST', '/v1/exchange/status-words/1/reject', 'recon:approve'],
  ['GET', '/v1/exchange/orders/700001', 'exchange:read'],
  ['GET', '/v1/exchange/brokers/MARINA/orders', 'exchange:read'],
  ['GET', '/v1/exchange/accounts/C0012345/orders', 'exchange:read'],
  ['GET', '/v1/exchange/trades?date=2026-11-20', 'exchange:read'],
  ['GET', '/v1/exchange/calls', 'exchange:read'],
  ['GET', '/v1/trading-days/2026-11-20', 'recon:read'],
  ['GET', '/v1/trading-days/2026-11-20/report', 'recon:read'],
  ['POST', '/v1/trading-days/2026-11-20/sign-offs', 'recon:approve'],
  ['GET', '/v1/trading-calendar', 'ops:read'],
  ['GET', '/v1/trading-calendar/2026-11-20', 'ops:read'],
  ['PUT', '/v1/trading-calendar/2026-11-20', 'ops:write'],
  ['DELETE', '/v1/trading-calendar/2026-11-20', 'ops:write'],
  ['GET', '/v1/order-limits', 'ops:read'],
  ['GET', '/v1/order-terms', 'orders:write'],
  ['PUT', '/v1/order-limits/accounts/C1', 'admin'],
  ['DELETE', '/v1/order-limits/keys/key_x', 'admin'],
  ['GET', '/v1/ops/status', 'ops:read'],
  ['POST', '/v1/ops/pause', 'ops:write'],
  ['POST', '/v1/ops/resume', 'ops:write'],
  ['GET', '/v1/ops/exchange-shapes', 'ops:read'],
  ['GET', '/v1/market/sectors', 'market:read'],
  ['GET', '/v1/market/sectors/Services/companies', 'market:read'],
  ['GET', '/v1/market/companies', 'market:read'],
  ['GET', '/v1/market/companies/SD11PLC', 'market:read'],
  ['GET', '/v1/market/companies/SD11PLC/data', 'market:read'],
  ['GET', '/v1/market/data', 'market:read'],
  ['GET', '/v1/market/order-book/SD11PLC', 'market:read'],
  ['GET', '/v1/market/quotes/SD11PLC', 'market:read'],
  ['GET', '/v1/market/snapshot', 'market:read'],
  ['GET', '/v1/market/snapshot/summary', 'market:read'],
  ['GET', '/v1/market/vwap', 'market:read'],
  ['GET', '/v1/market/corporate-actions', 'market:read'],
  ['GET', '/v1/market/disclosures', 'market:read'],
  ['GET', '/v1/api-keys', 'admin'],
  ['POST', '/v1/api-keys', 'admin'],
  ['PATCH', '/v1/api-keys/key_x', 'admin'],
  ['POST', '/v1/api-keys/key_x/rotate', 'admin'],
  ['DELETE', '/v1/api-keys/key_x', 'admin'],
  ['GET', '/v1/persons', 'admin'],
  ['POST', '/v1/persons', 'admin'],
  ['GET', '/v1/persons/per_x', 'admin'],
  ['PATCH', '/v1/persons/per_x', 'admin'],
];

describe('Access', () => {
  let desk: Desk;
  const keys = new Map<string, string>();

  beforeAll(async () => {
    desk = await Desk.open('sqlite', { env: { API_DOCS: 'on' } });
    for (const scope of SCOPES) {
      const { body } = await desk.call('POST', '/v1/api-keys', {
        body: { name: `only ${scope}`, scopes: [scope] },
      });
      keys.set(scope, String(body['secret']));
    }
  });

  afterAll(() => desk.close());

  it.each(ROUTES)('%s %s needs the scope %s and no other', async (method, path, needed) => {
    for (const [scope, key] of keys) {
      const { status } = await desk.call(method, path, { key });
      if (scope === needed || scope === 'admin') expect(status).not.toBe(403);
      else expect(status).toBe(403);
    }
  });

  it.each(ROUTES)('%s %s is closed without a key, and with a wrong one', async (method, path) => {
    for (const key of [null, 'mk_wrong', `${String(keys.get('admin'))}x`]) {
      const { status, body } = await desk.call(method, path, { key });
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'unauthenticated' });
    }
  });

  it.each(ROUTES)('%s %s refuses a query that it does not know', async (method, path) => {
    const query = `${path.includes('?') ? '&' : '?'}surprise=1`;
    const { status, body } = await desk.call<{ errors?: readonly { field: string }[] }>(
      method,
      `${path}${query}`,
      { key: String(keys.get('admin')) },
    );
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field)).toContain('surprise');
  });

  it('leaves no route without a declared scope', () => {
    const { app } = desk.service;
    const controllers = new DiscoveryService(app.get(ModulesContainer)).getControllers();
    const reflector = app.get(Reflector);
    const open: string[] = [];
    let routes = 0;
    for (const { metatype, instance } of controllers) {
      const type = metatype as (new () => object) | null;
      if (type === null) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) continue;
        routes += 1;
        const scope: unknown = reflector.getAllAndOverride(SCOPE_METADATA, [
          handler as () => unknown,
          type,
        ]);
        if (scope === undefined) open.push(`${type.name}.${name}`);
      }
    }
    expect(routes).toBeGreaterThan(15);
    expect(open).toEqual([]);
  });

  it('shows a secret once, stores none, and ends with the revocation', async () => {
    const made = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'dealer desk', scopes: ['orders:read'] },
    });
    const secret = String(made.body['secret']);
    expect(secret).toMatch(/^mk_[\w-]{43}$/);
    const listed = JSON.stringify((await desk.call('GET', '/v1/api-keys')).body);
    expect(listed).toContain('dealer desk');
    expect(listed).not.toContain(secret);
    expect((await desk.call('GET', '/v1/orders', { key: secret })).status).toBe(200);
    const id = String(made.body['id']);
    expect((await desk.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    expect((await desk.call('GET', '/v1/orders', { key: secret })).status).toBe(401);
  });

  it('refuses a key with an unknown scope, or none', async () => {
    for (const scopes of [[], ['orders:everything'], 'orders:read']) {
      const { status } = await desk.call('POST', '/v1/api-keys', { body: { name: 'x', scopes } });
      expect(status).toBe(400);
    }
  });

  it('leaves health and the description of the API open', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics', '/docs']) {
      expect((await desk.call('GET', path, { key: null })).status).toBe(200);
    }
    const { status, body } = await desk.call('GET', '/openapi.json', { key: null });
    expect(status).toBe(200);
    expect(body['openapi']).toBe('3.1.0');
    expect(Object.keys(body['paths'] as object)).toContain('/v1/orders/{id}/cancel');
  });

  it('accepts a request id from the caller and returns it', async () => {
    const { headers } = await desk.call('GET', '/v1/orders', {
      headers: { 'x-request-id': 'abc-1' },
    });
    expect(headers.get('x-request-id')).toBe('abc-1');
    const odd = await desk.call('GET', '/v1/orders', { headers: { 'x-request-id': 'a b\tc' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['an answer', '/v1/orders', 'admin'],
    ['a page for people', '/docs', 'admin'],
    ['a refusal', '/v1/orders', 'nobody'],
    ['a route that is not there', '/v1/nothing', 'admin'],
    ['a stream', '/v1/stream', 'admin'],
  ])('sends its security headers with %s', async (_name, path, caller) => {
    const ended = new AbortController();
    const response = await fetch(`${desk.service.address}${path}`, {
      headers: { authorization: `Bearer ${keys.get(caller) ?? 'mk_wrong'}` },
      signal: ended.signal,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none';"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/./),
    });
    ended.abort();
  });

  it('ends a stream soon after its key was revoked', async () => {
    const { body } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'listener', scopes: ['orders:read'] },
    });
    const response = await fetch(`${desk.service.address}/v1/stream`, {
      headers: { authorization: `Bearer ${String(body['secret'])}` },
    });
    expect(response.status).toBe(200);
    const whole = response.text();
    await desk.call('DELETE', `/v1/api-keys/${String(body['id'])}`);
    expect(await desk.clock.flow(whole)).toContain(': marina');
  });
});
