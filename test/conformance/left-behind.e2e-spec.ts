import { farFrom } from '../../src/conformance/probes/refusal-probe.js';
import { Kit } from './kit.js';

let kit: Kit;

afterEach(() => kit.close());

const open = async (): Promise<Kit> => (kit = await Kit.open());

describe('An interruption', () => {
  it.each(['Posting what should be refused', 'Crossing our own orders', 'Cancelling the order'])(
    'leaves nothing at the exchange: %s',
    async (moment) => {
      await open();
      const interruption = new AbortController();
      const { code, report } = await kit.run({}, interruption.signal, (line) => {
        if (line === moment) interruption.abort();
      });
      expect(code).toBe(1);
      expect(report.endedEarly).toBe('it was interrupted');
      expect(report.mayStillBeWorking).toEqual([]);
      expect(kit.working).toEqual([]);
      expect(report.answers.orderRefEchoed?.value).toBe('yes');
    },
  );
});

describe('A bug of the program itself', () => {
  it('ends the probes, and posted orders are cancelled', async () => {
    await open();
    const { code, report } = await kit.run({}, undefined, (line) => {
      if (line === 'Crossing our own orders') throw new Error('a bug');
    });
    expect(code).toBe(1);
    expect(report.endedEarly).toBe('the program failed: a bug');
    expect(report.posted.length).toBeGreaterThan(0);
    expect(kit.working).toEqual([]);
    expect(report.mayStillBeWorking).toEqual([]);
  });
});

describe('An exchange that fails during the run', () => {
  it('leaves a list of all orders that may still be working', async () => {
    await open();
    const { code, report } = await kit.run({}, undefined, (line) => {
      if (line === 'Crossing our own orders') {
        kit.control.queueFault({ endpoint: '*', fault: 'resetBefore', times: 0 });
      }
    });
    expect(code).toBe(1);
    expect(report.endedEarly).toContain('did not answer');
    expect(working().length).toBeGreaterThan(0);
    expect(told(report.mayStillBeWorking)).toEqual(expect.arrayContaining([...working()]));
  });

  it('lists an unanswered post by its reference, whether it was made or not', async () => {
    await open();
    const { report } = await kit.run({}, undefined, (line) => {
      if (line === 'Crossing our own orders') {
        kit.control.queueFault({ endpoint: 'order/post', fault: 'resetAfter' });
      }
    });
    expect(kit.working).toHaveLength(1);
    expect(report.mayStillBeWorking).toMatchObject([
      { orderRef: kit.working[0]?.orderRef, orderNumbers: [] },
    ]);
  });

  it('does not list a post that the account’s list proves never arrived', async () => {
    await open();
    const { report } = await kit.run({}, undefined, (line) => {
      if (line === 'Crossing our own orders') {
        kit.control.queueFault({ endpoint: 'order/post', fault: 'resetBefore' });
      }
    });
    expect(report.posted.map(({ fate }) => fate)).not.toContain('Sent');
    expect(report.mayStillBeWorking).toEqual([]);
    expect(kit.working).toEqual([]);
  });
});

describe('Somebody else’s order', () => {
  it.each([
    ['was on our list before', 'MARINA', []],
    ['is shown as another by an enquiry', 'ATLB', ['order/enquiry']],
  ])('is never touched when a reply names it and it %s', async (_, brokerCode, asked) => {
    await open();
    const other = kit.control.placeExternal({
      side: 'BUY',
      security: 'SDZARFOOD',
      units: 500,
      price: 55,
      accountNumber: 'C0099999',
      brokerCode,
    });
    const fault = 'otherOrderNumber';
    kit.control.queueFault({ endpoint: 'order/post', fault, orderNumber: other.orderNumber });
    const { code, report } = await kit.run();
    expect(code).toBe(1);
    const untouched = { status: 'Working', amended: false };
    expect(kit.control.order(other.orderNumber)).toMatchObject(untouched);
    const named = kit.control.calls().filter((call) => call.orderNumber === other.orderNumber);
    expect([...new Set(named.map(({ endpoint }) => endpoint))]).toEqual(asked);
    expect(report.mayStillBeWorking).toMatchObject([{ orderRef: kit.working[0]?.orderRef }]);
    expect(kit.working).toHaveLength(1);
  });
});

describe('A number that nobody should have', () => {
  const html = '<html>Bad gateway</html>';

  it.each([
    ['no reply', { fault: 'resetBefore' }, 'unknown'],
    ['a server error', { fault: 'error500Before' }, 'server-error'],
    ['a body that is not documented', { fault: 'status', status: 404, body: html }, 'undocumented'],
    ['another refusal of the call', { fault: '403' }, 'unknown'],
  ] as const)('is neither edited nor cancelled after %s', async (_, fault, form) => {
    await open();
    let number = '';
    const { report } = await kit.run({}, undefined, (line) => {
      if (line !== 'Posting what should be refused') return;
      number = farFrom(kit.working[0]?.orderNumber ?? '');
      kit.control.queueFault({ endpoint: 'order/enquiry', bodyContains: number, ...fault });
    });
    const named = kit.control.calls().filter((call) => call.body.includes(`"${number}"`));
    expect(named.map(({ endpoint }) => endpoint)).toEqual(['order/enquiry']);
    expect(report.answers.unknownOrderEnquiry?.value).toBe(form);
    expect(report.answers.unknownOrderEdit?.value).toBe('unknown');
    expect(report.answers.unknownOrderCancel?.value).toBe('unknown');
    expect(kit.working).toEqual([]);
  });
});

type Told = readonly { readonly orderNumbers: readonly string[] }[];

function told(leftovers: Told): readonly string[] {
  return leftovers.flatMap(({ orderNumbers }) => orderNumbers).sort();
}

function working(): readonly string[] {
  return kit.working.map(({ orderNumber }) => orderNumber).sort();
}
