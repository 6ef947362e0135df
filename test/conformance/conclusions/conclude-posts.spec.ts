import {
  acknowledgementWords,
  duplicateMakesOrder,
  duplicateReply,
  orderNumberForm,
  orderNumberSize,
  orderRefusalReply,
  refusedPostBurnsRef,
  validationReply,
} from '../../../src/conformance/conclusions/conclude-posts.js';
import type { Call } from '../../../src/conformance/courier.js';
import { type Findings, NOTHING_ASKED } from '../../../src/conformance/findings.js';
import {
  aCall,
  aPost,
  aRecord,
  aResting,
  findings,
  no,
  ok,
  replied,
  seen,
  SILENCE,
} from '../calls.js';

const ACK = { OrderNo: 700009, Status: 'Posted', Message: 'ok', OrderRef: 'KREF9' };

function refused(changes: Partial<Findings['refusals']>): Findings {
  return findings({ refusals: { ...NOTHING_ASKED.refusals, ...changes } });
}

describe('A second post under the same reference', () => {
  const another = no(400, 'units must be a number');
  it.each<[string, Call, Call | null, string]>([
    ['is distinct by its message', no(400, 'Duplicate KREF1'), another, 'distinct'],
    ['is distinct by its status', no(409, 'units must be a number'), another, 'distinct'],
    ['is distinct as a text', aCall(replied(500, 'Duplicate')), another, 'distinct'],
    ['reads like another refusal', no(400, 'units must be a number'), another, 'alike'],
    ['is accepted', ok(ACK), another, 'accepted'],
    ['is not answered', aCall(SILENCE), another, 'unknown'],
    ['is stopped at the gate', no(403, 'no permission'), another, 'unknown'],
    ['has nothing to be compared with', no(409, 'Duplicate KREF1'), null, 'unknown'],
  ])('%s', (_, duplicate, validation, value) => {
    const found = { ...refused({ validation }), resting: aResting({ duplicate }) };
    expect(duplicateReply(found).value).toBe(value);
  });

  it('keeps its message with the reference as a placeholder', () => {
    const duplicate = no(409, 'KREF1 is order 700001 already');
    const found = { ...refused({ validation: another }), resting: aResting({ duplicate }) };
    expect(duplicateReply(found).detail).toMatchObject({
      httpStatus: 409,
      success: false,
      message: '{orderRef} is order {orderNumber} already',
    });
  });

  const row = (number: number, changes = {}) => ({
    OrderNo: number,
    Company: 'SD11PLC',
    Broker_Code: 'MARINA',
    OrderType: 'BUY',
    Quantity: 3,
    Status: 'Open',
    ...changes,
  });
  const fresh = ok(ACK);
  it.each<[string, Call, Call | null, string]>([
    ['another number is answered', ok({ ...ACK, OrderNo: 700002 }), null, 'yes'],
    ['the first number is answered', ok({ ...ACK, OrderNo: 700001 }), null, 'no'],
    ['a later list knows no other', no(409, 'x'), ok([row(700001), row(700009)]), 'no'],
    ['a later list knows one like it', no(409, 'x'), ok([row(700001), row(700002)]), 'unknown'],
    ['… of other units', no(409, 'x'), ok([row(700001), row(700002, { Quantity: 9 })]), 'no'],
    ['… from before the run', no(409, 'x'), ok([row(700001), row(600000)]), 'no'],
    ['no later list was seen', no(409, 'x'), null, 'unknown'],
  ])('makes a second order or not: %s', (_, duplicate, listAfterDuplicate, value) => {
    const found = {
      ...refused({ listAfterDuplicate, freshRef: fresh }),
      survey: { ...NOTHING_ASKED.survey, brokerList: ok([row(600000)]) },
      resting: aResting({ duplicate }),
    };
    expect(duplicateMakesOrder(found).value).toBe(value);
  });
});

