import { join } from 'node:path';
import type { LoneUnit } from '../../database/units/unit-of-work.js';
import { isIdOf } from '../../runtime/ids.js';
import { COMMAND_LINE } from '../actor.js';
import { canonicalJson } from '../audit-chain.js';
import { lockTrail, type AuditLog, type Fact } from '../audit-log.js';
import { replaceFile } from '../durable-file.js';

/** What commands that only read leave in the trail, and the stream of each. */
const STREAMS = {
  AUDIT_EXPORTED: 'audit',
  AUDIT_READ: 'audit',
  BACKUP_MADE: 'database',
  ORDERS_COMPARED: 'audit',
  TRAIL_VERIFIED: 'audit',
} as const;

export interface CommandFact {
  readonly type: keyof typeof STREAMS;
  readonly body: Fact['body'];
}

/** The entry of a command. Until a service has put it into the trail it is a file in the data folder. */
export interface CommandEntry extends CommandFact {
  /** Tells it from all others: the `requestId` of the entry. */
  readonly id: string;
  /** The name of the trail that the command has read: several databases can share a data folder. */
  readonly trail: string;
}

export const ID_PREFIX = 'cmd';
const END = '.json';

/** Once, whoever puts it there, and however often. */
export async function enter(unit: LoneUnit, audit: AuditLog, entry: CommandEntry): Promise<void> {
  const { id: requestId, type, body } = entry;
  await lockTrail(unit);
  const known = await unit.query(
    'SELECT 1 FROM audit_entries WHERE request_id = ? AND actor = ? LIMIT 1',
    [requestId, COMMAND_LINE.name],
  );
  if (known.length > 0) return;
  await audit.appendNow(unit, STREAMS[type], { ...COMMAND_LINE, requestId }, { type, body });
}

export function folderIn(dataFolder: string): string {
  return join(dataFolder, 'command-entries');
}

/** Leaves it to the service that has this data folder, which alone may write an SQLite file. Answers where it is. */
export async function handOver(dataFolder: string, entry: CommandEntry): Promise<string> {
  const file = join(folderIn(dataFolder), `${entry.id}${END}`);
  await replaceFile(file, `${JSON.stringify(entry)}\n`, 'partial');
  return file;
}

/** Whether a file in the folder is one of these, and not what a crash has left of one. */
export function isEntryFile(name: string): boolean {
  return name.endsWith(END) && isIdOf(ID_PREFIX, name.slice(0, -END.length));
}

/** Null if it is none that this release knows. */
export function entryIn(text: string): CommandEntry | null {
  try {
    const entry = JSON.parse(text) as Partial<CommandEntry> | null;
    const { id, trail, type, body } = entry ?? {};
    if (typeof id !== 'string' || !isIdOf(ID_PREFIX, id) || typeof trail !== 'string') return null;
    if (typeof type !== 'string' || !Object.hasOwn(STREAMS, type)) return null;
    if (typeof body !== 'object' || body === null) return null;
    canonicalJson(body);
    return { id, trail, type, body };
  } catch {
    return null;
  }
}
