import { createServer } from 'node:net';
import { once } from 'node:events';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { readWithoutLock } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { ENGINES_OF_BEHAVIOUR, readyDatabase } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

interface Entry {
  readonly type: string;
  readonly sequence: number;
  readonly cause: number | null;
  readonly explanation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const OF_SERVICE = '/v1/audit/events?type=SERVICE_STARTED,SERVICE_STOPPED';

describe.each(ENGINES_OF_BEHAVIOUR)('A service on %s', (engine) => {
  it('is in the trail from its start to its stop, with nothing after that', async () => {
    const desk = await Desk.open(engine);
    const { exchange, config, clock } = desk;
    const [started] = await desk.list<Entry>(OF_SERVICE);
    expect(started).toMatchObject({ body: { lastStop: null, environment: 'test' } });
    expect(started!.explanation).toContain(String(started!.body['version']));
    await desk.stop();

    const again = await Desk.open(engine, { exchange, clock, databaseUrl: config.databaseUrl });
    const [, stopped, restarted] = await again.list<Entry>(OF_SERVICE);
    const { instance } = started!.body;
    expect(stopped).toMatchObject({
      cause: started!.sequence,
      body: { instance, reason: 'asked' },
    });
    expect(restarted).toMatchObject({
      sequence: stopped!.sequence + 1,
      body: { lastStart: started!.sequence, lastStop: 'recorded' },
    });
    expect(restarted!.body['instance']).not.toBe(instance);
    const verified = await again.call('POST', '/v1/audit/verifications');
    expect(verified.body).toMatchObject({ valid: true });
    await again.close();
  });

  it('whose start comes to nothing says so', async () => {
    const databaseUrl = await readyDatabase(engine);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const opened = Desk.open(engine, { databaseUrl, env: { PORT: String(port) } });
    await expect(opened).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
    const entries = await readWithoutLock(databaseUrl, SCHEMA, (manager) =>
      manager.find(AuditEntryRow, { order: { sequence: 'ASC' } }),
    );
    expect(entries.slice(-2)).toMatchObject([
      { type: 'SERVICE_STARTED' },
      { type: 'SERVICE_STOPPED', body: expect.stringContaining('start-failed') },
    ]);
  });
});
