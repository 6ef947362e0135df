import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from './clock.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random bytes are drawn in bulk: a system call costs ten times as much as slicing its result. */
const POOL_BYTES = 4_096;
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
 * Unique across instances and restored backups without asking the database.
 */
@Injectable()
export class Ids {
  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  next(prefix: string): string {
    return `${prefix}_${timePart(this.clock.now())}${randomPart(this.random.bytes(10))}`;
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
