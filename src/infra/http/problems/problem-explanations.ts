import type { ProblemCode } from './problem.js';

/** What each problem means and what to do about it: the text behind the address in `type`. */
export const EXPLANATIONS: Readonly<Record<ProblemCode, string>> = {
  'validation-failed':
    'A field, a query parameter or a header has a value that is not allowed, is missing, or is not known here. `errors` names each. Correct them and send the request again.',
  'malformed-body': 'The body is not JSON, is nested too deeply, or has a field twice.',
  'malformed-request':
    'The request breaks the rules of HTTP: its first line, a header, or the address cannot be read, or it does not have exactly one Host header.',
  unauthenticated:
    'The request has neither an API key nor a session, or one that is unknown or no longer valid. Send a valid key as Authorization: Bearer <key>, or sign in with it at POST /v1/session.',
  'scope-missing':
    'The key is valid, but does not have the scope that this route needs; `detail` names it. Ask an administrator for a key that has it.',
  'key-bound-to-accounts':
    'The key is bound to accounts: it may post, edit, cancel, enquire and read their orders, follow them on the stream, and read the market. This route shows or changes more than that, or raw replies of the exchange. Ask an administrator for a key of the whole firm.',
  'account-foreign':
    'The key is bound to accounts, and the order is for another one. Nothing was stored of it. Use one of the accounts of the key, exactly as it was given when the key was made.',
  'clients-masked':
    'No role of yours needs to know whose an order is, so names of clients and account numbers are masked for you. Searches by account are refused, because they would tell the account by guessing, and so are texts and files in which nothing can be masked, edits of orders, which limits of accounts may refuse, and a key of your own that is bound to accounts. Hashes of what is masked are `••••`, so exports and proofs of the trail, which have them, are refused, and nothing that has clients in it can be signed or decided by you: a trading day, the adoption of an order. POST /v1/orders/{id}/unmask shows the client of one order, with a reason, which is recorded.',
  'csrf-token-missing':
    'A call with a session, other than GET and HEAD, must carry the csrfToken of the session as the header X-CSRF-Token: that proves that no page of another site has made it. GET /v1/session shows the token. Calls with an API key need none.',
  'foreign-origin':
    'The headers Origin or Sec-Fetch-Site say that a page of another site made this call. Signing in, and calls with a session, are only for the pages of this service. Behind a proxy, let it pass on the Host header.',
  'delegation-not-allowed':
    'The header On-Behalf-Of names the person whom a caller acts for. Only keys that were made with `delegates: true` may send it, because whoever may send it can name anybody. Leave it out, or ask an administrator for such a key.',
  'provider-required':
    'Keys open no session here (`CONSOLE_SIGN_IN=provider`): people sign in at the identity provider, which can ask for a second factor. Keys still open the API, in the header Authorization.',
  'person-required':
    'Breaks are resolved, status words proposed, proposals decided and days signed by persons here (`DECISIONS_BY`), because most of it needs two people, and one human may hold several keys of systems. Use a key of a person, a session, or a key that delegates and names a person.',
  'not-found':
    'There is nothing at this address, or nothing that this key may see. Check the path and the id.',
  'not-found-at-exchange': 'The exchange answered that it does not know what was asked for.',
  'method-not-allowed':
    'The path exists, but not with this method. The header Allow lists the methods that it has.',
  'body-too-large': 'The body is larger than 32 KiB. No request needs that much.',
  'length-required':
    'The body comes in chunks (Transfer-Encoding). Send it with its Content-Length, as clients do that know the body before they send.',
  'headers-too-large': 'The request line and headers together are larger than 16 KiB.',
  'request-timeout':
    'The request did not arrive whole within the time allowed, so its connection was closed. Nothing was done.',
  'unsupported-media-type':
    'The body must be plain JSON: Content-Type: application/json, without a Content-Encoding.',
  'second-person-needed':
    'Whoever proposed something, or caused it, cannot approve it. Another person has to decide.',
  'withdrawal-not-own': 'A proposal is withdrawn by whoever made it. Somebody else may reject it.',
  'last-administrator':
    'After this nobody could administer the service: one key with the scope admin must remain that is not revoked and never expires. Create another one first.',
  'name-taken':
    'The records name persons by their names, and systems by those of their keys. So the name of a person must differ in more than spelling from that of every other person and of every key of a system. Choose another one.',
  'key-ended': 'The API key was revoked or has expired, and stays so. Create a new key.',
  'break-closed': 'The break has been closed, so nothing more can be done about it.',
  'break-open': 'The break is still open, so there is nothing to reopen.',
  'approval-pending':
    'Somebody has already proposed how to end this break, or what becomes of the same order or order number. Approve, reject or withdraw that proposal first.',
  'approval-decided': 'The proposal has already been approved or rejected.',
  'approval-expired': 'The proposal was not decided in time. Make a new one if it is still right.',
  'approval-stale':
    'The order has changed since the proposal was made, so it may no longer be right. Look again and make a new one.',
  'report-changed':
    'The report of the trading day is not the one that was named. `reportHash` names the current one, and `changes` what differs.',
  'day-closed': 'The trading day has been signed off. Nothing about it can be changed.',
  'day-not-settled':
    'Something about the trading day is still open; `detail` says what. Settle it before signing the day off.',
  'checkpoint-impossible':
    'Checkpoints are signed with the key that the audit trail names as its newest. The file MARINA_SIGNING_KEY_FILE of this instance holds another one, the trail has no entry yet, or the database is in memory and has no checkpoints. Ask an instance that has the key, or give it to this one.',
  'proof-impossible':
    'A signed checkpoint covers what was asked for, but the trail does not lead to its root: somebody has changed the database. Verify the trail; `problems` of the answer names the place.',
  'export-unfinished':
    'The export is queued, is being written, or has failed; `detail` says which. Ask GET /v1/audit/exports/{id} until it is Done.',
  'export-elsewhere':
    'The file of an export is on the disk of the instance that wrote it, and this is another one, or the file is no longer there. Ask that instance, or export again.',
  'request-in-progress':
    'The same request, by its `clientOrderId` or Idempotency-Key, is still being stored. Send it again in a moment: the answer is then the same order. This release lets the second one wait for the first instead; be ready for this code all the same.',
  'range-unsatisfiable':
    'The header Range begins after the last byte of the file; Content-Range says how many it has.',
  'resolution-unfit':
    'This way to resolve a break does not apply to its type or to the state of its order.',
  'status-word-unfit':
    "The exchange's status word cannot have this meaning, because the interface documents another.",
  'order-not-working':
    'The order can no longer be edited or cancelled. `orderStatus` is its status.',
  'order-part-filled':
    'A part of the order has been executed, and it is not known whether the exchange takes the units of an edit for the total or for the rest.',
  'order-number-unknown':
    "The exchange's number of the order is not known yet, so nothing can be sent for it. Try again when the order is Open.",
  'units-below-matched': 'An edit cannot reduce an order below the units already matched.',
  'calendar-date-over': 'Only the present day and later ones can be changed in the calendar.',
  'calendar-session-unfit': 'The session given does not fit the kind of day.',
  'security-unknown':
    "The exchange's directory does not list the security. Check the symbol at /v1/market/companies.",
  'time-in-force-unknown':
    'The time in force is not one of those that this service allows (TIME_IN_FORCE).',
  'broker-code-foreign': 'Orders can only be placed under the broker code of this service.',
  'limit-exceeded':
    'The order or the edit is larger, or its price further from the last price, than one order may be. `errors` names the field, the limit (LIMIT_ORDER_UNITS, LIMIT_ORDER_VALUE, which is units times price in Naira, or LIMIT_PRICE_BAND in percent) and whose it is: that of the firm, the key or the account. The smallest of them holds. Nothing was stored of it but an entry in the audit trail. Cancels, and edits that only take units away, are never limited.',
  'last-price-unknown':
    'Prices are checked against the last price (LIMIT_PRICE_BAND of the firm, the key or the account), and the exchange has not told one of the last two minutes, or the security has never traded. Nothing was stored but an entry in the audit trail. Send the same request again after the seconds in Retry-After.',
  'idempotency-key-reused':
    'The clientOrderId or Idempotency-Key was used before, for a request with other content. Use a new one for a new order.',
  'version-stale':
    'The order has changed since the version in If-Match. Read it again and decide again.',
  'budget-exhausted':
    'The exchange allows a limited number of calls a minute, and they are used up. Try again after the seconds in Retry-After.',
  'reconciler-busy':
    'Too many reconciliation runs have been asked for. Try again when one has ended.',
  'exchange-unavailable':
    'The exchange did not answer, or its answer was unusable. Reads can be repeated; orders are never lost by this.',
  'storage-unavailable':
    'The database did not answer. Reads can be repeated. Anything else may have been stored: an order can be repeated unchanged, with the same clientOrderId; look at everything else before you repeat it.',
  'query-timeout':
    'Reading this took longer than a read may, so it was ended. Ask for less: a narrower filter, a smaller `limit`. Or try again after the seconds in Retry-After.',
  'rate-limited':
    'The key or the address has made more requests than it may, or the key has enquired about orders more often than it may in a minute, or the address has given too many wrong keys. RateLimit-Policy says how many are allowed. Nothing was done. Try again after the seconds in Retry-After.',
  'too-many-queued':
    'As many posts of the caller wait to be sent as may (`QUEUED_POSTS_PER_CALLER`). Nothing was stored. Cancel some, or try again when some have been sent.',
  'too-many-edits':
    'An order may be edited 60 times in a minute, and 1,000 times in all. Nothing was done. Try again after the seconds in Retry-After; without that header, cancel the order, which is always possible, and post another one.',
  'too-many-comments':
    'A break may have 60 comments in a minute, and 1,000 in all. Nothing was stored. Try again after the seconds in Retry-After; without that header, the break takes no more.',
  'too-many-assignments':
    'A break may be assigned 60 times in a minute. Nothing was stored. Try again after the seconds in Retry-After.',
  'too-many-streams':
    'The key has as many streams open at this instance as it may. Close one, or read several subjects from one stream.',
  'too-many-exports':
    'The caller has as many exports in the background as it may: in all, or that are queued or being written. Remove one, or wait until one is finished or a day old. Or somebody is downloading an export from this instance, of which one runs at a time: try again after the seconds in Retry-After, or have yours written in the background.',
  overloaded:
    'More is asked of the service than it can do, so it has refused this before looking at it. Nothing was done. Try again after the seconds in Retry-After.',
  'console-not-built':
    'The files of the console are not there. `npm start` builds them; a running service serves them as soon as they are there.',
  'shutting-down':
    'This instance is about to end. Send the request to another one, or in a moment.',
  internal:
    'A defect of the service. Report the request id; the log has the cause. Read the order before repeating a change.',
};
