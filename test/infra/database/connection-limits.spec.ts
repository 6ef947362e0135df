import { dataSourceOptions } from '../../../src/infra/database/data-source-options.js';

describe('The limits of a connection to PostgreSQL', () => {
  const { extra } = dataSourceOptions('postgres://marina@127.0.0.1/marina', {
    entities: [],
    migrations: [],
  }) as { extra: Readonly<Record<string, number>> };

  it('let no statement and no connection wait longer than 12 seconds for a server that died without a word', () => {
    expect(extra['query_timeout']).toBeLessThanOrEqual(12_000);
    expect(extra['connectionTimeoutMillis']).toBeLessThanOrEqual(12_000);
  });

  it('are ordered so that the server says why before its silence is given up', () => {
    expect(extra['lock_timeout']).toBeLessThan(Number(extra['statement_timeout']));
    expect(extra['statement_timeout']).toBeLessThan(Number(extra['query_timeout']));
  });
});
