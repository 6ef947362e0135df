/*
 * The formats of what callers get of orders and trades. They are texts to the compiler; the API description takes
 * pattern and example from here.
 */

/**
 * A number of units, as a decimal text: digits, no sign, no exponent.
 * @pattern ^\d+(\.\d+)?$
 * @example "1000"
 */
export type Units = string;

/**
 * Naira for one unit, as a decimal text.
 * @pattern ^\d+(\.\d+)?$
 * @example "12.5"
 */
export type Price = string;

/**
 * Naira, as a decimal text; may be negative where it is a difference.
 * @pattern ^-?\d+(\.\d+)?$
 * @example "12500"
 */
export type Money = string;

/**
 * Percent, as a decimal text; may be negative where it is a difference.
 * @pattern ^-?\d+(\.\d+)?$
 * @example "-0.8"
 */
export type Percent = string;

/**
 * The exchange's number of an order. An edit may change it, and another day may use it again.
 * @example "700001"
 */
export type OrderNumber = string;

/**
 * The client's account at the exchange.
 * @example "C0012345"
 */
export type AccountNumber = string;

/**
 * The symbol of a security, in capitals.
 * @example "SD11PLC"
 */
export type Security = string;

/**
 * The exchange's id of an execution.
 * @example "TM000000001"
 */
export type MatchingId = string;
