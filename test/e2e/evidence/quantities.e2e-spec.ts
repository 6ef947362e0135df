import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { Desk } from '../../support/desk.js';

const CASES = PARAMETER_TABLE.quantityMeans.values.flatMap((quantityMeans) =>
  PARAMETER_TABLE.replacedQuantities.values.map(
    (replacedQuantities) => [quantityMeans, replacedQuantities] as const,
  ),
);

describe('An order that was filled in part', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it.each(CASES)(
    'edited to a new number and cancelled is shown correctly if Quantity is %s and earlier matches are %s',
    async (quantityMeans, replacedQuantities) => {
      const parameters = { quantityMeans, replacedQuantities, editKeepsOrderNumber: 'no' } as const;
      desk = await Desk.open('sqlite', {
        env: { EDIT_UNITS_MEAN: 'total', RECONCILE_INTERVAL_MS: '5000' },
        simulator: { parameters },
      });
      const { control } = desk.exchange.exchange;
      const { body } = await desk.post({ units: '1000' });
      control.fill({ orderNumber: String(body.orderNumber), units: 400, price: 12.5 });
      await desk.until(body.id, (order) => order.matchedUnits === '400');
      await desk.pass(15_000);
      expect(await desk.order(body.id)).toMatchObject({
        status: 'Open',
        units: '1000',
        openBreaks: 0,
      });
      await desk.edit(body.id, { units: '1000', price: '12.6' });
      await desk.pass(15_000);
      const { orderNumber } = await desk.order(body.id);
      expect(orderNumber).not.toBe(body.orderNumber);
      expect(await desk.order(body.id)).toMatchObject({
        units: '1000', matchedUnits: '400', pendingUnits: '600', openBreaks: 0,
      }); // prettier-ignore
      control.fill({ orderNumber: String(orderNumber), units: 200, price: 12.5 });
      await desk.pass(15_000);
      expect(await desk.order(body.id)).toMatchObject({
        status: 'Amended', units: '1000', matchedUnits: '600', pendingUnits: '400', openBreaks: 0,
      }); // prettier-ignore
      await desk.cancel(body.id);
      await desk.pass(15_000);
      expect(await desk.order(body.id)).toMatchObject({
        status: 'Cancelled', units: '1000', matchedUnits: '600', openBreaks: 0,
      }); // prettier-ignore
    },
  );

  it.each(PARAMETER_TABLE.quantityMeans.values)(
    'and cancelled elsewhere is Cancelled if Quantity is %s',
    async (quantityMeans) => {
      desk = await Desk.open('sqlite', {
        env: { RECONCILE_INTERVAL_MS: '5000' },
        simulator: { parameters: { quantityMeans } },
      });
      const { control } = desk.exchange.exchange;
      const { body } = await desk.post({ units: '1000' });
      control.fill({ orderNumber: String(body.orderNumber), units: 400, price: 12.5 });
      await desk.until(body.id, (order) => order.matchedUnits === '400');
      control.cancelExternally(String(body.orderNumber));
      const order = await desk.until(body.id, (seen) => seen.status !== 'Open');
      expect(order).toMatchObject({ status: 'Cancelled', units: '1000', matchedUnits: '400' });
    },
  );
});
