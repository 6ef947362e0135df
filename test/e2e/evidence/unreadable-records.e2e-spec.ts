import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { Desk, type OrderBody } from '../../support/desk.js';

const UNREADABLE = ['no-status', 'null-status', 'no-units', 'null-units'];

let desk: Desk;

const control = () => desk.exchange.exchange.control;

/** An order of 10,000 that another desk cancels at the exchange. */
async function cancelledElsewhere(endedRecords: string): Promise<OrderBody> {
  desk = await Desk.open('sqlite', { simulator: { parameters: { endedRecords } } });
  const { body } = await desk.post({ units: '10000' });
  const order = await desk.until(body.id, ({ status }) => status === 'Open');
  control().cancelExternally(String(order.orderNumber));
  return order;
}

afterEach(() => desk.close());

describe('The record of a closed order', () => {
  it.each(UNREADABLE)(
    'that cannot be read (%s) proves nothing: a break opens within two runs',
    async (way) => {
      const { id } = await cancelledElsewhere(way);
      for (let pass = 0; pass < 2; pass += 1) await desk.reconcile();
      const [told] = await desk.list<{ detail: string }>(`/v1/breaks?open=true&orderId=${id}`);
      expect(told?.detail).toMatch(
        /^the record of 700001 cannot be read: (Status|Quantity) is (""|null)$/,
      );
      const order = await desk.order(id);
      expect(order).toMatchObject({ status: 'Open', evidence: { certain: false }, openBreaks: 1 });
    },
  );

  it('that can be read again makes the order certain and closes the break', async () => {
    const { id } = await cancelledElsewhere('no-status');
    await desk.until(id, ({ evidence }) => !evidence.certain);
    control().setParameters({ endedRecords: 'plain' });
    const ended = await desk.until(id, ({ status }) => status === 'Cancelled');
    expect(ended).toMatchObject({ evidence: { certain: true }, openBreaks: 0 });
  });

  it('is read if its quantity has thousands separators', async () => {
    const { id } = await cancelledElsewhere('grouped');
    const ended = await desk.until(id, ({ status }) => status === 'Cancelled');
    expect(ended).toMatchObject({ units: '10000', evidence: { certain: true }, openBreaks: 0 });
  });

  it('has a test for each way in which the simulator writes it', async () => {
    desk = await Desk.open('sqlite');
    const ways = PARAMETER_TABLE.endedRecords.values.filter((way) => way !== 'plain');
    expect(ways).toEqual([...UNREADABLE, 'grouped']);
  });
});
