/**
 * Planted errors: the test of the simulation itself. Each is a text of one source file, which must
 * occur there exactly once, and what stands in its place in a copy of the built tree.
 */
export interface Canary {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly about: string;
}

export const CANARIES: readonly Canary[] = [
  {
    name: '500-taken-as-refusal',
    file: 'src/infra/exchange/transport/outcome.ts',
    find: "  ['KeyRefused', (seen) => KEY_REFUSALS.has(seen.status)],",
    replace:
      "  ['NotSent', (seen) => seen.status === 500],\n  ['KeyRefused', (seen) => KEY_REFUSALS.has(seen.status)],",
    about: 'A 500 is taken to prove that nothing was done.',
  },
  {
    name: 'slot-freed-by-send-time',
    file: 'src/infra/exchange/client/call-journal.ts',
    find: '...slotOf(reply, now),',
    replace: '...slotOf(reply, call.startedAt),',
    about: 'A slot of the rate budget is free a minute after the call was sent.',
  },
  {
    name: 'slot-freed-unread',
    file: 'src/infra/exchange/client/call-journal.ts',
    find: 'if (!isAnswer(reply)) return { freeAt: now + UNREAD_MAX_MS, unanswered: 1 };',
    replace: 'if (!isAnswer(reply)) return { freeAt: freeAfter(now + 250), unanswered: 0 };',
    about:
      'A slot is free a minute after we gave the call up, though the exchange has not read it.',
  },
  {
    name: 'minute-by-the-wall-clock',
    file: 'src/infra/database/database-time.ts',
    find: '  return { now: () => clock.steady() + at - steady, isContinuous };',
    replace: '  return { now: () => clock.steady(), isContinuous: at > 0 };',
    about: 'A restart believes the wall clock: calls of this minute look older than they are.',
  },
  {
    name: 'acknowledged-before-commit',
    file: 'src/infra/database/units/sqlite-units.ts',
    find: '      const value = await waiting.work(unit);',
    replace: '      const value = await waiting.work(unit); waiting.resolve(value);',
    about: 'Whoever waits for a unit is told before it is committed.',
  },
  {
    name: 'acknowledged-before-the-disk-has-it',
    file: 'src/infra/database/database.ts',
    find: '      const connection = new SqliteConnection(handle, writer, time);',
    replace:
      "      const connection = new SqliteConnection(handle, writer, time); handle.pragma('synchronous = NORMAL');",
    about: 'A commit returns before it is on the disk.',
  },
  {
    name: 'enquiry-not-journalled',
    file: 'src/infra/exchange/client/call-journal.ts',
    find: '    await unit.insert(ExchangeCallRow, {',
    replace: '    if (spec.request !== undefined) await unit.insert(ExchangeCallRow, {',
    about: 'Only what trades gets a row of the journal.',
  },
  {
    name: 'epoch-ignored',
    file: 'src/orders/dispatch/dispatcher.ts',
    find: "      'request_id = ? AND epoch = ?',\n      [request.id, request.claimNumber],",
    replace: "      'request_id = ? ORDER BY epoch',\n      [request.id],",
    about: 'After a restart the reply to an earlier claim stands for the one that was lost.',
  },
  {
    name: 'no-believed-at-once',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: '      markUnknown(draft, request, reply.message, rules, { refusalPending: 1 });',
    replace:
      "      draft.moveRequest(request, 'Refused', 'REFUSED', { reason: reply.message }); if (request.kind === 'Post') draft.applyEvidence('postRefused', 'Acknowledged');",
    about: 'A no is believed without a search, a duplicate too.',
  },
  {
    name: 'units-under-an-odd-word-ignored',
    file: 'src/orders/reconciliation/order-records/unexplained-words.ts',
    find: '  if (!draft.isWorking || isOver || !hasUnexplainedUnits(draft, record, rules)) return false;',
    replace:
      "  if (!draft.isWorking || isOver || record.statusWord !== '' || !hasUnexplainedUnits(draft, record, rules)) return false;",
    about: 'Other units under a word that nobody has explained leave an order certain.',
  },
  {
    name: 'one-order-in-rotation',
    file: 'src/orders/reconciliation/plan/choose-enquiries.ts',
    find: "ranking.add({ orderId, orderNumber, reason: 'rotation' }, askedAt.get(orderId));",
    replace: "ranking.add({ orderId, orderNumber, reason: 'rotation' }, now);",
    about: 'The enquiries that are merely due go to the same order for ever.',
  },
  {
    name: 'replaced-taken-for-cancelled',
    file: 'src/orders/reconciliation/order-records/apply-record.ts',
    find: "const mayBeReplaced = meaning === 'seenCancelled' && hasUnknownEdit(draft) && draft.isWorking;",
    replace:
      "const mayBeReplaced = meaning === ('' as string) && hasUnknownEdit(draft) && draft.isWorking;",
    about: 'An order that its edit has replaced is taken for a cancelled one.',
  },
  {
    name: 'new-reference-on-retry',
    file: 'src/orders/dispatch/dispatcher.ts',
    find: 'body: postBody(order) };',
    replace:
      'body: postBody({ ...order, orderRef: order.orderRef.slice(0, -1) + String(request.sends) }) };',
    about: 'A post that is sent once more has another reference.',
  },
  {
    name: 'sent-again-in-the-quiet-time',
    file: 'src/orders/reconciliation/unknown-outcomes/search.ts',
    find: 'if (isResendCleared(request) || askedAt < request.dueAt) continue;',
    replace: 'if (isResendCleared(request)) continue;',
    about: 'What was just sent is searched for at once, and sent once more.',
  },
  {
    name: 'half-a-list-is-enough',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: '  if (search.complete) return resolveShown(wanted, search);',
    replace: '  if (search.sightings.length <= 99) return resolveShown(wanted, search);',
    about: 'A list that could not be read shows that nothing is there.',
  },
  {
    name: 'no-rival-check',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "  if (competing !== undefined) return mayBe('another order of ours');",
    replace: '',
    about: 'A number that two orders of ours may own goes to the first that looks for it.',
  },
  {
    name: 'numbers-of-before',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "  if (before === 'yes' && !seen.mayBelongToAnotherOrder && !mayBeEarlier) return 'no';",
    replace: '',
    about: 'A number that was there before the order was sent may be the order.',
  },
  {
    name: 'external-order-kept-quiet',
    file: 'src/orders/reconciliation/external-orders/external-orders.ts',
    find: 'longSeen.has(row.orderNumber)',
    replace: "longSeen.has('')",
    about: 'A number that may be ours is told of only when no post is in doubt any more.',
  },
  {
    name: 'duplicate-taken-as-rejection',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  if (request.refusalPending !== 1 || mayBeDuplicate(reason, rules.duplicateMessage)) return false;',
    replace: '  if (request.refusalPending === 1) return true;',
    about: 'The refusal of a duplicate rejects an order that works.',
  },
  {
    name: 'repeated-post-back-in-the-queue',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: '  if (back.sends > 0) {',
    replace: '  if (back.sends > 99) {',
    about: 'A repeat that was refused by the gateway makes the first send forgotten.',
  },
  {
    name: 'sent-for-ever',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: 'export const SENDS_MOST = 3;',
    replace: 'export const SENDS_MOST = 30;',
    about: 'A post is sent more often than three times.',
  },
  {
    name: 'inferred-number-acted-upon',
    file: 'src/orders/dispatch/outbox.ts',
    find: "\n      AND orders.number_grade <> 'Inferred'",
    replace: '',
    about: 'An order is cancelled by a number that is not proven to be its.',
  },
  {
    name: 'absence-taken-as-cancel',
    file: 'src/orders/reconciliation/order-records/missing-orders.ts',
    find: "  if (timesMissing >= TIMES_MISSING_TOLERATED)\n    draft.openBreak({ type: 'MissingAtExchange', detail });",
    replace: "  if (timesMissing >= 1) draft.applyEvidence('seenCancelled', 'Listed');",
    about: 'An order that a list does not show is taken for a cancelled one.',
  },
  {
    name: 'answers-applied-at-the-end',
    file: 'src/orders/reconciliation/runs/run.ts',
    find: 'return this.context.isDryRun ? [enquiries] : enquiries.map((enquiry) => [enquiry]);',
    replace: 'return [enquiries];',
    about:
      'A cancel leaves while the next order is enquired, and does not know what the last answer has shown.',
  },
  {
    name: 'units-of-a-bare-record-believed',
    file: 'src/orders/order/evidence/record-quantities.ts',
    find: '|| mayBeRemainder(held, shown)) return null;',
    replace: "|| mayBeRemainder({ units: '0' }, shown)) return null;",
    about:
      'A record without matched and pending quantities shows less than we hold: it is taken for the units.',
  },
  {
    name: 'replaced-number-taken-as-cancel',
    file: 'src/orders/reconciliation/order-records/replaced-numbers.ts',
    find: "if ((status !== 'Amended' && !isFilled && !isBefore) || !isUnshown) return false;",
    replace: "if ((status !== 'Amended' && !isFilled && !isBefore) || isUnshown) return false;",
    about:
      'The number that an edit has silently replaced is cancelled, and its order taken for it.',
  },
  {
    name: 'trade-number-proves',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '} else if (hasRecord) {',
    replace: '} else if (hasRecord || isOnly) {',
    about: 'A number that only trades show is taken for the number of the order.',
  },
  {
    name: 'fact-left-out-of-the-trail',
    file: 'src/orders/order/order-store.ts',
    find: 'const entries = withSettled(withChanges(facts, { ...change.order, ...seen }), settled);',
    replace: 'const entries = withSettled(facts, settled);',
    about: 'The trail does not say what changed.',
  },
  {
    name: 'fill-key-without-side',
    file: 'src/orders/breaks/trade-difference.ts',
    find: '  return JSON.stringify([trade.tradeDate, trade.matchingId, trade.orderNumber, trade.side]);',
    replace: '  return JSON.stringify([trade.tradeDate, trade.matchingId]);',
    about: 'Of a trade between two of our clients one side is booked.',
  },
  {
    name: 'posted-on-a-later-day',
    file: 'src/orders/dispatch/send-gates.ts',
    find: "order.tradingDate < at.today ? 'its trading day ended before it could be sent' : null;",
    replace: 'null;',
    about: 'What could not be sent yesterday is sent today.',
  },
  {
    name: 'volume-taken-as-traded',
    file: 'src/orders/fills/trade-row.ts',
    find: "if (compare(units, matchedUnits) <= 0) return 'Trade';",
    replace:
      "if (matchingId !== null) { arguments[0].pendingUnits = null; return 'Trade'; } if (compare(units, matchedUnits) <= 0) return 'Trade';",
    about: 'The volume of a row is booked, whatever its other quantities say.',
  },
  {
    name: 'unreadable-record-is-an-answer',
    file: 'src/orders/reconciliation/plan/enquiry-outcome.ts',
    find: "  if (answer.kind === 'Unreadable') {",
    replace: "  if (answer.kind === 'Unreadable' && answer.why === '') {",
    about: 'A record that cannot be read is an answer, and nobody is told.',
  },
  {
    name: 'units-of-cancelled-ignored',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: "const isOver = isFull || order.status === 'Cancelled'",
    replace: 'const isOver = isFull',
    about: 'Units that were changed elsewhere just before our cancel are never taken over.',
  },
  {
    name: 'listed-whatever-the-list-shows',
    file: 'src/orders/reconciliation/lists/broker-list.ts',
    find: 'if (!isAsHeld && isConfirmedByList(order)) this.left.push(id);',
    replace: '',
    about: 'A list proves an order that it does not show, or shows otherwise.',
  },
  {
    name: 'listed-whatever-is-written',
    file: 'src/orders/order/order-store.ts',
    find: '{ ...order, listedVersion: 0, ...patch }',
    replace: '{ ...order, ...patch }',
    about: 'What was written of an order since is proven by the list before.',
  },
  {
    name: 'price-refused-unseen',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: '    const price = rules.basePriceIsLimit === true ? basePrice : null;',
    replace: '    const price = draft.order.price; void basePrice;',
    about: 'A no to a change of the price is believed though nothing has shown the price.',
  },
  {
    name: 'new-number-believed',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: "  if (request.kind === 'Edit' && isNewNumber(draft, reply.orderNumber)) {",
    replace:
      "  if (request.kind === 'Edit' && isNewNumber(draft, reply.orderNumber)) draft.linkNumber(reply.orderNumber, 'Acknowledged'); if (request.kind === ('' as string) && isNewNumber(draft, reply.orderNumber)) {",
    about: 'An edit gives its order whatever number the acknowledgement names.',
  },
  {
    name: 'acknowledged-cancel-never-looked-at',
    file: 'src/orders/reconciliation/collect/orders-under-review.ts',
    find: "  AND (grade IN ('Acknowledged', 'Operator') OR filled_units <> matched_units",
    replace: "  AND (grade IN ('Operator') OR filled_units <> matched_units",
    about: 'A cancel that is acknowledged is taken to be done.',
  },
  {
    name: 'acknowledged-cancel-looked-at-late',
    file: 'src/orders/reconciliation/runs/run-pacing.ts',
    find: '  const most = pace.confirmingCancel === true ? LONGEST_GAP_TO_CONFIRM_MS : apart;',
    replace: '  const most = apart;',
    about: 'Who has read much lets an acknowledged cancel wait for its next look.',
  },
  {
    name: 'acknowledged-end-kept-against-a-record',
    file: 'src/orders/reconciliation/order-records/apply-record.ts',
    find: '  if (!draft.isWorking || !endedUnderItsNumber(order, rules.mappings)) return;',
    replace: '  if (draft.isWorking || !endedUnderItsNumber(order, rules.mappings)) return;',
    about:
      'An acknowledged end refuses an edit whose terms an enquiry shows, with a side in a word of its own.',
  },
  {
    name: 'throttled-post-taken-as-unsent',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: "  if (sent.kind !== 'Cancel') {",
    replace: "  if (sent.kind === 'Edit') {",
    about: 'A 429 is taken to prove that a post was not taken.',
  },
  {
    name: 'refused-key-taken-as-unsent',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: "    case 'NotSent':\n      requeue",
    replace: "    case 'NotSent':\n    case 'KeyRefused':\n    case 'ScopeRefused':\n      requeue",
    about: 'A refusal of the key is taken to prove that nothing was done.',
  },
  {
    name: 'no-to-a-replaced-number-believed',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: 'return namedNumber === null || namedNumber === draft.order.orderNumber;',
    replace: "return namedNumber !== '' || draft.isWorking;",
    about: 'A no to a cancel of a number that an edit has replaced refuses the cancel.',
  },
  {
    name: 'units-of-the-last-number-alone',
    file: 'src/orders/order/changes/order-change-draft.ts',
    find: 'if (before !== null && before !== orderNumber) {',
    replace: "if (before !== null && orderNumber === '') {",
    about: 'What the new number of an edited order has left is taken for the whole order.',
  },
  {
    name: 'quantity-always-ordered',
    file: 'src/orders/order/evidence/record-quantities.ts',
    find: 'if (fits) return held.units;',
    replace: 'if (fits) return shown.units;',
    about: 'Quantity is taken for all units of the order, whatever else the record shows.',
  },
  {
    name: 'shown-and-booked-counted-twice',
    file: 'src/orders/fills/executions.ts',
    find: '    matchedUnits: larger(order.matchedUnits, filledUnits),',
    replace: '    matchedUnits: add(order.matchedUnits, fill.units),',
    about: 'An execution that a record has shown already is counted once more when it is booked.',
  },
  {
    name: 'sent-while-number-is-claimed',
    file: 'src/orders/dispatch/outbox.ts',
    find: "(other.kind = 'Post' OR other.candidate IS NOT NULL OR order_requests.kind <> 'Cancel')",
    replace: "(other.kind = 'Post' OR order_requests.kind <> 'Cancel')",
    about: 'An order that an edit may have given another number is cancelled by its old one.',
  },
  {
    name: 'refusal-believed-after-one-search',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '    if (!isNothingAgain(draft, request, rules, notBefore)) return draft.change();\n    draft.refuse(request, reason);\n    draft.applyEvidence(',
    replace: '    draft.refuse(request, reason);\n    draft.applyEvidence(',
    about: 'A no is believed when one search has found nothing.',
  },
  {
    name: 'refusal-believed-before-it-can-be-booked',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '    if (!isNothingAgain(draft, request, rules, notBefore)) return draft.change();\n    draft.refuse(request, reason);\n    draft.applyEvidence(',
    replace:
      '    if (!isNothingAgain(draft, request, rules)) return draft.change();\n    draft.refuse(request, reason);\n    draft.applyEvidence(',
    about: 'A no is believed before the exchange can have booked what it refused.',
  },
  {
    name: 'cancelled-before-it-can-be-booked',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: 'request.refusedAtGateway === 1) {\n    if (!isNothingAgain(draft, request, rules, notBefore)) return draft.change();',
    replace:
      'request.refusedAtGateway === 1) {\n    if (!isNothingAgain(draft, request, rules)) return draft.change();',
    about: 'A post that met a 429 counts as cancelled before the exchange can have booked it.',
  },
  {
    name: 'reopened-post-sent-again',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  const refusalPending = 1;',
    replace: '  const refusalPending = post.refusalPending;',
    about: 'A post whose cancel was done, and that may be there after all, is sent again.',
  },
  {
    name: 'sighting-forgotten',
    file: 'src/orders/reconciliation/unknown-outcomes/candidates.ts',
    find: 'return [...candidates, ...(await goneFrom(unit, sightings, input, new Set(numbers)))];',
    replace: 'return candidates;',
    about: 'What was seen and is shown no more cannot be the order.',
  },
  {
    name: 'old-account-list-believed',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: '  return asOf !== null && notedEntry !== null && notedEntry < asOf;',
    replace: '  return true;',
    about: 'An old list of the account excludes what the list of the broker shows.',
  },
  {
    name: 'changed-units-keep-the-number',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: '  if (draft.isWorking) doubtNumberBy(draft, source, record.askedAt, why);',
    replace: '',
    about: 'Units that nobody here has asked for are taken over, and the number is acted upon.',
  },
  {
    name: 'booked-beside-a-contradiction',
    file: 'src/orders/reconciliation/trades/trade-rows.ts',
    find: 'readable.filter(({ row }) => !doubted.has(row.orderNumber));',
    replace: 'readable;',
    about:
      'A row is booked though another of its number shows that its quantities mean something else.',
  },
  {
    name: 'inferred-number-as-certain',
    file: 'src/orders/order-numbers/number-proof.ts',
    find: "return proof !== 'Inferred' && proof !== 'Doubtful';",
    replace: "return proof !== 'Doubtful';",
    about: 'Callers are told as certain what stands under a number that is merely inferred.',
  },
  {
    name: 'inferred-number-as-acknowledged',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  draft.linkNumber(orderNumber, grade);',
    replace: "  draft.linkNumber(orderNumber, 'Acknowledged');",
    about: 'A number that a search has found counts as one that the exchange has acknowledged.',
  },
  {
    name: 'edited-price-never-doubted',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: "compare(basePrice, priceBefore) === 0 && priceGrade === 'Acknowledged'",
    replace: "basePrice === '' && priceGrade === 'Acknowledged'",
    about:
      'An edit of the price that was acknowledged is certain, though enquiries show that it was not done.',
  },
  {
    name: 'shared-number-acted-upon',
    file: 'src/orders/reconciliation/lists/broker-list.ts',
    find: 'return others.some((row) => !isSameSideSecurityUnits(first, row));',
    replace: 'return others.length > 99;',
    about: 'A number under which the list shows two working orders is acted upon.',
  },
  {
    name: 'other-sides-letter-ignored',
    file: 'src/orders/order-numbers/number-proof.ts',
    find: 'isOtherOrder(order, shown) || abbreviatesOtherSide(shown.side, order.side);',
    replace: 'isOtherOrder(order, shown);',
    about:
      'A record under our number whose side is the beginning of the other one, in a word that nobody has explained, stops no call.',
  },
  {
    name: 'inferred-number-not-told',
    file: 'src/orders/reconciliation/unknown-outcomes/inferred-numbers.ts',
    find: "orderNumber === null || numberGrade !== 'Inferred') return null;",
    replace: "orderNumber === null || numberGrade !== 'Operator') return null;",
    about: 'An order whose number is only inferred stays so, and nobody is told.',
  },
  {
    name: 'others-working-row-ignored',
    file: 'src/orders/reconciliation/lists/broker-list.ts',
    find: "isOtherOrder(order, row) && evidenceOfStatus(row.statusWord, mappings) !== 'seenCancelled'",
    replace:
      "isOtherOrder(order, row) && evidenceOfStatus(row.statusWord, mappings) === 'seenOpen'",
    about: "Another order's row under our number is held against it only under a word we know.",
  },
  {
    name: 'several-orders-rule-each-other-out',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "if (seen.isOfSeveral && hasUnits(wanted, seen.units)) return 'perhaps';",
    replace: '',
    about: 'What one order shows under a number rules out another one under the same number.',
  },
  {
    name: 'trade-of-another-account-rules-out',
    file: 'src/orders/reconciliation/unknown-outcomes/candidates.ts',
    find: 'isOfSeveralAccounts(rows, ofAccount.length > 0 ? order.accountNumber : null)',
    replace: 'false',
    about: 'A trade of another account under a number rules out our order under the same number.',
  },
  {
    name: 'odd-acknowledgement-keeps-the-number',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: "      doubtNumberBy(draft, 'OrderEnquiry', draft.at.database, irregularity.text);",
    replace: '',
    about: "After an edit was acknowledged as another order's the old number is still acted upon.",
  },
  {
    name: 'unexplained-word-keeps-a-cancel',
    file: 'src/orders/reconciliation/order-records/unexplained-status.ts',
    find: "status === 'Cancelled' && grade === 'Acknowledged' && isUnexplained",
    replace: "status === 'Cancelled' && grade === 'Expired' && isUnexplained",
    about: 'A list that has another word for a cancelled order says nothing about its cancel.',
  },
  {
    name: 'copied-rows-booked',
    file: 'src/orders/fills/possible-copies.ts',
    find: 'if (exceedsUnits || !isProven) {',
    replace: 'if (exceedsUnits && !areTrades && !isCopy(row)) {',
    about: 'A trade that stands in the rows again under another matching id is booked once more.',
  },
  {
    name: 'resent-before-it-can-be-booked',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  return sentAt + takesLateMs + answersLateMs;',
    replace: '  return sentAt - takesLateMs - answersLateMs;',
    about:
      'A post is resent before the exchange can have booked the last send, and both are taken.',
  },
  {
    name: 'rows-without-an-id-ignored',
    file: 'src/orders/reconciliation/trades/unbooked-rows.ts',
    find: '      orders.push(orderId);\n      await this.change(orderId, (state, at) => reportUnread(state, rows, askedDate, at));',
    replace: "      if (rows.units === '') orders.push(orderId);",
    about: 'Trades without a matching id are not booked, and nobody is told.',
  },
  {
    name: 'trade-at-the-limit-before-believed',
    file: 'src/orders/fills/limit-evidence.ts',
    find: '  if (isUnderEarlierLimit(draft, worst, finished)) return doubtLastEdit(draft, worst);',
    replace: '  if (isUnderEarlierLimit(draft, worst, finished)) return;',
    about: 'A trade beyond the limit that an edit has just set is taken to be of before the edit.',
  },
  {
    name: 'earlier-edit-forgotten',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "const mayBeEarlier = earlierEdit !== null && seenBefore(earlierEdit, seen) !== 'yes';",
    replace: 'const mayBeEarlier = earlierEdit?.sentAt === -1;',
    about:
      'A number that an acknowledged edit has given the order is no candidate when the next edit is unknown.',
  },
  {
    name: 'unexplained-units-keep-the-number',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: '  return compare(record.units, order.units) !== 0 && compare(record.units, left) !== 0;',
    replace: '  return compare(record.units, left) === -2;',
    about:
      'An enquiry shows units that nobody here has asked for, and a cancel is sent by the number.',
  },
  {
    name: 'reopened-cancel-as-certain',
    file: 'src/orders/order/changes/order-change-draft.ts',
    find: "    if (before === 'Cancelled' && isWorking(status)) this.contest(word, evidence);\n",
    replace: '',
    about:
      'An order that was cancelled is certain to work again by the next record that shows it so.',
  },
  {
    name: 'filled-by-an-unshown-edit',
    file: 'src/orders/fills/executions.ts',
    find: 'if (isNew && isEditUnshown(draft.order)) {',
    replace: "if (isNew && draft.order.id === '') {",
    about: 'Trades fill an order by the units of an edit that no record has shown.',
  },
  {
    name: 'first-seen-as-another-order',
    file: 'src/orders/reconciliation/unknown-outcomes/candidates.ts',
    find: 'sightings.firstSeen(unit, numbers, tradingDate, order)',
    replace: 'sightings.firstSeen(unit, numbers, tradingDate)',
    about: 'A number that was first shown as another order was there before ours.',
  },
  {
    name: 'third-price-believed',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: '  if (priceBefore !== null && compare(shown, priceBefore) === 0) return;\n  draft.set({ priceGrade:',
    replace: '  if (priceBefore !== null) return;\n  draft.set({ priceGrade:',
    about: 'An edited price is acknowledged, though BasePrice shows a third one.',
  },
  {
    name: 'number-of-two-brokers-believed',
    file: 'src/orders/reconciliation/trades/traded-numbers.ts',
    find: '  if (byNumber.size === 0) return [];',
    replace: '  if (byNumber.size >= 0) return [];',
    about:
      'A call names a number under which trades show another broker, and no enquiry has shown ours.',
  },
  {
    name: 'alike-order-of-another-broker-believed',
    file: 'src/orders/reconciliation/trades/traded-numbers.ts',
    find: '(row) => !isOtherOrder(order, row) && units.some((wanted) => mayHaveUnits(row, wanted)),',
    replace:
      '(row) => isOtherOrder(order, row) && units.some((wanted) => mayHaveUnits(row, wanted)),',
    about:
      "A number is believed by an enquiry that may show another broker's order with the same terms.",
  },
  {
    name: 'lists-against-a-cancel-ignored',
    file: 'src/orders/reconciliation/apply/closed-but-listed.ts',
    find: 'if (!isByRecords) return isContradictedForLong(known, orderId, clock);',
    replace: 'if (!isByRecords || orderId) return isContradictedForLong(known, orderId, clock);',
    about: 'A cancelled order is certain while list after list shows it working.',
  },
  {
    name: 'contradicting-lists-ignored',
    file: 'src/orders/reconciliation/plan/enquiry-outcome.ts',
    find: 'return contradicted !== null || (absent && history.contradicted > 0);',
    replace: "return contradicted === 'Word' && !absent && history.contradicted >= 0;",
    about: 'An order stays certain while list after list shows it otherwise than enquiries do.',
  },
  {
    name: 'answer-for-an-earlier-order-alone',
    file: 'src/orders/reconciliation/runs/run.ts',
    find: 'if (owner === null || owner === question.orderId || !isReviewed) continue;',
    replace: "if (owner !== '' || !isReviewed) continue;",
    about:
      'What an enquiry for an order of an earlier day shows is not applied to the order that has its number today.',
  },
  {
    name: 'number-proven-by-a-trade',
    file: 'src/orders/fills/limit-evidence.ts',
    find: 'if (!mayHaveOtherNumber) proveEdit(draft, open, worst);',
    replace: `if (worst.units !== '' || mayHaveOtherNumber) {
      proveEdit(draft, open, worst);
      draft.set({ editAcknowledgedAt: null });
    }`,
    about:
      'A trade that only an edit allows ends it under the old number, though the exchange has named another, and the end of the old number ends the order.',
  },
  {
    name: 'earlier-matches-counted-twice',
    file: 'src/orders/order/evidence/record-quantities.ts',
    find: 'return { ...withEnd(whole, shown, mappings), isAmbiguous: true };',
    replace: 'return ofNumber;',
    about:
      'What the record of a cancelled order counts of earlier numbers is added once more, though only trades can tell.',
  },
  {
    name: 'more-left-than-the-whole',
    file: 'src/orders/order/evidence/record-quantities.ts',
    find: 'compare(whole.units, held.units) === 0 && !isMoreLeft;',
    replace: 'compare(whole.units, held.units) === 0;',
    about:
      'A record whose pending units are more than the order can have left is taken for that of the whole order.',
  },
  {
    name: 'end-of-an-earlier-number-shows-an-edit',
    file: 'src/orders/reconciliation/order-records/replaced-numbers.ts',
    find: 'return isEnd && hasUnknownEdit && !isClosed(order.status) && mayHaveOtherNumber(order, rules);',
    replace: 'return false;',
    about:
      'The end of a number that the last acknowledged edit may have replaced proves a later edit back to the units of before.',
  },
  {
    name: 'number-of-two-brokers-linked',
    file: 'src/orders/reconciliation/apply/record-writer.ts',
    find: 'if (isTaken || this.mayShowOtherBrokers(state, record)) return null;',
    replace: 'if (isTaken) return null;',
    about:
      "An enquiry links a number under which today's trades have shown an order of another broker with the same terms.",
  },
  {
    name: 'price-of-another-desk-before-an-edit-shows',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: `  // The last edit may not have been done: \`reportEdited\` tells of that.
  if (priceBefore !== null && compare(basePrice, priceBefore) === 0) return;`,
    replace: '  if (priceBefore !== null) return;',
    about:
      'A third price under BasePrice, which has followed our edits, is overlooked until something has shown the last edit.',
  },
  {
    name: 'end-with-the-price-of-before-believed',
    file: 'src/orders/reconciliation/order-records/replaced-numbers.ts',
    find: 'mayShowTermsBefore(order, record, rules);',
    replace: 'showsOtherUnits(order, record, rules);',
    about:
      'The end of a number with the limit of before an edit of the price is taken for that of the order, which works under another number.',
  },
  {
    name: 'executed-units-shown-for-those-of-an-edit',
    file: 'src/orders/reconciliation/order-records/replaced-numbers.ts',
    find: '  if (showsExecutedAlone(order, record, rules.mappings)) return true;\n',
    replace: '',
    about:
      'The end of a number that counts only what was executed is taken for that of the order, whose edit may have given it another number.',
  },
  {
    name: 'units-before-an-edit-forgotten',
    file: 'src/orders/reconciliation/order-records/replaced-numbers.ts',
    find: 'const hasNewUnits = isOfLastEdit && order.unitsBefore !== null;',
    replace: "const hasNewUnits = isOfLastEdit && order.unitsBefore === '';",
    about:
      'Of an edit of the units alone the price, which is as it was, is taken to show that the number that has ended is the edited one.',
  },
  {
    name: 'stray-trade-of-nobody',
    file: 'src/orders/fills/stray-trades.ts',
    find: '  return shownPending === null || compare(matchedUnits, filledUnits) > 0;',
    replace: '  return compare(matchedUnits, filledUnits) > 0;',
    about:
      'A trade of our client under an unknown number leaves his orders certain, though no record shows how much of them is matched.',
  },
  {
    name: 'list-against-a-filled-order-ignored',
    file: 'src/orders/reconciliation/order-records/unexplained-status.ts',
    find: "  return status === 'Filled' || status === 'Cancelled';",
    replace: "  return status === 'Cancelled';",
    about: 'A filled order is certain while list after list shows it working.',
  },
  {
    name: 'other-units-taken-for-the-order',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "  if (!hasUnits(wanted, seen.units)) return ours ? 'perhaps' : 'no';\n",
    replace: '',
    about: 'A search takes a number for the order that a list shows with other units.',
  },
  {
    name: 'another-limit-taken-for-the-order',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "  if (resting.some((row) => isAnother(limitShown(row), wanted.price, compare))) return 'perhaps';\n",
    replace: '',
    about: "A search takes a number for the order that the day's trades show with another limit.",
  },
  {
    name: 'empty-day-taken-for-an-answer',
    file: 'src/orders/reconciliation/trades/watch-trade-corrections.ts',
    find: '    return doubted || isEmptyEarlier\n',
    replace: '    return doubted || (isEmptyEarlier && left.length > 0)\n',
    about:
      'An empty list of an earlier day shows that nothing was traded which could not be booked: the orders are certain without it.',
  },
  {
    name: 'no-to-a-cancel-believed-at-once',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: "    if (showsNothing(draft, record, rules)) draft.refuse(request, request.reason ?? 'refused');",
    replace: "    draft.refuse(request, request.reason ?? 'refused');",
    about: 'A no to a cancel is believed before the record must show that it was done.',
  },
  {
    name: 'number-given-by-an-edit-forgotten',
    file: 'src/orders/reconciliation/apply/renumbered.ts',
    find: '  return externalOrders.mayInclude(reading, { order, requests });',
    replace: '  return false;',
    about:
      'An edit is called refused, although a number that nobody here has shows what it asked for.',
  },
  {
    name: 'number-of-trades-taken-for-a-post',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  const { orderNumber, isOnly, hasRecord } = found;',
    replace: '  const { orderNumber, isOnly } = found;\n  const hasRecord = true;',
    about:
      'A lost post has a number that only trades show, though they may have numbers of their own.',
  },
  {
    name: 'edit-ended-under-a-doubted-number',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-edits.ts',
    find: '} else if (isNumberDoubted(order)) {',
    replace: '} else if (order.numberDoubt === undefined && isNumberDoubted(order)) {',
    about:
      'An edit is refused because its order has ended under a number that another order has by now.',
  },
  {
    name: 'other-units-are-another-order',
    file: 'src/orders/reconciliation/external-orders/external-orders.ts',
    find: '  if (shownAccount !== null) return isSameAccount(shownAccount, accountNumber);',
    replace:
      '  if (shownAccount !== null && !isSameAccount(shownAccount, accountNumber)) return false;',
    about:
      'The new number of an edited order is not it, because another desk has changed its units.',
  },
  {
    name: 'contradicted-record-refuses',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: '  if (rules.contradiction !== undefined) return false;\n',
    replace: '',
    about: 'A request is refused by an enquiry that lists contradict.',
  },
  {
    name: 'unconfirmed-record-refuses',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: '  if (rules.mayBeDone === true) return false;\n',
    replace: '',
    about: 'A request is refused by an enquiry that no list confirms.',
  },
  {
    name: 'units-of-nobody-keep-the-number',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: '    doubtUnitsOfNobody(draft, record, rules);\n',
    replace: '',
    about: 'A number keeps units that neither the order nor its edit of unknown outcome has.',
  },
  {
    name: 'missing-order-expires',
    file: 'src/orders/reconciliation/order-records/day-end.ts',
    find: '  if (missingSince !== null && closesAt !== null && missingSince < closesAt)',
    replace: '  if (missingSince !== null && missingSince < 0)',
    about: 'An order expires with its day, though it was gone before.',
  },
  {
    name: 'executed-units-fill-an-order-of-more',
    file: 'src/orders/order/evidence/record-quantities.ts',
    find: '  if (isCancelled && mayBeExecutedOfMore(held, shown)) return null;',
    replace: '  if (isCancelled && !isCancelled && mayBeExecutedOfMore(held, shown)) return null;',
    about: 'A cancelled order is filled by what was executed of more units than we knew.',
  },
  {
    name: 'contradiction-forgotten-without-a-list',
    file: 'src/orders/reconciliation/plan/enquiry-outcome.ts',
    find: '    return isKept ? { ...NO_HISTORY, contradicted: history.contradicted } : NO_HISTORY;',
    replace: '    return isKept ? NO_HISTORY : { ...NO_HISTORY };',
    about: 'Lists that contradict enquiries are forgotten as soon as one is not answered.',
  },
  {
    name: 'shown-limit-forgotten-by-a-restart',
    file: 'src/orders/reconciliation/apply/resting-rows.ts',
    find: "  return priceGrade === 'Shown' && !basePriceIsLimit && !polling.basePriceFollows.has(id);",
    replace: '  return false;',
    about: 'After a restart nobody knows that rows of an order have shown its limit.',
  },
  {
    name: 'acknowledged-alone-expires',
    file: 'src/orders/reconciliation/order-records/day-end.ts',
    find: '  return shownWorkingAt === null;',
    replace: '  return shownWorkingAt !== null && shownWorkingAt < 0;',
    about: 'An order expires with its day, though no answer has ever shown it working.',
  },
  {
    name: 'overfill-refuses-a-cancel',
    file: 'src/orders/fills/executions.ts',
    find: "  if (status !== 'Filled' || grade !== 'Traded' || compare(filledUnits, units) > 0) return;",
    replace:
      "  if (status !== 'Filled' || grade !== 'Traded' || compare(filledUnits, units) < 0) return;",
    about: 'A cancel is refused because more was traded than the units that we know of.',
  },
  {
    name: 'other-units-refuse-a-cancel',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: `  if (mayWorkUnderAnother(rules) || isNumberDoubted(order)) return false;
  if (showsOtherUnits(order, record, rules)) return false;`,
    replace: '  if (mayWorkUnderAnother(rules)) return false;',
    about: 'A cancel is refused by an enquiry that shows units of before an edit of ours.',
  },
  {
    name: 'contradiction-ends-without-a-list',
    file: 'src/orders/reconciliation/plan/enquiry-outcome.ts',
    find: "  return answer.kind === 'Record' && absence.listAskedAt === null ? history.contradicted : 0;",
    replace:
      "  return answer.kind === 'Empty' && absence.listAskedAt === null ? history.contradicted : 0;",
    about:
      'An enquiry is believed against lists that contradicted it, in a pass that no list answered.',
  },
  {
    name: 'lists-forgotten-by-a-restart',
    file: 'src/orders/reconciliation/plan/enquiry-outcome.ts',
    find: '  return (isFirstList ? Math.max(contradicted, 1) : contradicted) + 1;',
    replace: '  return (isFirstList ? Math.max(contradicted, 0) : contradicted) + 1;',
    about: 'After a restart a list that contradicts is taken for the first that does.',
  },
  {
    name: 'found-number-of-two-brokers-believed',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-posts.ts',
    find: '  if (otherBrokers !== undefined) doubtTwoBrokers(draft, { ...otherBrokers, isAgain: false });',
    replace: '  if (otherBrokers !== undefined) draft.closeBreaks("IdentityMismatch");',
    about:
      "A cancel that waited goes by a number that a search has found, and another broker's order has too.",
  },
  {
    name: 'fewer-matched-refuse-a-cancel',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: '  return matchedUnits !== null && compare(matchedUnits, order.matchedUnits) < 0;',
    replace:
      '  return matchedUnits === null && compare(order.matchedUnits, order.matchedUnits) < 0;',
    about: 'A cancel is refused by an enquiry that shows fewer matched units than are proven.',
  },
  {
    name: 'unasked-end-refuses-an-edit',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-edits.ts',
    find: '  if (editKeepsNumber === true || refusalPending === 1 || refusedAtGateway === 1) return false;',
    replace:
      '  if (editKeepsNumber !== undefined || refusalPending === 1 || refusedAtGateway === 1) return false;',
    about:
      'A lost edit is refused because its order was cancelled, though nobody here has asked for it.',
  },
  {
    name: 'taken-though-both-numbers-worked',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: '  if (possible.some(({ seen }) => wasThereBeside(wanted.shownWorkingAt, seen, search)))',
    replace: '  if (possible.some(({ seen }) => wasThereBeside(null, seen, search)))',
    about: 'An order that works beside the one that was edited is what the edit has made of it.',
  },
  {
    name: 'edit-taken-for-a-twin-of-a-post',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "    const isTwin = other.kind === 'Post' && targetKey(other) === key;",
    replace: '    const isTwin = targetKey(other) === (key ?? targetKey(wanted));',
    about: 'A lost post and a lost edit to the same terms take the numbers in sending order.',
  },
  {
    name: 'answer-to-an-earlier-claim-believed',
    file: 'src/orders/dispatch/call-outcome.ts',
    find: "const isLate = request.claimNumber !== claimNumber || request.state !== 'Sent';",
    replace: "const isLate = request.claimNumber < claimNumber || request.state !== 'Sent';",
    about:
      'A process that was given up takes its answer for that of the claim that came after its own.',
  },
  {
    name: 'sent-after-its-window',
    file: 'src/infra/exchange/client/call-journal.ts',
    find: 'if (this.clock.steady() > call.sendBefore) {',
    replace: 'if (this.clock.steady() > call.sendBefore + 600_000) {',
    about: 'A process that stood still sends a call that others have given up meanwhile.',
  },
  {
    name: 'traded-after-a-cancel-ignored',
    file: 'src/orders/order/changes/order-change-draft.ts',
    find: '    if (isLateTrade) this.doubtEndAlone();',
    replace: '    if (isLateTrade && grade !== grade) this.doubtEndAlone();',
    about:
      'A cancel that nothing but its acknowledgement shows is certain, though trades came later.',
  },
  {
    name: 'claimed-by-the-wall-clock',
    file: 'src/orders/dispatch/send-policy.ts',
    find: '    claimedAt: at.database,',
    replace: '    claimedAt: at.wall,',
    about:
      'When a post was sent is told by a clock that may be wrong: searches are late too early.',
  },
  {
    name: 'lost-claim-left-at-a-start',
    file: 'src/orders/dispatch/dispatcher.ts',
    find: '    const alone = atStart && this.database.engine === ',
    replace: '    const alone = atStart && this.database.engine !== ',
    about:
      'What a process that ended has left in flight is not told of before a call can last no longer.',
  },
  {
    name: 'lease-given-up-for-ever',
    file: 'src/orders/reconciliation/runs/reconciler.ts',
    find: '    if (this.unanswered < UNANSWERED_MOST) return false;\n    this.unanswered = 0;',
    replace: '    if (this.unanswered < UNANSWERED_MOST) return false;',
    about:
      'Whoever got no answers gives the lease up each time that it has it: nobody polls any more.',
  },
  {
    name: 'first-shown-with-other-units-believed',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: 'doubtFirstShown(draft, record, rules) || doubtNumberLeft',
    replace: 'doubtNumberLeft',
    about:
      'The acknowledgement of a post has named another order, and its units are taken for ours that somebody has changed.',
  },
  {
    name: 'number-of-other-accounts-believed',
    file: 'src/orders/dispatch/dispatcher.ts',
    find: '    return accounts.length > 0 && !accounts.some',
    replace: '    return accounts.length < 0 && !accounts.some',
    about: 'An acknowledged number is believed though it was shown for other accounts alone.',
  },
  {
    name: 'third-price-believed-while-records-may-lag',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: '  if (isSoon) doubtThirdPrice(',
    replace: "  if (isSoon && basePrice === '') doubtThirdPrice(",
    about:
      'A third price under BasePrice, which shows limits, is overlooked so soon after an edit.',
  },
  {
    name: 'cancelled-again-whoever-has-the-number',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: "isResendDecided(draft, request) || accountShows === 'NotAsked') return;\n  if (accountShows === 'NotShown')",
    replace:
      "isResendDecided(draft, request)) return;\n  if (accountShows === 'NotShown' && request.sends < 0)",
    about:
      'A lost cancel is sent once more though the list of its account does not show the order.',
  },
  {
    name: 'cancelled-again-with-other-units',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: "  if (draft.hasOpenBreak('UnitsMismatch')) {",
    replace: "  if (request.sends < 0 && draft.hasOpenBreak('UnitsMismatch')) {",
    about: 'A lost cancel is sent once more to what is shown with units of nobody here.',
  },
  {
    name: 'number-that-works-again-believed',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: "before.status !== 'Cancelled' || !wasShownCancelled(before, rules))",
    replace: "before.status !== 'Cancelled' || wasShownCancelled(before, rules))",
    about: 'A number that was shown cancelled, and is shown working, is that of the same order.',
  },
  {
    name: 'next-owner-of-a-cancelled-number-believed',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: 'reopensOnLaterDay(draft, record, rules) || doubtNextOwner(draft, record, rules)',
    replace: 'reopensOnLaterDay(draft, record, rules)',
    about:
      'What works under the number of a cancelled order, with other units or with others matched, is that order.',
  },
  {
    name: 'number-called-right-later-doubted-again',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: '  if (rules.isCalledRightLater !== true ||',
    replace: '  if (rules.isCalledRightLater !== false ||',
    about:
      'People who have called the number of a day order right on a later day are asked again by each record of its end.',
  },
  {
    name: 'another-listed-under-the-number-waits',
    file: 'src/orders/reconciliation/lists/broker-list.ts',
    find: '    if (isWorking(order.status) && isItsOwn && isOtherOrder(order, row))',
    replace: "    if (isWorking(order.status) && id === '' && isOtherOrder(order, row))",
    about:
      'A list shows another security under the number, and calls leave by it until an enquiry has been answered.',
  },
  {
    name: 'price-at-the-end-ignored',
    file: 'src/orders/reconciliation/order-records/record-and-requests.ts',
    find: "  if (priceGrade === 'Doubtful' || !changesPrice(draft, request)) return;",
    replace: "  if (priceGrade !== 'Doubtful' || !changesPrice(draft, request)) return;",
    about:
      'An edit is called refused, though the record that ended its order has its price, because no other number is shown.',
  },
  {
    name: 'fewer-matched-believed',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: '  return compare(matchedUnits, shownMatched) < 0;',
    replace: '  return compare(matchedUnits, shownMatched) < -1;',
    about: 'A record with less matched than an earlier one of the number is of the same order.',
  },
  {
    name: 'other-terms-confirmed-by-the-account',
    file: 'src/orders/reconciliation/order-records/listed-by-account.ts',
    find: '  if (isShown && !isAnother) confirmNumber',
    replace: '  if (isShown && isAnother === isAnother) confirmNumber',
    about:
      "A number shown with other units and at another price is the order's, because the list of its account has it.",
  },
  {
    name: 'number-that-came-back-believed',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: '  if (missingSince === null || shownWorkingAt === null || !draft.isWorking) return;\n  const why',
    replace:
      '  if (missingSince !== null || shownWorkingAt !== null || !draft.isWorking) return;\n  const why',
    about: 'A number that was shown no more, and is shown again, is that of the same order.',
  },
  {
    name: 'unfiltered-account-list-believed',
    file: 'src/orders/reconciliation/unknown-outcomes/account-lists.ts',
    find: '    if (other !== undefined) filtered.set(',
    replace: "    if (other?.orderNumber === '') filtered.set(",
    about: 'A list of an account that shows orders of other accounts tells whose a number is.',
  },
  {
    name: 'trade-of-more-than-the-order-booked',
    file: 'src/orders/fills/misnamed-orders.ts',
    find: '  return row.orderNumber === orderNumber && compare(row.units, most) > 0;',
    replace: '  return row.orderNumber !== orderNumber && compare(row.units, most) > 0;',
    about:
      'The first trade under an acknowledged number is booked though it is of more units than the order can have.',
  },
  {
    name: 'booked-under-a-contradicted-number',
    file: 'src/orders/fills/misnamed-orders.ts',
    find: '  return isUnshown(order) && isDoubtful && !isLookedFor(order);',
    replace: "  return isUnshown(order) && isDoubtful && order.units === '';",
    about:
      'A trade is booked under an acknowledged number that lists contradict, before an enquiry has shown it.',
  },
  {
    name: 'units-of-an-edit-that-ended-unshown',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-edits.ts',
    find: '  if (mayHaveHadMore(order, wanted, record, rules)) return null;\n',
    replace: "  if (wanted === '' && mayHaveHadMore(order, wanted, record, rules)) return null;\n",
    about:
      'The new number of an edit is first shown cancelled with a part matched, and its units are taken for those of the whole order.',
  },
  {
    name: 'traded-under-a-doubtful-number-booked',
    file: 'src/orders/fills/misnamed-orders.ts',
    find: ' || order.numberDoubt !== null;',
    replace: ';',
    about:
      'Trades are booked under an acknowledged number that nothing has shown, and that another acknowledgement names as well.',
  },
  {
    name: 'changed-under-a-shared-number-is-nothing',
    file: 'src/orders/reconciliation/unknown-outcomes/match.ts',
    find: "if (seen.isOfSeveral && isShownForAccount(wanted, seen)) return 'perhaps';",
    replace: '',
    about:
      'A lost post of which another desk has changed the units is not there, because its number was given to another order as well.',
  },
  {
    name: 'units-of-before-show-nothing',
    file: 'src/orders/reconciliation/order-records/apply-record.ts',
    find: 'const isAsBefore = showsUnitsBeforeEdit(order, record, rules.mappings);',
    replace: 'const isAsBefore = false;',
    about:
      'An acknowledged edit was not done, the order works on with the units of before, and an order beside it is taken for what a lost edit has made of it.',
  },
  {
    name: 'left-number-is-read',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: ' || doubtNumberLeft(draft, record, rules);',
    replace: ';',
    about:
      'An edit was acknowledged under another number, and what is shown of the next owner of the old one is taken for the order.',
  },
  {
    name: 'earlier-limit-is-any-price',
    file: 'src/orders/reconciliation/apply/base-prices.ts',
    find: 'return named.length > 0 &&',
    replace: 'return named.length < 0 &&',
    about:
      'An enquiry that shows the price of an edit before the last one says nothing against the acknowledged price.',
  },
  {
    name: 'number-called-right-doubted-again',
    file: 'src/orders/reconciliation/order-records/record-ownership.ts',
    find: '  if (rules.isNumberCalledRight === true) return false;\n',
    replace: '',
    about:
      'People say that a number is right, and the next answer like the last one doubts it again.',
  },
  {
    name: 'enlarged-order-stays-filled',
    file: 'src/orders/reconciliation/order-records/reopened-when-filled.ts',
    find: "  if (status !== 'Filled' ||",
    replace: "  if (status === 'Filled' ||",
    about:
      'An order of which people booked more than its units stays Filled, though enquiries show it enlarged and working.',
  },
  {
    name: 'number-believed-by-its-terms',
    file: 'src/orders/reconciliation/unknown-outcomes/named-numbers.ts',
    find: '  if (!isOnlyCandidate || (!basePriceIsReference && showsOtherPrice(order, record))) return null;',
    replace: "  if (record.orderNumber === '') return null;",
    about:
      'The number of an acknowledgement without our reference is believed because the terms under it fit.',
  },
  {
    name: 'named-number-believed-beside-another',
    file: 'src/orders/reconciliation/external-orders/external-orders.ts',
    find: '    return free.length > lookedFor.length;',
    replace: '    return free.length > lookedFor.length + 1_000;',
    about:
      'The number of an acknowledgement without our reference is believed, though another number may as well be the order.',
  },
  {
    name: 'number-of-an-unshown-order-followed',
    file: 'src/orders/reconciliation/unknown-outcomes/unknown-edits.ts',
    find: '  if (!rules.isOnlyCandidate && mayHaveEditedAnothers(order)) return null;',
    replace: "  if (!rules.isOnlyCandidate && order.id === '') return null;",
    about:
      'The new number of an edit is believed, though nothing has shown that the edited number was the order.',
  },
  {
    name: 'edit-shown-elsewhere-ignored',
    file: 'src/orders/reconciliation/order-records/amended-by-exchange.ts',
    find: "  if (isBeforeEdit && rules.editShownElsewhere === 'ForAccount') {",
    replace: "  if (units === '' && rules.editShownElsewhere === 'ForAccount') {",
    about:
      'Units of before an acknowledged edit are taken over, though another number shows what the edit asked for.',
  },
  {
    name: 'unlike-order-under-a-number-ignored',
    file: 'src/orders/reconciliation/unknown-outcomes/candidates.ts',
    find: '      unlike.some((row) => !isLeft(row)) ||\n',
    replace: '',
    about:
      'A lost post is linked to a number under which a list shows an order of another security.',
  },
  {
    name: 'first-trade-beyond-the-limit-booked',
    file: 'src/orders/fills/misnamed-orders.ts',
    find: '  if (!isUnshown(order) || isLookedFor(order)) return false;',
    replace: "  if (!isUnshown(order) || price !== '') return false;",
    about:
      'The first trade under an acknowledged number is booked though it is beyond the limit of the order.',
  },
];
