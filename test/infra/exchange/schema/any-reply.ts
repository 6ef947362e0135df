import fc from '../../../support/seeded-fast-check.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';

/** Anything that may come back from a socket: mostly almost correct, because that is what misleads. */
const ORDER_REF = 'TAAAAAAAAAAAAAAAAAAA';

const anyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '\u0000',
    '\ud800',
    '\ufffd',
    'OK',
    'true',
    'x'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

const anyNumberToken = fc.constantFrom(
  '0', '-0', '-1', '1', '700001', '9007199254740993', '9223372036854775807', '1e400', '-1e400',
  '1e-400', '0.1', '700001.0', '7.00001e5', '9'.repeat(400), '1e999999999', '12.10', '00',
); // prettier-ignore

/** JSON text of any value. Numbers are written as tokens, so that they can exceed a double. */
const { anyJson } = fc.letrec<{ anyJson: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom('null', 'true', 'false', '{}', '[]'),
    anyNumberToken,
    anyText.map((text) => JSON.stringify(text)),
  ),
  anyJson: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('anyJson'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.oneof(fieldName(), anyText), tie('anyJson')), { maxLength: 4 })
      .map((members) => objectText(members)),
  ),
}));

function fieldName(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'success', 'message', 'data', 'meta', 'pagination', 'OrderNo', 'Status', 'Message', 'OrderRef',
    'Company', 'OrderType', 'Quantity', 'MatchedQuantity', 'PendingQuantity', 'BasePrice',
    'Broker_Code', 'TradeDate', 'SecurityId', 'Price', 'Volume', 'TradingMatchingId', 'Shareholder',
    '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then',
  ); // prettier-ignore
}

function objectText(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

const RIGHT: readonly (readonly [string, string])[] = [
  ['OrderNo', '700001'], ['Status', '"Posted"'], ['Message', '"ok"'], ['OrderRef', `"${ORDER_REF}"`],
  ['Company', '"SD11PLC"'], ['OrderType', '"BUY"'], ['Quantity', '100'], ['MatchedQuantity', '40'],
  ['PendingQuantity', '60'], ['BasePrice', '12.5'], ['Broker_Code', '"MRNA"'],
  ['TradeDate', '"2026-11-20"'], ['SecurityId', '"SD11PLC"'], ['Price', '12.5'], ['Volume', '40'],
  ['TradingMatchingId', '"M1"'], ['Shareholder', '"CDS-1"'],
]; // prettier-ignore

const anyWord = fc
  .constantFrom(
    'Posted',
    'Amended',
    'Cancelled',
    'Open',
    'Filled',
    'Rejected',
    'posted ',
    'WORKING',
  )
  .map((word) => JSON.stringify(word));

/** A documented record with a few fields missing, changed or strange. */
const anyRecord = fc
  .tuple(
    fc.constantFrom(0, 1, 1, 2, 3),
    fc.infiniteStream(fc.nat({ max: RIGHT.length - 1 })),
    fc.infiniteStream(fc.option(anyJson, { nil: null })),
    fc.option(anyWord, { nil: null }),
  )
  .map(([count, places, values, word]) => {
    const members = new Map(RIGHT);
    if (word !== null) members.set('Status', word);
    for (let change = 0; change < count; change += 1) {
      const [name = ''] = RIGHT[places.next().value ?? 0] ?? [];
      const value = values.next().value ?? null;
      if (value === null) members.delete(name);
      else members.set(name, value);
    }
    return objectText([...members]);
  });

const anyEnvelope = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constant('true') }, fc.constant('false'), anyJson),
    fc.oneof(fc.constant('"ok"'), anyJson),
    fc.oneof(
      { weight: 4, arbitrary: anyRecord },
      {
        weight: 3,
        arbitrary: fc.array(anyRecord, { maxLength: 3 }).map((r) => `[${r.join(',')}]`),
      },
      anyJson,
    ),
  )
  .map(([success, message, data]) =>
    objectText([
      ['success', success],
      ['message', message],
      ['data', data],
    ]),
  );

const anyGarbage = fc.oneof(
  fc.constantFrom(
    '', ' ', '{', '[', '"', 'nul', '<html><body>502 Bad Gateway</body></html>', '\ufeff{}', 'undefined',
    '[' + '['.repeat(20_000), '{"a":'.repeat(20_000), '{"data":'.repeat(500) + '1' + '}'.repeat(500),
    '{"success":true,"success":false,"data":{}}', `{"success":true,"data":{"OrderNo":${'9'.repeat(70_000)}}}`,
  ), // prettier-ignore
  anyText,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
  fc.tuple(anyEnvelope, fc.nat({ max: 200 })).map(([text, length]) => text.slice(0, length)),
);

const anyBody = fc.oneof(
  { weight: 8, arbitrary: anyEnvelope },
  { weight: 1, arbitrary: anyJson },
  { weight: 2, arbitrary: anyGarbage },
);

const anyStatus = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(200, 200, 200, 201) },
  fc.constantFrom(202, 204, 301, 307, 400, 401, 402, 403, 404, 408, 409, 421, 422, 425, 429, 500, 502, 503),
); // prettier-ignore

export const anyReply: fc.Arbitrary<WireReply> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .record({ status: anyStatus, body: anyBody })
      .map((reply) => ({ kind: 'Reply' as const, ...reply })),
  },
  fc.constantFrom<WireReply>(
    { kind: 'NoReply', failure: 'UND_ERR_SOCKET: other side closed' },
    { kind: 'NotSent', failure: 'ECONNREFUSED: nobody there' },
  ),
);
