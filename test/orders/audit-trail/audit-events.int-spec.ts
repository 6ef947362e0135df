import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../src/infra/database/database.js';
import {
  AuditEvents,
  AuditEventsHandler,
  type AuditFilters,
} from '../../../src/orders/audit-trail/audit-events.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';

const DESK: Actor = { name: 'key:front end', keyId: 'key_1' };

describe.each(ENGINES)('the audit trail on %s', (engine: Engine) => {
  let database: Database;
  let log: AuditLog;

  beforeEach(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    log = new AuditLog(new HandClock(), new AuditTail());
  });

  afterEach(() => database.close());

  function append(actor: Actor, type: string): Promise<void> {
    return database.units.run((unit) => log.append(unit, 'desk', actor, [{ type, body: {} }]));
  }

  async function typesOf(filters: AuditFilters): Promise<readonly string[]> {
    const events = new AuditEventsHandler(database);
    const { data } = await events.execute(new AuditEvents(filters, 50, null));
    return data.map(({ type }) => type);
  }

  it('is searched by the person whom a caller acted for', async () => {
    await append({ ...DESK, onBehalfOf: 'Ngozi' }, 'ONE');
    await append(DESK, 'TWO');
    await append({ ...DESK, onBehalfOf: 'Bola' }, 'THREE');
    expect(await typesOf({ onBehalfOf: 'Ngozi' })).toEqual(['ONE']);
    expect(await typesOf({ onBehalfOf: 'Bola' })).toEqual(['THREE']);
    expect(await typesOf({ onBehalfOf: 'Ada' })).toEqual([]);
  });
});
