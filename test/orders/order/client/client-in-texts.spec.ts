import type { StatusMappings } from '../../../../src/orders/order/order-status.js';
import {
  recordWithoutClient,
  withClient,
  withoutClient,
  wordWithoutClient,
} from '../../../../src/orders/order/client/client-in-texts.js';

const OBI = { accountNumber: 'C0012349', clientName: 'Ada Obi' };

describe('A text of the exchange', () => {
  it.each([
    [
      'Insufficient balance on account C0012349 of Ada Obi',
      'Insufficient balance on account [account] of [client]',
    ],
    ['c0012349: ADA  \t OBI is blocked', '[account]: [client] is blocked'],
    ['Client "ada\u00a0obi", (C0012349).', 'Client "[client]", ([account]).'],
    ['C0012349/Ada\nObi, C0012349', '[account]/[client], [account]'],
    [
      'Account C00123490 and XC0012349 of Ada Obiora',
      'Account C00123490 and XC0012349 of Ada Obiora',
    ],
    ['The price is outside the band', 'The price is outside the band'],
    ['', ''],
  ])('%j says nothing of Ada Obi: %j', (text, expected) => {
    expect(withoutClient(text, OBI)).toBe(expected);
  });

  it.each([
    [
      'an account with separators',
      { accountNumber: 'C-12.9' },
      'C129, c 12/9 and C-12.9',
      '[account], [account] and [account]',
    ],
    [
      'an account between separators',
      { accountNumber: '-C129.' },
      'C129 and -C129.',
      '[account] and -[account].',
    ],
    [
      'a name with signs',
      { clientName: 'A+B (Nig.) $& Co.' },
      'of a+b (nig.) $&  CO.!',
      'of [client]!',
    ],
    [
      'a name with accents',
      { clientName: 'Adé Òbí' },
      `of ${'adé òbí'.normalize('NFD')} and ADÉ ÒBÍ`,
      'of [client] and [client]',
    ],
    ['a name in another script', { clientName: 'أدا أوبي' }, 'for أدا  أوبي', 'for [client]'],
    ['a name of two letters', { clientName: 'Bo' }, 'Bo C0012349', 'Bo [account]'],
    [
      'an account of two digits',
      { accountNumber: '10' },
      '10 units of Ada Obi',
      '10 units of [client]',
    ],
    [
      'an account that begins the name',
      { accountNumber: 'Ada' },
      'Ada Obi has Ada',
      '[client] has [account]',
    ],
    [
      'an account that has the name in it',
      { accountNumber: 'X-Ada', clientName: 'Ada' },
      'X-Ada, Ada',
      '[account], [client]',
    ],
    [
      'names like what replaces them',
      { accountNumber: 'client', clientName: 'account' },
      'client account',
      '[account] [client]',
    ],
  ])('is without %s', (_, changes, text, expected) => {
    expect(withoutClient(text, { ...OBI, ...changes })).toBe(expected);
  });

  it('is for decisions as it was', () => {
    const odd = { accountNumber: 'C-1', clientName: 'Duplicate $& Co' };
    const text = 'Duplicate $& Co has C-1';
    expect(withoutClient(text, odd)).toBe('[client] has [account]');
    expect(withClient(withoutClient(text, odd), odd)).toBe(text);
  });
});

describe('A status word of a record', () => {
  const mappings: StatusMappings = {
    version: 1,
    meanings: new Map([['held for ada obi', 'Open']]),
  };

  it('says nothing of Ada Obi while nobody has explained it', () => {
    expect(wordWithoutClient('Held for ADA OBI', OBI)).toBe('Held for [client]');
    expect(wordWithoutClient('C0012349', OBI, mappings)).toBe('[account]');
    expect(wordWithoutClient('Suspended', OBI)).toBe('Suspended');
  });

  it('stays as it is where people have said what it means, so that it goes on meaning that', () => {
    expect(wordWithoutClient('Held for ADA OBI', OBI, mappings)).toBe('Held for ADA OBI');
  });

  it('keeps its documented meaning for a client who is called like it', () => {
    const open = { accountNumber: 'OPEN', clientName: 'Cancelled' };
    for (const word of ['Open', 'CANCELLED']) expect(wordWithoutClient(word, open)).toBe(word);
  });

  it('is the one that is held when the record is shown again', () => {
    const client = { accountNumber: 'C1', clientName: 'Client' };
    const record = { statusWord: 'Client', units: '5' };
    const first = recordWithoutClient(record, { ...client, exchangeStatus: 'Open' });
    expect(first).toEqual({ statusWord: '[client]', units: '5' });
    const { statusWord: exchangeStatus } = first;
    expect(recordWithoutClient(record, { ...client, exchangeStatus })).toEqual(first);
    expect(recordWithoutClient(first, { ...client, exchangeStatus })).toEqual(first);
  });
});
