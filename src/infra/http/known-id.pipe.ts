import { Injectable, type PipeTransform } from '@nestjs/common';
import { problem } from './problem.js';

const ID = /^[A-Za-z0-9_-]{1,60}$/;

/** An id in a path. What cannot be one of ours is as unknown as any other. */
@Injectable()
export class KnownId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!ID.test(value)) throw problem('not-found', 'There is no such thing here.');
    return value;
  }
}
