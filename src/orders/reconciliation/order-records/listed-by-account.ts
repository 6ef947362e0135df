import { compare } from '../../../infra/decimal.js';
import { confirmNumber, doubtNumberBy, isOtherOrder } from '../../order-numbers/number-proof.js';
import { unitsAfterEdit } from '../../order/changes/amended-terms.js';
import { OrderChangeDraft } from '../../order/changes/order-change-draft.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { hasListedUnits } from '../../order/evidence/record-quantities.js';
import { evidenceOfStatus, isWorking, type StatusMappings } from '../../order/order-status.js';
import {
  hasBreak,
  type Moment,
  type Order,
  type OrderChange,
  type OrderState,
} from '../../order/order.js';
import type { OrderRequest } from '../../order/requests/order-request.js';
import { hasPendingUnits, worksNoMore } from './record-rules.js';

type ListedOrder = Pick<RecordEvidence, 'orderNumber' | 'side' | 'security' | 'units'>;
type ListedState = Pick<RecordEvidence, 'statusWord' | 'pendingUnits'>;

export interface AccountRows {
  readonly rows: readonly (ListedOrder & ListedState)[];
  readonly askedAt: number;
}

/** Numbers that are no order's of ours, and what the exchange's words mean. */
export interface ListRules {
  readonly external: ReadonlySet<string>;
  readonly mappings: StatusMappings;
}

/**
 * Whether the row says that its order still works. Lists may hold orders that have ended, whose numbers may be those of other
 * orders by now. A word that nobody can explain says so only with units that are left.
 */
export function showsStillWorking(row: ListedState, mappings: StatusMappings): boolean {
  const { statusWord, pendingUnits } = row;
  if (worksNoMore({ exchangeStatus: statusWord, shownPending: pendingUnits }, mappings))
    return false;
  return evidenceOfStatus(statusWord, mappings) !== null || hasPendingUnits(row);
}

/**
 * What the list of its account says of an order's number. It confirms one that nothing else can, with units that nobody here
 * has asked for. And it makes one doubtful that it does not show, while it shows under a number of nobody here what an edit of
 * unknown outcome asked for: the exchange may have given the order that number, and its own to another order. So it is, too,
 * where a row that cannot be read may be the order's: then a call only waits without need.
 */
export function readAccountList(
  state: OrderState,
  account: AccountRows,
  { external, mappings }: ListRules,
  at: Moment,
): OrderChange | null {
  const { order } = state;
  const own = account.rows.filter(
    (row) => row.orderNumber === order.orderNumber && showsStillWorking(row, mappings),
  );
  const draft = new OrderChangeDraft(state, at);
  const isShown = own.some((row) => !isOtherOrder(order, row) && hasListedUnits(order, row.units));
  // Other units at another price: the client's next order, as likely as this one.
  const isAnother = order.priceGrade === 'Doubtful' && hasBreak(state, 'UnitsMismatch');
  if (isShown && !isAnother) confirmNumber(draft, 'AccountList', account.askedAt);
  else if (own.length === 0) doubtReplaced(draft, state, account, external);
  return draft.change();
}

function doubtReplaced(
  draft: OrderChangeDraft,
  { order, requests }: OrderState,
  { rows, askedAt }: AccountRows,
  external: ReadonlySet<string>,
): void {
  if (!isWorking(order.status)) return;
  const edits = requests.filter(({ firstSentAt }) => (firstSentAt ?? Infinity) < askedAt);
  const shown = rows.find(
    (row) => external.has(row.orderNumber) && edits.some((edit) => mayBeEdited(order, edit, row)),
  );
  if (shown === undefined) return;
  const why = `the list of its account shows ${shown.orderNumber}, which may be it as edited, and no ${order.orderNumber ?? '?'}`;
  doubtNumberBy(draft, 'AccountList', askedAt, why);
}

/** What is shown has the terms that an edit of unknown outcome asked for. */
export function mayBeEdited(
  order: Pick<Order, 'side' | 'security' | 'units' | 'matchedUnits'>,
  edit: Pick<OrderRequest, 'kind' | 'state' | 'units'>,
  shown: Omit<ListedOrder, 'orderNumber'>,
): boolean {
  if (edit.kind !== 'Edit' || edit.state !== 'Unknown' || isOtherOrder(order, shown)) return false;
  return unitsAfterEdit(order, edit).some((units) => compare(units, shown.units) === 0);
}
