import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { type OrderRequest } from '../../order/requests/order-request.js';
import { canonical } from '../../../infra/decimal.js';
import { type Order } from '../../order/order.js';
import { unitsAfterEdit } from '../../order/changes/amended-terms.js';
import { type SearchTarget } from './match.js';
import { type EditSearchRules } from './unknown-edits.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { type StoredOrder } from '../../order/order-store.js';
import { type SightingRegister } from '../../order-numbers/sighting-register.js';
import { mayHaveOtherNumber } from '../order-records/record-rules.js';

/** Requests that may have put an order at the exchange under an unknown number. */
const UNRESOLVED =
  "state IN ('Sent', 'Unknown') AND kind IN ('Post', 'Edit') AND first_sent_at IS NOT NULL";

type TargetOrder = Pick<
  Order,
  'accountNumber' | 'security' | 'side' | 'price' | 'units' | 'matchedUnits'
>;
type TargetRequest = Pick<
  OrderRequest,
  'id' | 'kind' | 'units' | 'price' | 'firstSentAt' | 'sentEntry' | 'refusalPending'
>;

interface Unresolved
  extends
    TargetOrder,
    Pick<TargetRequest, 'id' | 'kind' | 'firstSentAt' | 'sentEntry' | 'refusalPending'> {
  readonly requestUnits: string | null;
  readonly requestPrice: string | null;
}

/** What is searched for: requests that may have put an order at the exchange, with the terms that may be shown of it. */
export class SearchTargets {
  constructor(
    private readonly sightings: SightingRegister,
    private readonly editRules: () => EditSearchRules,
  ) {}

  /** All of them. */
  async unresolved(unit: Unit): Promise<SearchTarget[]> {
    // In a crowd each search reads all of them, so only what is compared.
    const rows = await unit.query<Unresolved>(
      `SELECT request.id, kind, request.units AS "requestUnits", request.price AS "requestPrice",
              first_sent_at AS "firstSentAt", sent_entry AS "sentEntry", refusal_pending AS "refusalPending",
              account_number AS "accountNumber", security, side, orders.price, orders.units,
              matched_units AS "matchedUnits"
         FROM order_requests request JOIN orders ON orders.id = order_id WHERE ${UNRESOLVED}`,
    );
    const wanted: SearchTarget[] = [];
    for (const { requestUnits, requestPrice, ...row } of rows) {
      wanted.push(await this.wantedOf(row, { ...row, units: requestUnits, price: requestPrice }));
    }
    return wanted;
  }

  /** Of an edit: with what was shown of the order under its own number, and with its earlier edit. */
  async wantedWith(unit: Unit, state: StoredOrder, request: OrderRequest): Promise<SearchTarget> {
    const terms = await this.wantedOf(state.order, request);
    if (request.kind !== 'Edit') return terms;
    const { id, orderNumber, grade, shownWorkingAt } = state.order;
    const wanted = { ...terms, shownWorkingAt };
    const isShown = grade !== 'Acknowledged' && !mayHaveOtherNumber(state.order, this.editRules());
    if (isShown) return wanted;
    const [edit] = await unit.find(
      OrderRequestRow,
      `order_id = ? AND kind = 'Edit' AND state = 'Acknowledged' AND named_number = ?
        AND first_sent_at IS NOT NULL ORDER BY id LIMIT 1`,
      [id, orderNumber],
    );
    if (edit === undefined) return wanted;
    const { units, price } = state.order;
    const earlierEdit = await this.wantedOf(state.order, { ...edit, units, price });
    return { ...wanted, earlierEdit };
  }

  private async wantedOf(order: TargetOrder, request: TargetRequest): Promise<SearchTarget> {
    const { accountNumber, security, side, price } = order;
    const units = request.kind === 'Edit' ? unitsAfterEdit(order, request) : [order.units];
    return {
      requestId: request.id,
      kind: request.kind,
      isRefused: request.refusalPending === 1,
      accountNumber,
      security,
      side,
      units: units.map(canonical),
      price: canonical(request.price ?? price),
      sentAt: request.firstSentAt ?? 0,
      sentEntry: request.sentEntry,
      isOfThisProcess: await this.sightings.isOfThisProcess(request.sentEntry),
      shownWorkingAt: null,
      earlierEdit: null,
    };
  }
}
