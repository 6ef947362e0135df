import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '../problems/problem.js';

/*
 * What a route answers, for the API description. Every success has its schema, by the name that it has there
 * (`scripts/api-types.ts`); the problems that every route can answer are added to the document, so a route names only
 * its own.
 */

/** Response headers that routes set, as the description tells of them. */
const HEADERS = {
  ETag: ['The version of what is answered, for `If-Match`.', '"5"'],
  Location: [
    'The address of what was made, or where a browser goes on.',
    '/v1/orders/ord_01M7W9V1GHGDXV473P1P44ZYCB',
  ],
  'Idempotency-Replayed': ['`true`: the same request was accepted before.', 'true'],
  Age: ['Seconds since the exchange gave the answer.', '2'],
  'Cache-Control': ['How long the answer may be used again, in seconds.', 'private, max-age=5'],
  'Content-Disposition': ['The name of the file.', 'attachment; filename="audit-trail.csv"'],
  'Accept-Ranges': ['A part of it can be asked for by `Range`.', 'bytes'],
  'Content-Range': ['Which bytes these are, and of how many.', 'bytes 0-1048575/4194304'],
  'Clear-Site-Data': ['What a browser is to forget.', '"cache"'],
  'Set-Cookie': ['The cookie of the session.', 'marina_session=…; HttpOnly; SameSite=Strict'],
} as const;

export type AnsweredHeader = keyof typeof HEADERS;

interface Answer {
  readonly description: string;
  /** The name of its schema; left out: no body. */
  readonly schema?: string;
  /** Other than JSON: the types of a text, with an example of it. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The schema of the data of each event of a stream, by its name. */
  readonly events?: string;
  /** The types of a file that is no text. */
  readonly files?: readonly string[];
  readonly headers?: readonly AnsweredHeader[];
}

/** They carry what decorators say to the document, and are not in it. */
export const PROBLEMS_EXTENSION = 'x-problems';
export const ACCESS_EXTENSION = 'x-access';

export function Answers(
  answers: Readonly<Record<number, Answer>>,
  problems: readonly ProblemCode[] = [],
): MethodDecorator {
  const responses = Object.entries(answers).map(([status, answer]) =>
    ApiResponse({ status: Number(status), ...responseOf(answer) }),
  );
  return applyDecorators(...responses, ApiExtension(PROBLEMS_EXTENSION, problems));
}

function responseOf({ description, schema, texts = {}, events, files = [], headers = [] }: Answer) {
  const json = schema === undefined ? {} : { 'application/json': { schema: reference(schema) } };
  const others: [string, object][] = Object.entries(texts).map(([type, example]) => [
    type,
    { schema: { type: 'string' }, ...(events === undefined ? {} : eachEvent(events)), example },
  ]);
  for (const type of files)
    others.push([type, { schema: { type: 'string', format: 'binary' }, example: '…' }]);
  const content = { ...json, ...(Object.fromEntries(others) as Readonly<Record<string, object>>) };
  return {
    description,
    ...(Object.keys(content).length === 0 ? {} : { content }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers.map(headerOf)) }),
  };
}

/** As `itemSchema` of OpenAPI 3.2, which 3.1 does not have. */
function eachEvent(schema: string): object {
  const data = {
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: reference(schema),
  };
  const text = { type: 'string' };
  return {
    'x-itemSchema': {
      type: 'object',
      properties: { id: text, event: text, data },
      required: ['id', 'event', 'data'],
    },
  };
}

export function reference(
  name: string,
  of: 'schemas' | 'responses' = 'schemas',
): { readonly $ref: string } {
  return { $ref: `#/components/${of}/${name}` };
}

function headerOf(name: AnsweredHeader): [string, object] {
  const [description, example] = HEADERS[name];
  return [name, { description, schema: { type: 'string' }, example }];
}
