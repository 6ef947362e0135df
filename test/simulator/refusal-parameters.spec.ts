import { KEY, numberIn, postBody, recordOf, rowsOf } from './desk.js';
import { cancel, deskWith, edit } from './desk-moves.js';

describe('Parameters of references and refusals', () => {
  it.each([
    ['409', 409, true],
    ['400', 400, true],
    ['422', 422, true],
    ['success-false', 200, true],
    ['500-text', 500, false],
  ])('duplicateReply %s', (duplicateReply, status, isJson) => {
    const desk = deskWith({ duplicateReply });
    desk.post({ orderRef: 'R' });
    const again = desk.post({ orderRef: 'R' });
    expect([again.status, again.json !== null]).toEqual([status, isJson]);
    if (isJson) expect(again.json?.['success']).toBe(false);
  });

  it('duplicateCheck off lets a reference be used again', () => {
    const desk = deskWith({ duplicateCheck: 'off' });
    expect([desk.post({ orderRef: 'R' }).status, desk.post({ orderRef: 'R' }).status]).toEqual([
      200, 200,
    ]);
  });

  it.each([
    ['received', 409, 1],
    ['booked', 200, 2],
  ])('duplicatesOf %s', (duplicatesOf, status, booked) => {
    const desk = deskWith({ duplicatesOf });
    const { control } = desk.exchange;
    control.queueFault({ endpoint: 'order/post', fault: 'lostReply', ms: 30_000 });
    desk.post({ orderRef: 'R' });
    desk.now += 29_999;
    expect(control.orders()).toHaveLength(0);
    expect(desk.post({ orderRef: 'R' }).status).toBe(status);
    desk.now += 1;
    expect(control.orders()).toHaveLength(booked);
    expect(desk.post({ orderRef: 'R' }).status).toBe(409);
  });

  it.each([
    ['forever', 409, 409],
    ['day', 409, 200],
    ['broker', 200, 409],
  ])('duplicateScope %s', (duplicateScope, otherBroker, nextDay) => {
    const desk = deskWith({ duplicateScope });
    desk.post({ orderRef: 'R' });
    expect(desk.post({ orderRef: 'R', brokerCode: 'OTHR' }).status).toBe(otherBroker);
    desk.exchange.control.rollDay();
    expect(desk.post({ orderRef: 'R' }).status).toBe(nextDay);
  });

  it.each([
    ['no', 200],
    ['yes', 409],
  ])('refusedPostBurnsRef %s', (refusedPostBurnsRef, status) => {
    for (const wrong of [{ price: '99' }, { units: 'many' }]) {
      const desk = deskWith({ refusedPostBurnsRef });
      expect(desk.post({ orderRef: 'R', ...wrong }).status).toBe(400);
      expect(desk.post({ orderRef: 'R' }).status).toBe(status);
    }
  });

  it('doneSuccess false-as-text denies what is done and acknowledged', () => {
    const desk = deskWith({ doneSuccess: 'false-as-text' });
    const posted = desk.post();
    const orderNumber = numberIn(posted);
    const answers = [posted, edit(desk, orderNumber, 700), cancel(desk, orderNumber)];
    expect(answers.map(({ json }) => json?.['success'])).toEqual(['false', 'false', 'false']);
    expect(answers.map((one) => recordOf(one)['Status'])).toEqual([
      'Posted',
      'Amended',
      'Cancelled',
    ]);
    expect(desk.exchange.control.orders()).toMatchObject([{ status: 'Cancelled', units: 700 }]);
  });

  it.each([
    ['refused', [400, 400, 400]],
    ['sometimes-refused', [200, 200, 400]],
  ])('doneChangeReply %s', (doneChangeReply, statuses) => {
    const desk = deskWith({ doneChangeReply });
    const orderNumber = numberIn(desk.post());
    const answers = [
      edit(desk, orderNumber, 700),
      edit(desk, orderNumber, 800),
      cancel(desk, orderNumber),
    ];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(desk.exchange.control.orders()).toMatchObject([{ status: 'Cancelled', units: 800 }]);
  });

  it('echoOrderRef no leaves the reference out', () => {
    expect(recordOf(deskWith({ echoOrderRef: 'no' }).post())).not.toHaveProperty('OrderRef');
  });

  it.each([
    ['400', 400],
    ['422', 422],
    ['success-false', 200],
  ])('validationReply %s', (validationReply, status) => {
    const answer = deskWith({ validationReply }).get('vwap');
    expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
  });

  it.each([
    ['400', 400],
    ['422', 422],
    ['success-false', 200],
  ])('orderRefusalReply %s', (orderRefusalReply, status) => {
    const answer = deskWith({ orderRefusalReply }).post({ price: '99' });
    expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
  });

  it('orderRefusalReply success-rejected passes the refusal through', () => {
    const answer = deskWith({ orderRefusalReply: 'success-rejected' }).post({
      price: '99',
      orderRef: 'R',
    });
    expect(answer.json?.['success']).toBe(true);
    expect(recordOf(answer)).toMatchObject({ OrderNo: 0, Status: 'Rejected', OrderRef: 'R' });
  });

  it.each([
    ['404', 404],
    ['400', 400],
    ['success-false', 200],
    ['500', 500],
  ])('unknownOrderReply %s', (unknownOrderReply, status) => {
    for (const path of ['order/enquiry', 'order/cancel']) {
      const answer = deskWith({ unknownOrderReply }).send(path, { orderNumber: '42' });
      expect([answer.status, answer.json?.['success']]).toEqual([status, false]);
    }
  });

  it('unknownOrderReply data-null is a success without data', () => {
    const answer = deskWith({ unknownOrderReply: 'data-null' }).send('order/enquiry', {
      orderNumber: '42',
    });
    expect(answer.json).toMatchObject({ success: true, data: null });
  });

  it.each([
    ['404', 404, false],
    ['400', 400, false],
    ['success-false', 200, false],
    ['data-null', 200, true],
  ])('unknownSymbolReply %s', (unknownSymbolReply, status, success) => {
    const answer = deskWith({ unknownSymbolReply }).get('security/quote?symbol=NOWHERE');
    expect([answer.status, answer.json?.['success']]).toEqual([status, success]);
  });

  it.each([
    ['409', 409, false],
    ['400', 400, false],
    ['success-false', 200, false],
    ['success-other-status', 200, true],
  ])('notWorkingReply %s', (notWorkingReply, status, success) => {
    const desk = deskWith({ notWorkingReply });
    const orderNumber = desk.posts();
    cancel(desk, orderNumber);
    for (const answer of [cancel(desk, orderNumber), edit(desk, orderNumber, 5)]) {
      expect([answer.status, answer.json?.['success']]).toEqual([status, success]);
    }
  });

  it.each([
    ['empty', 200, []],
    ['404', 404, undefined],
    ['success-false', 200, undefined],
    ['data-null', 200, null],
  ])('emptyListReply %s', (emptyListReply, status, data) => {
    const answer = deskWith({ emptyListReply }).send('broker/order/enquiry', {
      brokerCode: 'NONE',
    });
    expect([answer.status, answer.data]).toEqual([status, data]);
  });

  it('refusalTexts vague says the same of everything', () => {
    const desk = deskWith({ refusalTexts: 'vague' });
    desk.post({ orderRef: 'R' });
    const texts = [
      desk.post({ orderRef: 'R' }),
      desk.post({ price: '99' }),
      cancel(desk, '42'),
    ].map((one) => one.json?.['message']);
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    ['401-json', 401, 'json'],
    ['401-html', 401, 'html'],
    ['401-empty', 401, ''],
    ['403', 403, 'json'],
  ])('keyReply %s', (keyReply, status, type) => {
    const desk = deskWith({ keyReply });
    desk.key = 'sk_test_wrong';
    const answer = desk.get('sectors');
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type'] ?? '').toContain(type);
  });

  it.each([
    ['json', 'json'],
    ['empty', ''],
    ['html', 'html'],
  ])('expiredReply and rateReply %s', (form, type) => {
    const desk = deskWith({ expiredReply: form, rateReply: form, rateRetryAfter: 'yes' });
    desk.exchange.control.expireKey(KEY);
    const expired = desk.get('sectors');
    for (let call = 0; call < 99; call += 1) desk.get('sectors');
    desk.now += 1000;
    const limited = desk.get('sectors');
    expect([expired.status, limited.status]).toEqual([402, 429]);
    for (const answer of [expired, limited])
      expect(answer.headers['content-type'] ?? '').toContain(type);
    expect(limited.headers['retry-after']).toBe('59');
  });

  it('rateRetryAfter is no unless told', () => {
    const desk = deskWith({});
    for (let call = 0; call < 100; call += 1) desk.get('sectors');
    expect(desk.get('sectors').headers).not.toHaveProperty('retry-after');
  });

  it.each([
    ['on', 400],
    ['off', 200],
  ])('contentTypeCheck %s', (contentTypeCheck, status) => {
    const reply = deskWith({ contentTypeCheck }).exchange.handle({
      method: 'POST',
      path: '/v2/vendor/order/post',
      headers: { Authorization: `Bearer ${KEY}` },
      body: JSON.stringify(postBody('R')),
    });
    expect(reply.status).toBe(status);
  });

  it.each([
    ['as-documented', [200, 404, 404, 404, 404, 404, 400]],
    ['any', [200, 200, 200, 200, 200, 200, 200]],
  ])('symbolCase %s', (symbolCase, statuses) => {
    const desk = deskWith({ symbolCase });
    const got = [
      'security/quote?symbol=',
      'company/data?symbol=',
      'market-depth/order-book?security=',
    ].flatMap((path) => [desk.get(`${path}%20SD11PLC`).status, desk.get(`${path}sd11plc`).status]);
    expect([...got, desk.post({ security: 'sd11plc' }).status]).toEqual(statuses);
  });

  it('pageLimitBeyond clamp and vwapLimitCap bound the limit', () => {
    const desk = deskWith({ pageLimitBeyond: 'clamp', vwapLimitCap: '200' });
    expect(desk.get('companies/metadata?limit=900').data).toMatchObject({
      pagination: { limit: 200 },
    });
    expect(rowsOf(desk.get('vwap?fromDate=2026-10-01&toDate=2026-11-20&limit=900'))).toHaveLength(
      200,
    );
    expect(
      deskWith({ vwapLimitCap: '500' }).get('vwap?fromDate=2026-10-01&toDate=2026-11-20&limit=501')
        .status,
    ).toBe(400);
  });
});
