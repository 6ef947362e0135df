import { LosslessNumber } from 'lossless-json';
import {
  field,
  orderNumberField,
  sameNumber,
  textField,
  decimalField,
} from '../../infra/exchange/schema/wire.js';
import type { ValueOf } from '../../infra/exchange/settings/questions.js';
import { concluded, type Conclusion, refusalForm, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings, Posted } from '../findings.js';
import {
  ackOf,
  formOf,
  madeOrder,
  recordOf,
  type ReplyForm,
  rowsOf,
  sameShape,
  shapeOf,
} from '../replies.js';
import { ownNumbers } from '../probes/trades-probe.js';

/** Conclusions from posts: references, refusals, acknowledgements, order numbers. */
const NO_POST = 'no order was posted';

export function duplicateReply(found: Findings): Conclusion<ValueOf<'duplicateReply'>> {
  const { resting, refusals } = found;
  const call = resting?.duplicate ?? null;
  if (resting === null || call === null) return unknown(NO_POST);
  const { orderRef } = resting.post.terms;
  if (formOf(call) === null) return unknown(`no reply: ${call.outcome.message}`, call);
  if (madeOrder(call) !== null) return concluded('accepted', call.outcome.message, [call]);
  const { orderNumber } = resting.post;
  const shape = shapeOf(call, { orderRef, orderNumber });
  if (shape === null) return unknown('no reply', call);
  const unknownNumber = { orderNumber: refusals.unknownNumber };
  const others = [
    shapeOrNull(refusals.validation, { orderRef }),
    shapeOrNull(refusals.refused, { orderRef: refusals.refusedRef }),
    shapeOrNull(refusals.unknownEdit, unknownNumber),
    shapeOrNull(refusals.unknownCancel, unknownNumber),
    shapeOrNull(resting.editAfterCancel, { orderNumber }),
    shapeOrNull(resting.cancelAfterCancel, { orderNumber }),
  ].filter((other) => other !== null);
  if (others.length === 0) return unknown('there is no other refusal to compare it with', call);
  const alike = others.some((other) => sameShape(other, shape));
  const seen = `HTTP ${shape.httpStatus}, ${shape.message}`;
  return concluded(alike ? 'alike' : 'distinct', seen, [call], { ...shape });
}

function shapeOrNull(call: Call | null, particulars: Parameters<typeof shapeOf>[1]) {
  return call === null || formOf(call) === null ? null : shapeOf(call, particulars);
}

export function duplicateMakesOrder(found: Findings): Conclusion<ValueOf<'duplicateMakesOrder'>> {
  const { resting, refusals, survey } = found;
  const call = resting?.duplicate ?? null;
  if (resting === null || call === null) return unknown(NO_POST);
  const made = madeOrder(call);
  if (made !== null) {
    return sameNumber(made, resting.post.orderNumber)
      ? concluded('no', `the first order’s number ${made} was answered`, [call])
      : concluded('yes', `another order, ${made}, was answered`, [resting.post.call, call]);
  }
  const list = refusals.listAfterDuplicate;
  const before = survey.brokerList;
  if (list === null || before === null) {
    return unknown('no list that shows later orders was seen', call);
  }
  const known = [...ownNumbers(found), ...numbersIn(before)];
  const { units, security } = resting.post.terms;
  const foreign = (rowsOf(list) ?? []).find((row) => {
    const number = orderNumberField(row, 'OrderNo');
    const alike = decimalField(row, 'Quantity') === units && textField(row, 'Company') === security;
    return alike && number !== null && !known.some((one) => sameNumber(one, number));
  });
  return foreign === undefined
    ? concluded('no', 'the list shows a later order of ours and no second one', [call, list])
    : unknown('the list shows an order like it that we do not know', call, list);
}

function numbersIn(list: Call): readonly string[] {
  return (rowsOf(list) ?? []).flatMap((row) => {
    const number = orderNumberField(row, 'OrderNo');
    return number === null ? [] : [number];
  });
}

