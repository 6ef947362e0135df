import type { Schema, Schemas } from '../../infra/http/openapi/examples.js';
import { ENDPOINTS, type EndpointName } from '../../infra/exchange/schema/endpoints.js';
import {
  schemaWithin,
  type Field,
  type RecordSchema,
} from '../../infra/exchange/schema/wire-schema.js';

/*
 * The schemas of answers that show the exchange's records, made from the schemas by which we read these. A field that
 * a reply lacks, or has of another type, is null and named in `odd`.
 */

/** Answers of one record or of a list, by the names that they have in the API description. */
const MARKET_ANSWERS = {
  SectorsAnswer: 'sectors',
  SectorCompaniesAnswer: 'sectors/companies',
  CompaniesAnswer: 'companies/metadata',
  CompanyAnswer: 'company/metadata',
  CompanyDataAnswer: 'company/data',
  CompaniesDataAnswer: 'companies/data',
  OrderBookAnswer: 'market-depth/order-book',
  QuoteAnswer: 'security/quote',
  SnapshotAnswer: 'market-snapshot/daily',
  SnapshotSummaryAnswer: 'market-snapshot/summary',
  VwapAnswer: 'vwap',
  CorporateActionsAnswer: 'corporate-actions',
  DisclosuresAnswer: 'corporate-disclosures',
} as const satisfies Record<string, EndpointName>;

const RECORD_ANSWERS = {
  ExchangeOrderAnswer: 'order/enquiry',
  BrokerOrdersAnswer: 'broker/order/enquiry',
  AccountOrdersAnswer: 'shareholder/enquiry',
  TradesAnswer: 'daily/trades',
} as const satisfies Record<string, EndpointName>;

export type MarketAnswer = keyof typeof MARKET_ANSWERS;
export type RecordAnswer = keyof typeof RECORD_ANSWERS;

const ODD: Schema = {
  type: 'array',
  items: { type: 'string', examples: ['sector'] },
  description:
    'Documented fields that are missing or have another type; absent when there are none.',
};
const AS_OF: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'When the exchange was asked.',
  examples: ['2026-11-20T10:15:30.125Z'],
};
const OTHER: Schema = {
  type: 'object',
  additionalProperties: true,
  description:
    'Fields that the interface does not document, as received; absent when there are none.',
};
const RAW: Schema = {
  type: 'object',
  additionalProperties: true,
  description: 'The record as received; its numbers are texts, so that they keep all their digits.',
  examples: [{ OrderNo: '700001' }],
};
const PAGE: Schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', examples: [50], description: 'The most rows of the page.' },
    nextCursor: {
      type: ['string', 'null'],
      examples: ['Mng1MA'],
      description: 'The `cursor` of the next page; null: this is the last one.',
    },
    hasMore: { type: 'boolean', description: 'Whether another page follows.' },
  },
  required: ['limit', 'nextCursor', 'hasMore'],
  description: 'Where the page stands in its list.',
};
const TOTAL: Schema = { type: 'integer', examples: [120] };

export function exchangeSchemas(): Schemas {
  const market = Object.entries(MARKET_ANSWERS).map(([name, endpoint]) => [
    name,
    marketAnswer(endpoint),
  ]);
  const records = Object.entries(RECORD_ANSWERS).map(([name, endpoint]) => [
    name,
    recordAnswer(endpoint),
  ]);
  return Object.fromEntries([...market, ...records]) as Schemas;
}

function marketAnswer(endpoint: EndpointName): Schema {
  const { record, number } = ENDPOINTS[endpoint];
  const row = recordSchema(record, { other: OTHER });
  const total = {
    ...TOTAL,
    description: 'Rows of the whole list; absent if the exchange does not say.',
  };
  const page = { ...PAGE, properties: { ...PAGE.properties, total } };
  return {
    type: 'object',
    description: `Exchange interface, section ${number}.`,
    properties: {
      data: dataOf(endpoint, row),
      ...(isList(endpoint) ? { page } : {}),
      asOf: AS_OF,
      source: {
        type: 'string',
        enum: ['live', 'cache', 'stale'],
        description: 'stale: older than it should be, because the exchange does not answer.',
      },
      odd: ODD,
    },
    required: ['data', ...(isList(endpoint) ? ['page'] : []), 'asOf', 'source'],
  };
}

function recordAnswer(endpoint: EndpointName): Schema {
  const { record, number } = ENDPOINTS[endpoint];
  const row = recordSchema(record, { odd: ODD }, { raw: RAW });
  const total = { ...TOTAL, description: 'Rows of the whole list.' };
  return {
    type: 'object',
    description: `Exchange interface, section ${number}.`,
    properties: {
      data: dataOf(endpoint, row),
      ...(isList(endpoint) ? { page: PAGE, total } : {}),
      asOf: AS_OF,
      source: { type: 'string', enum: ['live'], description: 'Always asked for anew.' },
      callId: {
        type: 'string',
        description: 'The call in the journal.',
        examples: ['call_01M7W9V1GHGDXV473P1P44ZYCB'],
      },
    },
    required: ['data', ...(isList(endpoint) ? ['page', 'total'] : []), 'asOf', 'source', 'callId'],
  };
}

function dataOf(endpoint: EndpointName, row: Schema): Schema {
  return isList(endpoint)
    ? { type: 'array', items: row, description: 'The records, in our names for their fields.' }
    : { ...row, description: 'The record, in our names for its fields.' };
}

function isList(endpoint: EndpointName): boolean {
  const { envelope } = ENDPOINTS[endpoint];
  return envelope !== 'standard' && envelope !== 'none';
}

function recordSchema(
  record: RecordSchema,
  optional: Readonly<Record<string, Schema>> = {},
  required: Readonly<Record<string, Schema>> = {},
): Schema {
  const fields = Object.fromEntries(
    Object.entries(record).map(([wire, of]) => [of.as, fieldSchema(wire, of)]),
  );
  return {
    type: 'object',
    properties: { ...fields, ...required, ...optional },
    required: [...Object.keys(fields), ...Object.keys(required)],
  };
}

function fieldSchema(wire: string, of: Field): Schema {
  const description = `\`${wire}\` of the exchange; null: missing, or of another type.`;
  const within = schemaWithin(of);
  switch (of.kind) {
    case 'count':
      return { type: ['integer', 'null'], description, examples: [1] };
    case 'boolean':
      return { type: ['boolean', 'null'], description, examples: [true] };
    case 'value':
      return { description, examples: ['1:2'] };
    case 'list':
      return {
        type: ['array', 'null'],
        items: within === null ? {} : recordSchema(within),
        description,
        ...(within === null ? { examples: [[]] } : {}),
      };
    case 'object':
      return {
        ...(within === null ? {} : recordSchema(within)),
        type: ['object', 'null'],
        description,
      };
    case 'number':
    case 'quantity':
    case 'decimalText':
      return { type: ['string', 'null'], description, examples: ['12.5'] };
    case 'text':
    case 'filledText':
    case 'identifier':
    case 'orderNumber':
      return { type: ['string', 'null'], description, examples: ['…'] };
  }
}
