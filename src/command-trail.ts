import { existsSync } from 'node:fs';
import { COMMAND_LINE, type Actor } from './infra/audit/actor.js';
import { AuditLog } from './infra/audit/audit-log.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { originOf } from './infra/audit/checkpoints/signing-key.js';
import {
  enter,
  handOver,
  ID_PREFIX,
  type CommandEntry,
  type CommandFact,
} from './infra/audit/command-entries/command-entry.js';
import { isDoubted } from './infra/backup/examination.js';
import { sqlitePath, type Config } from './infra/config/config.js';
import { Database, readWithoutLock } from './infra/database/database.js';
import { ProcessLock } from './infra/database/ownership/process-lock.js';
import { schemaStateOf } from './infra/database/schema-version.js';
import { Clock, instant } from './infra/runtime/clock.js';
import { Ids, Random } from './infra/runtime/ids.js';
import { osUser } from './infra/runtime/os-user.js';
import { SCHEMA } from './schema.js';

type Place = Pick<Config, 'databaseUrl' | 'dataFolder' | 'checkpointDir' | 'checkpointSinks'>;

/**
 * Has the audit trail say what a command has read or copied. On PostgreSQL the command writes the entry. An SQLite file
 * has one writer: there the service does, within a second, or at its next start. What the command has found stands in
 * any case. Answers what is to be said where the entry is not sure; null: nothing is.
 */
export async function leaveEntry(
  place: Place,
  fact: CommandFact,
  clock = new Clock(),
): Promise<string | null> {
  try {
    const trail = await trailOf(place);
    // Without entries there is nothing that anybody could have read.
    if (trail === null) return null;
    const id = new Ids(clock, new Random()).next(ID_PREFIX);
    const body = { ...fact.body, doneAt: instant(clock.now()), osUser: { ...osUser() } };
    return await leave(place, { id, trail, type: fact.type, body }, clock);
  } catch (error) {
    return `The audit trail has no entry of this: ${textOf(error)}`;
  }
}

/** Whoever runs a command that changes something itself: its entries have the id of the command. */
export function commandLine(clock = new Clock()): Actor {
  return {
    ...COMMAND_LINE,
    osUser: osUser(),
    requestId: new Ids(clock, new Random()).next(ID_PREFIX),
  };
}

/** The same, said on standard error. */
export async function noteInTrail(place: Place, fact: CommandFact): Promise<void> {
  const unsure = await leaveEntry(place, fact);
  if (unsure !== null) process.stderr.write(`${unsure}\n`);
}

async function leave(place: Place, entry: CommandEntry, clock: Clock): Promise<string | null> {
  const { databaseUrl, dataFolder } = place;
  const path = sqlitePath(databaseUrl);
  if (path !== null) {
    if (!ProcessLock.wasTaken(path)) throw new Error('no service has worked with this file');
    await handOver(dataFolder, entry);
    return null;
  }
  const why = await write(place, entry, clock).catch(textOf);
  if (why === null) return null;
  // An instance that runs elsewhere looks into another folder.
  if (!existsSync(dataFolder)) throw new Error(why);
  const file = await handOver(dataFolder, entry).catch((error: unknown) => {
    throw new Error(`${why}; ${textOf(error)}`, { cause: error });
  });
  return `The audit trail has no entry of this yet (${why}). The service that works in this folder enters ${file}`;
}

/** Answers why the database is left as it is; null: the entry is committed. */
async function write(place: Place, entry: CommandEntry, clock: Clock): Promise<string | null> {
  const { databaseUrl } = place;
  const unfit = await readWithoutLock(databaseUrl, SCHEMA, async (manager, reading) => {
    const { kind } = await schemaStateOf((sql) => manager.query(sql), SCHEMA);
    if (kind !== 'current' && kind !== 'expanded') return 'its schema is of another release';
    // Until a service has compared it with its checkpoints, each entry would hide what it has forgotten.
    return (await isDoubted(reading, place)) ? 'it is older than its checkpoint' : null;
  });
  if (unfit !== null) return unfit;
  const database = await Database.open(databaseUrl, SCHEMA, clock);
  try {
    const audit = new AuditLog(clock, new AuditTail());
    await database.units.runAlone((unit) => enter(unit, audit, entry));
    return null;
  } finally {
    await database.close();
  }
}

function trailOf({ databaseUrl }: Place): Promise<string | null> {
  return readWithoutLock(databaseUrl, SCHEMA, (_, reading) => originOf({ reading }));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
