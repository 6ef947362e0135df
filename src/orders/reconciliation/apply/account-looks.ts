import type { Answer, NoAnswer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import type { StatusMappings } from '../../order/order-status.js';
import type { OrderState } from '../../order/order.js';
import { mayCancelAgain } from '../../order/requests/order-request.js';
import { hadNoRoom, isShortOfRoom } from '../collect/exchange-poller.js';
import type { PollingState } from '../collect/polling-state.js';
import { showsStillWorking } from '../order-records/listed-by-account.js';
import type { AccountShows } from '../order-records/record-rules.js';

/** Where the list of an account is never answered, or no key may ask for it, a cancel is sent again without it. */
const UNANSWERED_MOST = 3;

type Known = Pick<PollingState, 'accountLooks'>;

/** What the list of its account shows of an order, asked for since its cancel may be sent again. */
export function accountShows(
  { accountLooks }: Known,
  { order, requests }: OrderState,
  { askedAt }: Pick<RecordEvidence, 'askedAt'>,
): AccountShows {
  const waiting = requests.filter((request) => mayCancelAgain(request, order.orderNumber, askedAt));
  const since = Math.max(...waiting.map(({ dueAt }) => dueAt));
  const look = accountLooks.get(order.id);
  if (look === undefined || look.askedAt < since) return 'NotAsked';
  if (look.isShown !== null) return look.isShown ? 'Shown' : 'NotShown';
  const isOver = [look.unanswered, look.forbidden].some(
    (times) => times.filter((at) => at >= since).length >= UNANSWERED_MOST,
  );
  return isOver ? 'NotAnswered' : 'NotAsked';
}

/** The rows of an answer: none where the exchange itself says that the account has no orders; null: it was not answered. */
function rowsOf(answer: Answer<OrderRecord> | NoAnswer): readonly OrderRecord[] | null {
  if (answer.kind === 'Answer') return answer.rows;
  return answer.why === 'NoRecord' && answer.isExplicit ? [] : null;
}

/** An answer with the list of an account, and what the exchange's words in it mean. */
export interface AnsweredLook {
  readonly answer: Answer<OrderRecord> | NoAnswer;
  readonly askedAt: number;
  readonly mappings: StatusMappings;
}

/** Keeps whether an answer shows the order that has this number, still working. */
export function noteAccountLook(
  { accountLooks }: Known,
  order: { readonly id: string; readonly orderNumber: string | null },
  { answer, askedAt, mappings }: AnsweredLook,
): void {
  const isOwn = (row: OrderRecord): boolean =>
    row.orderNumber === order.orderNumber && showsStillWorking(row, mappings);
  // Want of room says nothing: there is room again in a minute.
  if (isShortOfRoom(answer)) return;
  const isForbidden = hadNoRoom(answer);
  const isShown = rowsOf(answer)?.some(isOwn) ?? null;
  if (isShown !== null) {
    accountLooks.set(order.id, { askedAt, isShown, unanswered: [], forbidden: [] });
    return;
  }
  const { unanswered = [], forbidden = [] } = accountLooks.get(order.id) ?? {};
  accountLooks.set(order.id, {
    askedAt,
    isShown,
    unanswered: isForbidden ? unanswered : latest(unanswered, askedAt),
    forbidden: isForbidden ? latest(forbidden, askedAt) : forbidden,
  });
}

function latest(times: readonly number[], now: number): readonly number[] {
  return [...times, now].slice(-UNANSWERED_MOST);
}
