import type { Desk } from './desk.js';

const SCOPES = ['recon:read', 'recon:write', 'recon:approve'];
const WHY = { reasonCode: 'ConfirmedByExchange', text: 'by phone', acceptDifferences: true };

/** Two people resolve the only open break of that type of the order: one proposes, the other approves. */
export async function decidedByTwo(
  desk: Desk,
  { orderId, type }: { readonly orderId: string; readonly type: string },
  decision: object,
): Promise<void> {
  const keys: string[] = [];
  for (const name of ['ada', 'bola']) {
    const made = { body: { name, scopes: SCOPES } };
    keys.push((await desk.call<{ secret: string }>('POST', '/v1/api-keys', made)).body.secret);
  }
  const [proposer = '', approver = ''] = keys;
  const told = await desk.openBreak<{ id: string }>(`orderId=${orderId}&type=${type}`);
  const { status, body } = await desk.call<{ approvals: { id: string }[] }>(
    'POST',
    `/v1/breaks/${told.id}/resolve`,
    { body: { ...WHY, ...decision }, key: proposer },
  );
  expect([status, body]).toEqual([202, expect.anything()]);
  const approval = String(body.approvals.at(-1)?.id);
  const { status: done } = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
    key: approver,
  });
  expect(done).toBe(200);
}