describe('The reference of a refused post', () => {
  const said = no(400, 'no such security');
  it.each<[string, Call, Call | null, Call | null, string]>([
    ['is free when it is accepted afterwards', said, ok(ACK), null, 'no'],
    ['is used up when only a new one is accepted', said, no(409, 'x'), ok(ACK), 'yes'],
    ['… also when the refusal is a text', said, aCall(replied(500, 'x')), ok(ACK), 'yes'],
    ['is not known when a new one is refused too', said, no(409, 'x'), no(409, 'x'), 'unknown'],
    ['is not known when there was no reply', said, aCall(SILENCE), ok(ACK), 'unknown'],
    ['is not known when the post was accepted', ok(ACK), no(409, 'x'), ok(ACK), 'unknown'],
  ])('%s', (_, first, sameRefAgain, freshRef, value) => {
    const found = refused({ refused: first, refusedRef: 'KREF2', sameRefAgain, freshRef });
    expect(refusedPostBurnsRef(found).value).toBe(value);
  });
});

describe('A post that should be refused', () => {
  it.each<[string, Call, string]>([
    ['the documented envelope', no(422, 'x'), 'error-envelope'],
    ['success false', no(200, 'x'), 'success-false'],
    ['success without data', ok(null), 'success-without-record'],
    [
      'a record that says no',
      ok({ ...ACK, OrderNo: 0, Status: 'Rejected' }),
      'success-with-record',
    ],
    ['a failing server', aCall(replied(502, '<html>')), 'server-error'],
    ['HTML', aCall(replied(400, '<html>')), 'undocumented'],
    ['an order number', ok(ACK), 'accepted'],
    ['silence', aCall(SILENCE), 'unknown'],
    ['a missing scope', no(403, 'x'), 'unknown'],
  ])('is answered with %s', (_, call, value) => {
    expect(validationReply(refused({ validation: call })).value).toBe(value);
    expect(orderRefusalReply(refused({ refused: call })).value).toBe(value);
  });
});

describe('An order number', () => {
  const posted = (token: string): Findings => {
    const body = `{"success":true,"message":"","data":{"OrderNo":${token},"Status":"Posted"}}`;
    const orderNumber = token.replaceAll('"', '');
    return findings({
      resting: aResting({ post: aPost({ call: aCall(replied(200, body)), orderNumber }) }),
    });
  };
  it.each([
    ['700001', 'integer'],
    ['700001.0', 'decimal-point'],
    ['7.00001e5', 'exponent'],
    ['"700001"', 'text'],
    ['"00700001"', 'padded-text'],
    ['true', 'unknown'],
  ])('written %s is %s', (token, form) => {
    expect(orderNumberForm(posted(token)).value).toBe(form);
  });

  it.each([
    ['9007199254740992', 'within-2-53'],
    ['9007199254740993', 'above-2-53'],
  ])('%s is %s', (token, size) => {
    expect(orderNumberSize(posted(token)).value).toBe(size);
  });
});

describe('The status words of acknowledgements', () => {
  const ack = (word: string): Call => ok({ OrderNo: 700001, Status: word });
  it.each([
    ['Posted', 'Amended', 'Cancelled', 'as-documented'],
    ['POSTED', 'amended', 'Cancelled', 'as-documented'],
    ['Accepted', 'Amended', 'Cancelled', 'other'],
    ['Posted', 'Amended', 'Pending Cancel', 'other'],
  ])('%s, %s, %s are %s', (posted, edited, cancelled, value) => {
    const edit = {
      call: ack(edited),
      units: '2',
      price: '1',
      orderNumber: '700001',
      shown: seen(aRecord()),
    };
    const resting = aResting({ post: aPost({ call: ack(posted) }), edit, cancel: ack(cancelled) });
    expect(acknowledgementWords(findings({ resting })).value).toBe(value);
  });

  it('are unknown when one of them was not seen', () => {
    expect(acknowledgementWords(findings({ resting: aResting() })).value).toBe('unknown');
  });
});
