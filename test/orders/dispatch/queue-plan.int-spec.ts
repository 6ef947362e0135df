import { Claims } from '../../support/claims.js';
import { freshDatabase } from '../../support/databases/databases.js';

describe('Looking for requests that are due', () => {
  it('reads the first of an index, however many wait for something: SQLite has no statistics', async () => {
    const claims = await Claims.on(await freshDatabase('sqlite'));
    const { reading } = claims.database;
    const asked = jest.spyOn(reading, 'query');
    await claims.kindsWaiting();
    const [sql = '', values] = asked.mock.calls[0] ?? [];
    asked.mockRestore();
    const steps = await reading.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, values);
    const reads = steps.filter(({ detail }) => detail.includes('order_requests'));
    expect(reads).toHaveLength(6);
    for (const { detail } of reads) {
      expect(detail).toMatch(
        /^SEARCH .* USING INDEX order_requests_due(_again)? \(kind=\? AND due_at<\?\)$/,
      );
    }
    await claims.database.close();
  });
});
