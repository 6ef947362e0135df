/** The duration (`TimeInForce`) of an order that ends with its trading day; the only one that the interface names. */
export const DAY_ORDER = 'Day Order (DO)';
