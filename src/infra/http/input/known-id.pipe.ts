import { Injectable, type PipeTransform } from '@nestjs/common';
import { problem } from '../problems/problem.js';

const ID = /^[A-Za-z0-9_-]{1,60}$/;

/** An id in a path. A malformed id gets the same 404 as an unknown one. */
@Injectable()
export class KnownId implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!ID.test(value)) throw problem('not-found', 'Nothing has this id.');
    return value;
  }
}
