/**
 * Named points at which a test can kill or freeze the process, to show that a crash there does no harm.
 * They do nothing unless `MARINA_FAULT_POINT` names one, which the configuration rejects with
 * `MARINA_ENV=live`. The text of each says what may have happened by then.
 */
export const FAULT_POINTS = {
  'migration-half-way': 'some statements of a migration have run, none is committed',
  'order-before-commit': 'an order is written and not committed; its caller has no answer',
  'order-after-commit': 'an order is durable; its caller has no answer',
  'claim-before-commit':
    'a request is claimed and its call journalled, not committed; nothing is sent',
  'claim-after-commit': 'the claim is durable, so the slot is held; nothing is sent',
  'claim-swept': 'one lost claim has its outcome, others may wait for theirs',
  'reply-before-stored': 'the exchange has answered an order, edit or cancel; only memory knows',
  'reply-after-stored': 'the reply is durable; what it means is not recorded',
  'outcome-before-commit': 'the outcome is written and not committed; the reply is durable',
  'outcome-after-commit': 'the outcome is durable; nobody has been told',
  'list-before-booked': "the broker's list is read; none of it is booked",
  'trade-booked': 'the trades of one order are booked, those of others of the same day may not be',
  'checkpoint-half-way': 'the new audit checkpoint is written but has not replaced the old one',
  'order-doubted': 'after a restore: of some unsent requests it is recorded that they may be sent',
  'copy-half-examined': 'the plain copy of a backup is on the disk; its trail is not examined yet',
  'shutdown-half-way': 'nothing is asked any more; calls in flight have no outcome yet',
} as const satisfies Record<string, string>;

export type FaultPointName = keyof typeof FAULT_POINTS;

export interface ArmedFaultPoint {
  readonly name: FaultPointName;
  /** Triggers when the point is passed for the n-th time, counted from 1. */
  readonly passing: number;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

let armed: ArmedFaultPoint | null = null;
let passed = 0;

export function armFaultPoint(point: ArmedFaultPoint | null): void {
  armed = point;
  passed = 0;
}

export function faultPoint(name: FaultPointName): void {
  if (armed?.name !== name) return;
  passed += 1;
  if (passed === armed.passing) process.kill(process.pid, armed.signal);
}

/** Parses `name` or `name:3` (the third pass), with `:stop` at the end to freeze; null for any other text. */
export function readFaultPoint(text: string): ArmedFaultPoint | null {
  const [, found = '', passing = '1', stop] =
    /^([a-z-]+)(?::([1-9]\d{0,5}))?(:stop)?$/.exec(text) ?? [];
  const name = (Object.keys(FAULT_POINTS) as FaultPointName[]).find((known) => known === found);
  if (name === undefined) return null;
  return { name, passing: Number(passing), signal: stop === undefined ? 'SIGKILL' : 'SIGSTOP' };
}
