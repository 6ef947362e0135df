import {
  RESOLUTIONS,
  newDecision,
  type Decision,
  type Resolution,
} from '../../../src/orders/breaks/resolution.js';

const WORDS = 'the exchange said so on the telephone';
export const NAMES = Object.keys(RESOLUTIONS) as Resolution[];

export function decision(resolution: Resolution, changes: Partial<Decision> = {}): Decision {
  return {
    ...newDecision({ resolution, reasonCode: 'ConfirmedByExchange', text: WORDS }),
    ...changes,
  };
}

export const TERMS = {
  accountNumber: 'CDS-1',
  clientName: 'Ada Obi',
  price: '12.5',
  timeInForce: 'Day Order (DO)',
};
export const SHOWN = { side: 'BUY', security: 'SD11PLC', units: '100', statusWord: 'Open' };

/** With the fields that it needs. */
export function fitting(resolution: Resolution): Decision {
  return decision(resolution, {
    orderNumber: resolution === 'link-number' ? '7' : null,
    orderId: resolution === 'link' ? 'ord_1' : null,
    terms: resolution === 'adopt' ? TERMS : null,
  });
}