export function refusedPostBurnsRef({ refusals }: Findings): Conclusion<'yes' | 'no'> {
  const { refused, sameRefAgain, freshRef } = refusals;
  if (refused === null || sameRefAgain === null) return unknown('no post was refused');
  if (madeOrder(refused) !== null) return unknown('the post was not refused', refused);
  if (formOf(sameRefAgain) === null || formOf(refused) === null) {
    return unknown(`no reply: ${sameRefAgain.outcome.message}`, refused, sameRefAgain);
  }
  const proof = [refused, sameRefAgain, freshRef];
  if (madeOrder(sameRefAgain) !== null) {
    return concluded('no', 'the reference was accepted afterwards', proof);
  }
  if (freshRef === null || madeOrder(freshRef) === null) {
    return unknown('the same terms were refused under a new reference as well', ...proof);
  }
  const seen = 'only a new reference was accepted for the same terms';
  return concluded('yes', seen, proof);
}

export function validationReply({ refusals }: Findings): Conclusion<ReplyForm | 'accepted'> {
  return refusedPost(refusals.validation, null);
}

export function orderRefusalReply({ refusals }: Findings): Conclusion<ReplyForm | 'accepted'> {
  return refusedPost(refusals.refused, refusals.refusedRef);
}

function refusedPost(
  call: Call | null,
  orderRef: string | null,
): Conclusion<ReplyForm | 'accepted'> {
  const number = call === null ? null : madeOrder(call);
  if (number !== null) return concluded('accepted', `it became order ${number}`, [call]);
  return refusalForm(call, { orderRef });
}

export function orderRefEchoed({ resting }: Findings): Conclusion<'yes' | 'no'> {
  if (resting === null) return unknown(NO_POST);
  const { call } = resting.post;
  const { orderRef } = ackOf(call);
  return orderRef === null
    ? concluded('no', 'the acknowledgement has no OrderRef', [call])
    : concluded('yes', `as ${orderRef}`, [call]);
}

export function acknowledgementWords(found: Findings): Conclusion<ValueOf<'acknowledgementWords'>> {
  const { resting } = found;
  const calls = [resting?.post.call, resting?.edit?.call, resting?.cancel];
  const words = calls.map((call) => (call == null ? null : ackOf(call).statusWord));
  const [posted = null, edited = null, cancelled = null] = words;
  const proof = calls.map((call) => call ?? null);
  if (posted === null || edited === null || cancelled === null) {
    return unknown('not every kind of acknowledgement was seen', ...proof);
  }
  const same = `${posted} ${edited} ${cancelled}`.toLowerCase() === 'posted amended cancelled';
  const seen = `post ${posted}, edit ${edited}, cancel ${cancelled}`;
  return concluded(same ? 'as-documented' : 'other', seen, proof, { posted, edited, cancelled });
}

const FORMS: readonly (readonly [ValueOf<'orderNumberForm'>, RegExp])[] = [
  ['integer', /^\d+$/],
  ['exponent', /e/i],
  ['decimal-point', /^\d+\.0+$/],
];

export function orderNumberForm({ resting }: Findings): Conclusion<ValueOf<'orderNumberForm'>> {
  if (resting === null) return unknown(NO_POST);
  const { call, orderNumber } = resting.post;
  const record = recordOf(call);
  const token = record === null ? undefined : field(record, 'OrderNo');
  const digits = { digits: orderNumber.length };
  if (typeof token === 'string') {
    const padded = token.trim().startsWith('0');
    return concluded(padded ? 'padded-text' : 'text', `"${token}"`, [call], digits);
  }
  const text = token instanceof LosslessNumber ? token.value : '';
  const form = FORMS.find(([, looks]) => looks.test(text))?.[0];
  return form === undefined
    ? unknown(`it is written ${text}`, call)
    : concluded(form, text, [call], digits);
}

const EXACT_AT_MOST = 2n ** 53n;

export function orderNumberSize({ resting }: Findings): Conclusion<ValueOf<'orderNumberSize'>> {
  if (resting === null) return unknown(NO_POST);
  const { orderNumber, call }: Posted = resting.post;
  const large = BigInt(orderNumber) > EXACT_AT_MOST;
  return concluded(large ? 'above-2-53' : 'within-2-53', orderNumber, [call]);
}
