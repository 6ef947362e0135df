import type { Config } from '../../../../src/infra/config/config.js';
import type { CallJournal } from '../../../../src/infra/exchange/client/call-journal.js';
import { EnquiryApi } from '../../../../src/infra/exchange/api/enquiry-api.js';

it('The rows of a long list are those that were read while it was parsed', async () => {
  const first = [{}];
  const read = [{ orderNumber: '700001' }, null];
  const journal: Pick<CallJournal, 'read'> = {
    read: ({ readRow }) =>
      Promise.resolve({
        id: 'call_1',
        startedAt: 10,
        answeredAt: 20,
        reply: { kind: 'Reply', status: 200, body: '' },
        body: { data: first },
        long: readRow === undefined ? null : { first, read },
        outcome: { class: 'Acknowledged', message: 'ok', data: first },
      }),
  };
  const api = new EnquiryApi(journal as CallJournal, { brokerCode: 'MRNA' } as Config);
  const answer = await api.broker('MRNA', { lane: 'reconcile' });
  expect(answer).toMatchObject({ rows: read.slice(0, 1), odd: 1 });
});
