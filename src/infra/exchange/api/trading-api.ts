import type { Outcome } from '../transport/outcome.js';
import { POST_ACKNOWLEDGEMENT } from '../schema/records.js';
import { decodeRecord } from '../schema/wire-schema.js';
import { field, isRecord } from '../schema/wire.js';

/**
 * Endpoints 5 to 7, the only calls that can trade: their bodies and acknowledgements. Only
 * `orders/dispatch` may import this file, and `conformance`, which uses a test key. The oddities of the
 * wire stay here: a post sends units and price as strings, an edit sends them as numbers, and order
 * numbers are always sent as strings.
 */
export interface PostTerms {
  readonly side: string;
  readonly security: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly brokerCode: string;
  readonly units: string;
  readonly price: string;
  readonly clientName: string;
  readonly orderRef: string;
}

/** Section "5. Post an order": all fields required and all strings. */
export function postBody(terms: PostTerms): string {
  return JSON.stringify({
    orderType: terms.side,
    security: terms.security,
    timeInForce: terms.timeInForce,
    accountNumber: terms.accountNumber,
    brokerCode: terms.brokerCode,
    units: terms.units,
    price: terms.price,
    clientName: terms.clientName,
    orderRef: terms.orderRef,
  });
}

export interface EditTerms {
  readonly orderNumber: string;
  readonly brokerCode: string;
  readonly units: string;
  readonly price: string;
}

/**
 * Section "6. Edit an order". Decimals are written digit by digit without going through a float. Orders
 * with decimals that the exchange's double could not represent exactly are rejected earlier.
 */
export function editBody(terms: EditTerms): string {
  const text = JSON.stringify({ orderNumber: terms.orderNumber, brokerCode: terms.brokerCode });
  return `${text.slice(0, -1)},"units":${numberToken(terms.units)},"price":${numberToken(terms.price)}}`;
}

/** Section "7. Cancel an order". */
export function cancelBody(orderNumber: string): string {
  return JSON.stringify({ orderNumber });
}

function numberToken(decimal: string): string {
  if (!/^(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) throw new Error(`${decimal} is not a plain decimal`);
  return decimal;
}

/** Section "Order records": an acknowledgement. Missing and unreadable fields are null. */
export interface Acknowledgement {
  readonly orderNumber: string | null;
  /** `OrderNo` is present but is not an order number. */
  readonly numberUnreadable: boolean;
  readonly statusWord: string | null;
  readonly message: string | null;
  readonly orderRef: string | null;
}

const NOTHING_SAID: Acknowledgement = {
  orderNumber: null,
  numberUnreadable: false,
  statusWord: null,
  message: null,
  orderRef: null,
};

export function acknowledgementOf(outcome: Outcome): Acknowledgement {
  const { data } = outcome;
  if (!isRecord(data)) return NOTHING_SAID;
  const { status, ...acknowledged } = decodeRecord(POST_ACKNOWLEDGEMENT, data).fields;
  const given = field(data, 'OrderNo') ?? null;
  const numberUnreadable = acknowledged.orderNumber === null && given !== null;
  return { ...acknowledged, numberUnreadable, statusWord: status };
}
