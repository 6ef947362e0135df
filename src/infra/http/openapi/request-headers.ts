import { ApiHeader } from '@nestjs/swagger';

/** Request headers that several routes have, for the API description. */

export const IfMatchHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'The `ETag` that the decision rests on: if it has changed since, 412 `version-stale`.',
    example: '"5"',
  });

export const PreferHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'Prefer',
    required: false,
    description:
      '`wait=N`: answer when the exchange has answered, after N seconds at the latest (RFC 7240); 30 at most, 0 by default.',
    example: 'wait=5',
  });

export const IdempotencyKeyHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Beside `clientOrderId`, and as unique: 1 to 255 visible characters. The same request again answers the same order.',
    example: 'a5b1f0c2-7731',
  });

export const RangeHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'Range',
    required: false,
    description:
      'Which bytes (RFC 9110, section 14): one range with a beginning. Others are answered with the whole file.',
    example: 'bytes=1048576-',
  });

export const IfRangeHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Range',
    required: false,
    description: 'The `ETag` of the first part: a file that is no longer the same is sent whole.',
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  });

export const LastEventIdHeader = (): MethodDecorator =>
  ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that was received. Browsers send it by themselves.',
    example: '42',
  });
