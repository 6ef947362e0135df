import type { Simulator } from '../../simulator/server.js';
import { type Accepted, call } from './dealers.js';

/** Every acknowledged order is there as it was acknowledged, and the audit chain holds. */
export async function expectNothingLost(
  address: string,
  accepted: readonly Accepted[],
): Promise<void> {
  const verdict = await call(address, 'POST', '/v1/audit/verifications');
  expect(verdict.body).toMatchObject({ valid: true, firstBadSequence: null });
  for (const { clientOrderId, id } of accepted) {
    const { body } = await call(address, 'GET', `/v1/orders/${id}`);
    expect(body).toMatchObject({ id, clientOrderId });
  }
}

/** For an exchange that checks no duplicates: whatever is sent twice is there twice. */
export function expectNothingDoubled({ exchange }: Simulator): void {
  const references = exchange.control.orders().map((order) => order.orderRef);
  expect(references.length).toBeGreaterThan(10);
  expect(new Set(references).size).toBe(references.length);
  expect(exchange.control.worstMinute).toBeLessThanOrEqual(100);
}
