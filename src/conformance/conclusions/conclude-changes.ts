import { decimalField, field, plainDecimal, sameNumber } from '../../infra/exchange/schema/wire.js';
import type { ValueOf } from '../../infra/exchange/settings/questions.js';
import { concluded, type Conclusion, refusalForm, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings } from '../findings.js';
import { ackOf, formOf, madeOrder, recordOf, type ReplyForm } from '../replies.js';
import { currentNumber } from '../probes/resting-probe.js';

/** Conclusions from edits and cancels: numbers, units, prices, refusals. */
const NO_EDIT = 'no edit was shown';

export function editKeepsOrderNumber({ resting }: Findings): Conclusion<'yes' | 'no'> {
  if (resting?.edit == null) return unknown(NO_EDIT);
  const { post, edit } = resting;
  const { call, shown } = edit;
  if (shown.found === null) return unknown(NO_EDIT, call);
  const now = madeOrder(call);
  const proof = [post.call, call, shown.found];
  if (now !== null && !sameNumber(now, post.orderNumber)) {
    return concluded('no', `${post.orderNumber} became ${now}`, proof);
  }
  return concluded('yes', `${post.orderNumber} shows the new terms`, proof);
}

/** After a part fill the two readings of an edit's units differ by the matched quantity. */
export function editUnits({ crossing }: Findings): Conclusion<'total' | 'remaining'> {
  const edit = crossing?.edit ?? null;
  if (crossing === null || edit === null) return unknown('no order was filled in part');
  const before = crossing.partFilled?.found ?? null;
  const after = edit.shown.found;
  const proof = [before, edit.call, after];
  const matched = before === null ? null : numberIn(before, 'MatchedQuantity');
  const pending = after === null ? null : numberIn(after, 'PendingQuantity');
  if (after === null || matched === null || pending === null) {
    return unknown(`the edit is not shown: ${edit.call.outcome.message}`, ...proof);
  }
  const units = BigInt(edit.units);
  const seen = `${matched} were matched, the edit said ${units}, then ${pending} were pending`;
  if (!addsUp(after)) return unknown(`${seen}; the record does not add up`, ...proof);
  // A replacement order starts with nothing matched; otherwise the matched quantity must be unchanged.
  const matchedNow = numberIn(after, 'MatchedQuantity') ?? 0n;
  if (matchedNow !== matched && matchedNow !== 0n)
    return unknown(`${seen}; it was matched meanwhile`, ...proof);
  if (pending === units - matched) return concluded('total', seen, proof);
  return pending === units ? concluded('remaining', seen, proof) : unknown(seen, ...proof);
}

function addsUp(call: Call): boolean {
  const [all, pending] = [numberIn(call, 'Quantity'), numberIn(call, 'PendingQuantity')];
  const matched = numberIn(call, 'MatchedQuantity') ?? 0n;
  return all !== null && pending !== null && all === matched + pending;
}

function numberIn(call: Call, name: string): bigint | null {
  const record = recordOf(call);
  const decimal = record === null ? null : decimalField(record, name);
  return decimal !== null && /^\d+$/.test(decimal) ? BigInt(decimal) : null;
}

export function partFilledEdit({
  crossing,
  resting,
}: Findings): Conclusion<'accepted' | 'refused'> {
  const edit = crossing?.edit ?? null;
  if (edit === null) return unknown('no order was filled in part');
  const form = formOf(edit.call);
  if (form === null) return unknown(`no reply: ${edit.call.outcome.message}`, edit.call);
  if (edit.shown.found !== null) {
    return concluded('accepted', 'the new units are shown', [edit.call, edit.shown.found]);
  }
  const message = edit.call.outcome.message;
  if (form !== 'success-with-record') {
    return form === 'server-error' || form === 'undocumented'
      ? unknown(`the reply is in no documented form: ${message}`, edit.call)
      : concluded('refused', message, [edit.call]);
  }
  const usual = resting?.edit == null ? null : ackOf(resting.edit.call).statusWord;
  const word = ackOf(edit.call).statusWord;
  return usual !== null && word !== usual
    ? concluded('refused', `${word ?? 'no word'} in place of ${usual}`, [edit.call])
    : unknown('it was acknowledged and never shown', edit.call);
}

export function basePrice({ resting }: Findings): Conclusion<ValueOf<'basePrice'>> {
  const edit = resting?.edit ?? null;
  const call = edit?.shown.found ?? null;
  const record = call === null ? null : recordOf(call);
  if (resting === null || edit === null || call === null || record === null)
    return unknown(NO_EDIT);
  const proof = [resting.post.call, edit.call, call];
  const shown = decimalField(record, 'BasePrice');
  if (shown === null) {
    const given = field(record, 'BasePrice') ?? null;
    return given === null
      ? concluded('absent', 'it is empty', proof)
      : unknown('it is no number', ...proof);
  }
  const { price } = resting.post.terms;
  const seen = `posted at ${price}, edited to ${edit.price}, shown ${shown}`;
  if (shown === plainDecimal(edit.price)) return concluded('current-limit', seen, proof);
  return concluded(shown === plainDecimal(price) ? 'original-limit' : 'other', seen, proof);
}

export function unknownOrderEnquiry({ refusals }: Findings): Conclusion<ReplyForm> {
  return refusalForm(refusals.unknownEnquiry, { orderNumber: refusals.unknownNumber });
}

export function unknownOrderEdit({ refusals }: Findings): Conclusion<ReplyForm> {
  return refusalForm(refusals.unknownEdit, { orderNumber: refusals.unknownNumber });
}

export function unknownOrderCancel({ refusals }: Findings): Conclusion<ReplyForm> {
  return refusalForm(refusals.unknownCancel, { orderNumber: refusals.unknownNumber });
}

export function notWorkingEdit({ resting }: Findings): Conclusion<ReplyForm> {
  if (resting === null) return unknown('no order was cancelled');
  return refusalForm(resting.editAfterCancel, { orderNumber: currentNumber(resting) });
}

export function notWorkingCancel({ resting }: Findings): Conclusion<ReplyForm> {
  if (resting === null) return unknown('no order was cancelled');
  return refusalForm(resting.cancelAfterCancel, { orderNumber: currentNumber(resting) });
}
