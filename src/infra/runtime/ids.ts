import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from './clock.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes are drawn in bulk: a system call costs ten times as much as slicing its result. */
const POOL_BYTES = 4_096;
const RANDOM_BYTES = 10;
let pool = Buffer.alloc(0);

/** The only source of randomness, so that simulated runs are repeatable. */
@Injectable()
export class Random {
  /** Returns each byte only once. */
  bytes(length: number): Buffer {
    if (pool.length < length) pool = randomBytes(Math.max(length, POOL_BYTES));
    const bytes = pool.subarray(0, length);
    pool = pool.subarray(length);
    return bytes;
  }
}

/**
 * Identifiers: `prefix_` and 26 characters that sort by time (48 bits of milliseconds, 80 random bits).
 * Unique across instances and restored backups without asking the database. Within a millisecond the random
 * part is counted up, so that the ids of one process sort in the order in which they were made.
 */
@Injectable()
export class Ids {
  private madeAt = -1;
  private bytes = Buffer.alloc(RANDOM_BYTES);

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  next(prefix: string): string {
    const now = this.clock.now();
    if (now === this.madeAt) countUp(this.bytes);
    else this.bytes = Buffer.from(this.random.bytes(RANDOM_BYTES));
    this.madeAt = now;
    return `${prefix}_${timePart(now)}${randomPart(this.bytes)}`;
  }
}

function timePart(milliseconds: number): string {
  let text = '';
  for (let rest = milliseconds, digit = 0; digit < 10; digit += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** The bytes are one number, its highest digit first. */
function countUp(bytes: Buffer): void {
  for (let place = bytes.length - 1; place >= 0; place -= 1) {
    const digit = (bytes.readUInt8(place) + 1) & 0xff;
    bytes.writeUInt8(digit, place);
    if (digit > 0) return;
  }
}

/** 80 bits become 16 characters of 5 bits each. */
function randomPart(bytes: Buffer): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((buffer >>> bits) & 31);
    }
    buffer &= 0xff;
  }
  return text;
}

/** Tells this process from all others, before it and beside it. */
@Injectable()
export class InstanceId {
  readonly id: string;

  constructor(ids: Ids) {
    this.id = ids.next('ins');
  }
}

const ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether the text has the form of an id with this prefix; whether anything has it is not looked at. */
export function isIdOf(prefix: string, text: string): boolean {
  return ID.exec(text)?.[1] === prefix;
}
