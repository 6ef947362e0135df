// Generated from scripts/api-types.ts by `npm run api`.
import type { Schemas } from './infra/http/openapi/examples.js';

export const API_SCHEMAS: Schemas = {
  AcceptedGap: {
    type: 'object',
    properties: {
      breakId: { $ref: '#/components/schemas/Id' },
      orderId: { $ref: '#/components/schemas/Id' },
      matchedUnits: {
        $ref: '#/components/schemas/Units',
        description: 'What the exchange says is matched.',
      },
      bookedUnits: { $ref: '#/components/schemas/Units', description: 'What of it is booked.' },
      text: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'Why, in their words.',
      },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names.',
      },
    },
    required: ['breakId', 'orderId', 'matchedUnits', 'bookedUnits', 'text', 'closedBy'],
    description:
      'Two people have accepted that an order has more matched units than booked executions.',
  },
  AccountNumber: {
    type: 'string',
    description: "The client's account at the exchange.",
    examples: ['C0012345'],
  },
  ActorName: {
    type: 'string',
    description:
      'Who has done it: `key:` and the name of a person or of the key of a system, or `system:` and a part of the service.',
    examples: ['key:ada.obi'],
  },
  AdoptedTerms: {
    type: 'object',
    properties: {
      price: { $ref: '#/components/schemas/Price', description: 'Limit price in Naira.' },
      timeInForce: {
        type: 'string',
        description: 'The duration, as the exchange has it.',
        examples: ['Day Order (DO)'],
      },
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      clientName: {
        type: 'string',
        description: 'The name on the account.',
        examples: ['Ada Obi'],
      },
    },
    required: ['price', 'timeInForce', 'accountNumber', 'clientName'],
    description:
      "What the exchange's records do not show of an order, so that people must supply it.",
  },
  ApiKey: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      name: { $ref: '#/components/schemas/PersonName' },
      personId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The person it belongs to; null: a system.',
      },
      scopes: {
        type: 'array',
        items: { type: 'string' },
        description: "What it may do at present; of a person's key no more than its roles allow.",
        examples: [['orders:read', 'orders:write']],
      },
      accounts: {
        $ref: '#/components/schemas/BoundAccounts',
        description: 'The accounts whose orders it is for; null: the whole firm.',
      },
      delegates: {
        type: 'boolean',
        description: 'It may name the person whom it acts for, in `On-Behalf-Of`.',
      },
      state: { $ref: '#/components/schemas/KeyState' },
      createdBy: { $ref: '#/components/schemas/ActorName' },
      createdAt: { $ref: '#/components/schemas/Instant' },
      expiresAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'Null: never.',
      },
      lastUsedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'May be a quarter of an hour too early.',
      },
      previousSecretUntil: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'Until then the secret before the last rotation opens too.',
      },
      revokedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
    },
    required: [
      'id',
      'name',
      'personId',
      'scopes',
      'accounts',
      'delegates',
      'state',
      'createdBy',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
      'previousSecretUntil',
      'revokedAt',
    ],
    description: 'A key as administrators see it, without its secrets.',
  },
  ApiKeyPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/ApiKey' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Approval: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      state: { $ref: '#/components/schemas/ApprovalState' },
      breakId: { $ref: '#/components/schemas/Id' },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'For `adopt`, the id that the order will have.',
      },
      orderVersion: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: "The order's version when proposed.",
      },
      payload: {
        $ref: '#/components/schemas/ProposedDecision',
        description: 'The proposed decision.',
      },
      payloadHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the canonical JSON of the payload.',
      },
      proposedBy: { $ref: '#/components/schemas/ActorName' },
      proposedOnBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the proposer acted for, if it named one.',
      },
      proposedAt: { $ref: '#/components/schemas/Instant' },
      expiresAt: { $ref: '#/components/schemas/Instant' },
      decidedBy: { anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }] },
      decidedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      decision: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What the second person said to it.',
      },
      others: {
        type: 'array',
        items: { $ref: '#/components/schemas/NumberCandidate' },
        description:
          'While it waits, and says what became of a post of unknown outcome: the other numbers that may be the order, as the last search has named them. Not part of what is decided: they change with each search.',
      },
    },
    required: [
      'id',
      'state',
      'breakId',
      'orderId',
      'orderVersion',
      'payload',
      'payloadHash',
      'proposedBy',
      'proposedOnBehalfOf',
      'proposedAt',
      'expiresAt',
      'decidedBy',
      'decidedAt',
      'decision',
      'others',
    ],
  },
  ApprovalPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Approval' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  ApprovalState: {
    type: 'string',
    enum: ['Pending', 'Approved', 'Rejected', 'Expired', 'Stale', 'Withdrawn'],
  },
  Asked: {
    type: 'object',
    properties: {
      what: {
        type: 'string',
        description:
          "The trades of a day, the broker's list, an order and why, or the list of an account.",
        examples: ['account list'],
      },
      accountNumber: {
        anyOf: [{ $ref: '#/components/schemas/AccountNumber' }, { type: 'null' }],
        description: 'Whose list it was; null: of no account.',
      },
      answer: {
        type: 'string',
        description: 'How many rows came back, or why none did.',
        examples: ['12 rows'],
      },
    },
    required: ['what', 'accountNumber', 'answer'],
  },
  Assignment: {
    type: 'object',
    properties: {
      at: { $ref: '#/components/schemas/Instant' },
      by: { $ref: '#/components/schemas/ActorName', description: 'Who did it.' },
      onBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the caller acted for; null: nobody was named.',
      },
      assignee: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: "Whose it was from then on; null: nobody's.",
      },
    },
    required: ['at', 'by', 'onBehalfOf', 'assignee'],
    description: 'Somebody took the break, gave it to another, or gave it back.',
  },
  AttributeScope: {
    anyOf: [
      {
        type: 'object',
        properties: { accountNumber: { type: 'string', description: 'Orders of this account.' } },
        required: ['accountNumber'],
      },
      {
        type: 'object',
        properties: { security: { type: 'string', description: 'Orders of this security.' } },
        required: ['security'],
      },
    ],
    description: 'Orders that have this in common, as far as they still matter.',
    examples: [{ security: 'SD11PLC' }],
  },
  AuditExport: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      state: {
        type: 'string',
        enum: ['Queued', 'Running', 'Done', 'Failed'],
        description: '`Queued` until those before it are written.',
      },
      format: {
        type: 'string',
        enum: ['ndjson', 'csv', 'parquet', 'zip'],
        description: 'How the file is written.',
      },
      filters: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'As they were given.',
        examples: [{ security: 'SD11PLC' }],
      },
      reached: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'Sequence of the last entry that it has read so far, stored once a second; null before it begins. A selection in an archive is read twice.',
      },
      upTo: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'Sequence of the last entry that it can have.',
      },
      entries: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'How many entries it has; null until it is `Done`, and of one that a release before this finished.',
      },
      bytes: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'Size of the file; null until it is `Done`.',
      },
      digest: {
        anyOf: [{ $ref: '#/components/schemas/Sha256' }, { type: 'null' }],
        description: 'Of the file.',
      },
      reason: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'Why it is `Failed`.',
      },
      href: {
        type: 'string',
        description: 'Where the file is.',
        examples: ['/v1/audit/exports/exp_01M7W9V1GHGDXV473P1P44ZYCB/file'],
      },
      file: {
        type: 'string',
        description:
          'What the file is called: the time that it covers in Lagos, its filters in short, and once it is `Done` how many entries it has. It names no account.',
        examples: ['audit-trail_2026-11-01-to-2026-11-26_security-SD11PLC_312-entries.csv'],
      },
      createdAt: { $ref: '#/components/schemas/Instant' },
      finishedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
    },
    required: [
      'id',
      'state',
      'format',
      'filters',
      'reached',
      'upTo',
      'entries',
      'bytes',
      'digest',
      'reason',
      'href',
      'file',
      'createdAt',
      'finishedAt',
    ],
    description: 'An export of the trail that is written in the background.',
  },
  AuditExportPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/AuditExport' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  AuditProof: {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        enum: ['inclusion', 'consistency'],
        description: 'Of an entry (`inclusion`), or of an older checkpoint (`consistency`).',
      },
      proof: {
        type: 'array',
        items: { type: 'string' },
        description: 'The hashes, in base64.',
        examples: [['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=']],
      },
      checkpoint: {
        type: 'string',
        description: 'A signed checkpoint; the newest, unless another was asked for.',
        examples: ['marina/…\n3\n…\n\n— marina/… …\n'],
      },
      entry: { type: 'object', description: 'Of a proof of inclusion: the entry as in an export.' },
      older: {
        type: 'string',
        description: 'Of a proof of consistency: the older checkpoint.',
        examples: ['marina/…\n2\n…\n\n— marina/… …\n'],
      },
    },
    required: ['kind', 'proof', 'checkpoint'],
    description: 'As `docs/audit-format.md` describes; hashes in base64.',
  },
  AuditedEvent: {
    type: 'object',
    properties: {
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'Its place in the whole trail, which has no gaps; a list of some entries has.',
      },
      at: { $ref: '#/components/schemas/Instant' },
      type: { type: 'string', description: 'What happened.', examples: ['FILL'] },
      title: {
        type: 'string',
        description: 'The type in the words of people; of what two people decided, that they did.',
        examples: ['Trade booked'],
      },
      actor: { $ref: '#/components/schemas/ActorName', description: 'Who did it.' },
      keyId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The API key that was used; null for background work.',
      },
      onBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the caller acted for; null: nobody was named.',
      },
      sourceAddress: {
        type: ['string', 'null'],
        description: 'The IP address of the caller; null for background work.',
        examples: ['127.0.0.1'],
      },
      requestId: {
        type: ['string', 'null'],
        description:
          'Of the HTTP request that led to it, or the id of the reconciliation run or of the command; null for other background work.',
        examples: ['3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f'],
      },
      stream: {
        type: 'string',
        description: 'What it is about: the id of an order, a break, a day …',
        examples: ['ord_01M7W9V1GHGDXV473P1P44ZYCB'],
      },
      streamSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'Its place among the entries of the stream.',
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null when the entry is not about an order.',
      },
      cause: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'The sequence of the entry that led to this one; null where that is not known for certain.',
      },
      approval: {
        anyOf: [{ $ref: '#/components/schemas/ProposalId' }, { type: 'null' }],
        description: 'The proposal that it carries out or ends, where two people are needed.',
      },
      explanation: {
        type: ['string', 'null'],
        description: 'The entry as a sentence; null when there is none for its type.',
        examples: ['10,000 units were traded at ₦12.50 on 2026-11-20 (matching id TM000000001).'],
      },
      body: { $ref: '#/components/schemas/Json', description: 'What the entry says, by its type.' },
      hash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the entry and the one before it.',
      },
      order: {
        anyOf: [{ $ref: '#/components/schemas/AuditedOrder' }, { type: 'null' }],
        description:
          'As it is now; null unless `withOrder` asks for it, or when the entry is not about one order.',
      },
      accountNumber: {
        type: ['string', 'null'],
        description:
          'The account that somebody asked for, where the entry is about no order: the trail itself names none. Null unless `withOrder` asks for it, and for readers who may not read orders.',
        examples: ['C0014321'],
      },
    },
    required: [
      'accountNumber',
      'actor',
      'approval',
      'at',
      'body',
      'cause',
      'explanation',
      'hash',
      'keyId',
      'onBehalfOf',
      'order',
      'orderId',
      'requestId',
      'sequence',
      'sourceAddress',
      'stream',
      'streamSequence',
      'title',
      'type',
    ],
    description: 'An entry in the trail, beside the order that it is about.',
  },
  AuditedEventPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/AuditedEvent' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  AuditedOrder: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      clientOrderId: {
        type: 'string',
        description: "The caller's own id of the order.",
        examples: ['web-7731'],
      },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description: "Null: the exchange's number is not known.",
      },
      side: { $ref: '#/components/schemas/Side' },
      security: { $ref: '#/components/schemas/Security' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      accountNumber: {
        type: ['string', 'null'],
        description: 'Null for readers of the trail who may not read orders.',
        examples: ['C0014321'],
      },
      clientName: {
        type: ['string', 'null'],
        description: 'Null for readers of the trail who may not read orders.',
        examples: ['Adaeze Okonkwo'],
      },
    },
    required: [
      'id',
      'clientOrderId',
      'orderNumber',
      'side',
      'security',
      'units',
      'price',
      'accountNumber',
      'clientName',
    ],
    description: 'The order that an entry of the trail is about, as it is now.',
  },
  BestExecution: {
    type: 'object',
    properties: {
      orderId: { $ref: '#/components/schemas/Id' },
      clientOrderId: {
        type: 'string',
        description: "The caller's own id of the order.",
        examples: ['web-7731'],
      },
      accountNumber: {
        type: ['string', 'null'],
        description: 'Null for readers of the trail who may not read orders.',
        examples: ['C0014321'],
      },
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      side: { $ref: '#/components/schemas/Side' },
      security: { $ref: '#/components/schemas/Security' },
      units: { $ref: '#/components/schemas/Units' },
      price: {
        $ref: '#/components/schemas/Price',
        description: 'The limit price, after all edits.',
      },
      status: { $ref: '#/components/schemas/OrderStatus' },
      receivedAt: { $ref: '#/components/schemas/Instant' },
      sentAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When its post was first sent; null: never.',
      },
      executions: { $ref: '#/components/schemas/Executions' },
      quoteAtReceipt: {
        anyOf: [{ $ref: '#/components/schemas/RecordedQuote' }, { type: 'null' }],
        description:
          'The newest recorded quote before it was received, of any day: look at its time. Null: none was recorded.',
      },
      quoteAtSending: {
        anyOf: [{ $ref: '#/components/schemas/RecordedQuote' }, { type: 'null' }],
        description: 'The newest before it was sent.',
      },
      quoteAfterSending: {
        anyOf: [{ $ref: '#/components/schemas/RecordedQuote' }, { type: 'null' }],
        description: 'The first after it was sent.',
      },
      lastQuoteOfDay: {
        anyOf: [{ $ref: '#/components/schemas/RecordedQuote' }, { type: 'null' }],
        description:
          'The last of its trading day: high, low, average and volume of the day as far as they were recorded.',
      },
      againstQuote: {
        anyOf: [{ $ref: '#/components/schemas/ExecutionQuality' }, { type: 'null' }],
        description:
          'Against the other side of the quote at sending, else of the one after; null: there is nothing to compare.',
      },
      againstDay: {
        anyOf: [{ $ref: '#/components/schemas/ExecutionQuality' }, { type: 'null' }],
        description: 'Against `averagePrice` of the last quote of the day.',
      },
    },
    required: [
      'orderId',
      'clientOrderId',
      'accountNumber',
      'tradingDate',
      'side',
      'security',
      'units',
      'price',
      'status',
      'receivedAt',
      'sentAt',
      'executions',
      'quoteAtReceipt',
      'quoteAtSending',
      'quoteAfterSending',
      'lastQuoteOfDay',
      'againstQuote',
      'againstDay',
    ],
    description: 'An order against the market of its time.',
  },
  BestExecutionPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/BestExecution' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  BoundAccounts: {
    anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }],
    description:
      'The accounts whose orders a key is for, exactly as orders give them; null: those of the whole firm.',
    examples: [['C0012345']],
  },
  Break: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      type: { $ref: '#/components/schemas/BreakType' },
      kind: {
        type: ['string', 'null'],
        description: 'Where its type has several kinds.',
        examples: ['PossibleCopy'],
      },
      severity: { $ref: '#/components/schemas/Severity' },
      status: { $ref: '#/components/schemas/BreakStatus' },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null: it is about none of ours.',
      },
      orderNumber: { anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }] },
      detail: {
        type: 'string',
        description: 'What does not agree, for people.',
        examples: ['the exchange has a price of 12.5, we had 12.25'],
      },
      openedAt: { $ref: '#/components/schemas/Instant' },
      seenAt: {
        $ref: '#/components/schemas/Instant',
        description: 'When it was last found to hold.',
      },
      closedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      outcome: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What became of it; null while it is open.',
      },
      version: {
        $ref: '#/components/schemas/Whole',
        description: 'Rises by each change; also the `ETag`.',
      },
      assignee: { anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }] },
      dueAt: {
        $ref: '#/components/schemas/Instant',
        description:
          'When it should be closed, by its severity and the due times that held when it was opened.',
      },
      overdue: { type: 'boolean', description: 'It is open, and should have been closed.' },
      reasonCode: {
        type: ['string', 'null'],
        description: 'Given by whoever closed it.',
        examples: ['ConfirmedByExchange'],
      },
      resolution: {
        type: ['string', 'null'],
        description: 'How people have resolved it; null: they have not.',
        examples: ['close'],
      },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names where it took two people.',
      },
      shown: {
        anyOf: [{ $ref: '#/components/schemas/ExternalOrder' }, { type: 'null' }],
        description: 'An external order, as a list of the exchange last showed it.',
      },
      trade: {
        anyOf: [{ $ref: '#/components/schemas/DisputedTrade' }, { type: 'null' }],
        description:
          'A booked execution that the exchange now shows differently; `shown` null: no longer shown. `booked` null: one that is not booked, because it may repeat another.',
      },
      traded: {
        type: 'array',
        items: { $ref: '#/components/schemas/ExternalOrderTrades' },
        description: 'Trades of the external order by day, until somebody decided.',
      },
      candidates: {
        type: 'array',
        items: { $ref: '#/components/schemas/OrderNumber' },
        description:
          "While it is open: the order numbers that may be its order's, as the last search has named them.",
      },
      mayBeOf: {
        type: 'array',
        items: { $ref: '#/components/schemas/Id' },
        description:
          'While it is open: our orders of unknown outcome that its number may be, by the last searches.',
      },
    },
    required: [
      'id',
      'type',
      'kind',
      'severity',
      'status',
      'orderId',
      'orderNumber',
      'detail',
      'openedAt',
      'seenAt',
      'closedAt',
      'outcome',
      'version',
      'assignee',
      'dueAt',
      'overdue',
      'reasonCode',
      'resolution',
      'closedBy',
      'shown',
      'trade',
      'traded',
      'candidates',
      'mayBeOf',
    ],
  },
  BreakPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Break' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  BreakSettings: {
    type: 'object',
    properties: {
      version: {
        $ref: '#/components/schemas/Whole',
        description: 'Rises by each change; also the `ETag`. 0: nobody has changed them yet.',
      },
      dueTimes: {
        $ref: '#/components/schemas/DueTimes',
        description: 'Within how many minutes after it was opened a break is due.',
      },
      changedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Null: nobody has changed them yet.',
      },
      changedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      breakTypes: {
        type: 'array',
        items: { $ref: '#/components/schemas/BreakSeverity' },
        description: 'Every type of break, with its severity. Fixed.',
      },
      reasonCodes: {
        type: 'array',
        items: { $ref: '#/components/schemas/ReasonMeaning' },
        description: 'The reasons that a break can be closed with. Fixed.',
      },
    },
    required: ['version', 'dueTimes', 'changedBy', 'changedAt', 'breakTypes', 'reasonCodes'],
  },
  BreakSeverity: {
    type: 'object',
    properties: {
      type: { $ref: '#/components/schemas/BreakType' },
      severity: { $ref: '#/components/schemas/Severity', description: 'By which it is due.' },
    },
    required: ['type', 'severity'],
  },
  BreakStatus: {
    type: 'string',
    enum: ['Open', 'Assigned', 'AwaitingApproval', 'Resolved', 'AutoResolved'],
  },
  BreakType: {
    type: 'string',
    enum: [
      'PostUnconfirmed',
      'EditUnconfirmed',
      'CancelUnconfirmed',
      'MissingAtExchange',
      'UnknownAtExchange',
      'StatusMismatch',
      'UnitsMismatch',
      'PriceMismatch',
      'IdentityMismatch',
      'FillMismatch',
      'OrphanTrade',
      'SourcesDisagree',
      'DuplicateSuspected',
      'OpenAfterClose',
      'NotSeen',
      'UnmappedValue',
    ],
  },
  BulkResult: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        description: 'As it was given.',
        examples: ['brk_01M7W9V1SSG1ZZZHKJWYYQT0K6'],
      },
      status: {
        $ref: '#/components/schemas/Whole',
        description: 'The HTTP status that the same call on this break alone would have had.',
      },
      code: {
        type: ['string', 'null'],
        description: 'Of the problem, if it was refused.',
        examples: ['break-closed'],
      },
      detail: {
        type: ['string', 'null'],
        description: 'What the problem said.',
        examples: ['The break is Resolved.'],
      },
      approval: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Id of the proposal that now needs a second person.',
      },
    },
    required: ['id', 'status', 'code', 'detail', 'approval'],
  },
  BulkResults: {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: { $ref: '#/components/schemas/BulkResult' },
        description: 'In the order of the request.',
      },
    },
    required: ['results'],
  },
  CalendarDay: {
    type: 'object',
    properties: {
      date: { $ref: '#/components/schemas/LagosDate' },
      kind: {
        type: 'string',
        enum: ['Holiday', 'HalfDay'],
        description: 'Closed all day, or open for a part of it.',
      },
      session: {
        type: ['string', 'null'],
        description: '`HH:MM-HH:MM` in Lagos; null on a holiday.',
        examples: ['10:00-12:00'],
      },
      name: { type: 'string', description: 'Why.', examples: ['Christmas Day'] },
      changedBy: { $ref: '#/components/schemas/ActorName' },
      changedAt: { $ref: '#/components/schemas/Instant' },
    },
    required: ['date', 'kind', 'session', 'name', 'changedBy', 'changedAt'],
  },
  CalendarDayPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/CalendarDay' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Call: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      endpoint: {
        type: 'string',
        description: 'Path below `/v2/vendor/`.',
        examples: ['order/post'],
      },
      lane: {
        type: 'string',
        description:
          'The part of the rate budget that it was taken from: cancel, resolve, trade, reconcile or market.',
        examples: ['trade'],
      },
      operator: {
        type: ['string', 'null'],
        description: 'Whoever asked for it; null: the service.',
        examples: ['ada.obi'],
      },
      request: {
        type: 'string',
        description: 'The body as sent.',
        examples: ['{"orderNumber":"700001"}'],
      },
      startedAt: { $ref: '#/components/schemas/Instant' },
      completedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'Null: it has no end yet.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'Null: no reply came.',
        examples: [200],
      },
      reply: {
        type: ['string', 'null'],
        description: 'The body as received, without secrets; null: none came.',
        examples: ['{"success":true}'],
      },
      failure: {
        type: ['string', 'null'],
        description: 'What went wrong on the way; null: nothing.',
        examples: ['timeout'],
      },
      outcome: {
        type: ['string', 'null'],
        description: 'What it meant; null: not known yet.',
        examples: ['Acknowledged'],
      },
    },
    required: [
      'id',
      'endpoint',
      'lane',
      'operator',
      'request',
      'startedAt',
      'completedAt',
      'httpStatus',
      'reply',
      'failure',
      'outcome',
    ],
  },
  CallPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Call' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Capability: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'What the desk can do with it.', examples: ['posting'] },
      scope: {
        type: 'string',
        description: 'The scope of the exchange that it needs.',
        examples: ['order.post'],
      },
      state: {
        type: 'string',
        enum: ['Up', 'Down', 'Failing', 'Untried'],
        description: 'Untried: never called yet.',
      },
      answeredAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it last worked.',
      },
      says: {
        type: ['string', 'null'],
        description: 'What it means not to have it, and why; null when it is up.',
        examples: ['blind to fills'],
      },
    },
    required: ['name', 'scope', 'state', 'answeredAt', 'says'],
  },
  Certificate: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      revision: {
        $ref: '#/components/schemas/Whole',
        description: '1 for the first close of the day.',
      },
      report: { $ref: '#/components/schemas/DayReport' },
      reportHash: { $ref: '#/components/schemas/MaskableSha256' },
      signedBy: {
        type: 'array',
        items: { $ref: '#/components/schemas/ActorName' },
        description: 'Two people.',
      },
      closedAt: { $ref: '#/components/schemas/Instant' },
      previousHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'The hash of the previous certificate; zeros for the first.',
      },
      hash: {
        $ref: '#/components/schemas/MaskableSha256',
        description:
          'SHA-256 of the canonical JSON of closedAt, previousHash, reportHash, revision, signedBy, tradingDate.',
      },
    },
    required: [
      'tradingDate',
      'revision',
      'report',
      'reportHash',
      'signedBy',
      'closedAt',
      'previousHash',
      'hash',
    ],
  },
  Checkpoint: {
    type: 'object',
    properties: {
      database: {
        $ref: '#/components/schemas/Sha256',
        description: "The hash of the chain's first entry.",
      },
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The newest entry at that time.',
      },
      hash: { $ref: '#/components/schemas/MaskableSha256', description: 'Of that entry.' },
      at: { $ref: '#/components/schemas/Instant', description: 'When it was written.' },
      contained: {
        type: 'boolean',
        description:
          'False: the chain lacks it, so the database was restored from a backup or changed.',
      },
    },
    required: ['at', 'contained', 'database', 'hash', 'sequence'],
    description: 'A copy of the head of the chain outside the database.',
  },
  CheckpointPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Checkpoint' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Client: {
    type: 'object',
    properties: {
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      clientName: {
        type: 'string',
        description: 'The name on the account.',
        examples: ['Ada Obi'],
      },
    },
    required: ['accountNumber', 'clientName'],
    description: 'Whose order it is, unmasked.',
  },
  Comment: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      at: { $ref: '#/components/schemas/Instant' },
      author: { $ref: '#/components/schemas/ActorName' },
      text: { $ref: '#/components/schemas/Text' },
    },
    required: ['id', 'at', 'author', 'text'],
  },
  CutOffs: {
    type: 'object',
    properties: {
      list: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: "When the broker's list was asked for; null: none was, or none was answered.",
      },
      trades: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            tradingDate: { $ref: '#/components/schemas/LagosDate' },
            askedAt: { $ref: '#/components/schemas/Instant' },
          },
          required: ['tradingDate', 'askedAt'],
        },
        description: 'When the trades of each day were asked for, of those that were answered.',
      },
    },
    required: ['list', 'trades'],
    description: 'What happened by then is in the answer; what happened later may not be.',
  },
  Day: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      status: {
        type: 'string',
        enum: ['Unsettled', 'Ready', 'SignedOnce', 'Closed', 'Reopened'],
        description: 'Where it stands.',
      },
      report: {
        $ref: '#/components/schemas/DayReport',
        description: 'As it is now; the certificate has what was signed.',
      },
      reportHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: "Of the report's canonical JSON; a sign-off names it.",
      },
      readAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When the exchange first gave the answer in the report; null before any since the close.',
      },
      closableFrom: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When the day is over by the trading calendar and can be closed, once nothing in it is unsettled; null for a date without a session on which nothing was done.',
      },
      closesAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When its session ends, at midnight where it never closes; null for a date without one.',
      },
      signOffs: {
        type: 'array',
        items: { $ref: '#/components/schemas/SignOff' },
        description: 'Signatures on this very report since the day was last closed.',
      },
      signatures: {
        type: 'array',
        items: { $ref: '#/components/schemas/Signature' },
        description: 'Those and the ones of the certificates, oldest first.',
      },
      reopened: {
        anyOf: [{ $ref: '#/components/schemas/Reopened' }, { type: 'null' }],
        description: 'The newest certificate if the day has changed since; null otherwise.',
      },
      certificate: {
        anyOf: [{ $ref: '#/components/schemas/Certificate' }, { type: 'null' }],
        description: 'The newest; null for a day that was never closed.',
      },
      certificates: {
        type: 'array',
        items: { $ref: '#/components/schemas/Certificate' },
        description: 'One for each close of the day, oldest first.',
      },
    },
    required: [
      'tradingDate',
      'status',
      'report',
      'reportHash',
      'readAt',
      'closableFrom',
      'closesAt',
      'signOffs',
      'signatures',
      'reopened',
      'certificate',
      'certificates',
    ],
  },
  DayLine: {
    type: 'object',
    properties: {
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      security: { $ref: '#/components/schemas/Security' },
      side: { type: 'string', description: 'BUY or SELL.', examples: ['BUY'] },
      orders: {
        $ref: '#/components/schemas/Whole',
        description: 'Our orders of that trading day.',
      },
      ours: {
        $ref: '#/components/schemas/Traded',
        description: 'Of the executions that we have booked.',
      },
      exchange: {
        anyOf: [{ $ref: '#/components/schemas/Traded' }, { type: 'null' }],
        description: "Null until the day's trades have been read since its close.",
      },
      difference: {
        anyOf: [{ $ref: '#/components/schemas/Traded' }, { type: 'null' }],
        description: "Exchange minus ours: all zero when they agree, null while the exchange's is.",
      },
      explained: {
        $ref: '#/components/schemas/Traded',
        description:
          'The part of the difference that two people have accepted: what is booked stands so; absent: none.',
      },
    },
    required: ['accountNumber', 'security', 'side', 'orders', 'ours', 'exchange', 'difference'],
    description:
      "The report of a trading day that people sign: our executions beside the exchange's, the day's orders by status, and what is unsettled. Pure, and byte for byte the same for the same facts: only a day that is not over, and so cannot be signed, depends on the current time.",
  },
  DayReport: {
    type: 'object',
    properties: {
      brokerCode: { type: 'string', description: 'Whose report it is.', examples: ['MRNA'] },
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      facts: {
        type: 'object',
        properties: {
          lines: {
            type: 'array',
            items: { $ref: '#/components/schemas/DayLine' },
            description: 'By account, security and side.',
          },
          totals: {
            type: 'object',
            properties: {
              ours: { $ref: '#/components/schemas/Traded' },
              exchange: { anyOf: [{ $ref: '#/components/schemas/Traded' }, { type: 'null' }] },
            },
            required: ['ours', 'exchange'],
            description: 'Of all lines.',
          },
          external: {
            type: 'array',
            items: { $ref: '#/components/schemas/Executed' },
            description:
              'Executions of external orders under our broker code; in no line and no total.',
          },
          exchangeSaid: {
            type: 'string',
            description:
              "The exchange gave no list of the day's trades after the close, but answered this; absent: it gave a list. Whoever signs the report says that this means no trades.",
            examples: ['No trades found'],
          },
          explanations: {
            type: 'array',
            items: { $ref: '#/components/schemas/Explanation' },
            description:
              'Differing trades that two people have accepted as booked, or left out of the book; absent: none.',
          },
          gaps: {
            type: 'array',
            items: { $ref: '#/components/schemas/AcceptedGap' },
            description: 'Unreported fill quantities that two people have accepted; absent: none.',
          },
          orders: {
            type: 'object',
            additionalProperties: { type: 'number' },
            description:
              'Orders by status; LivesOn: a multi-day order that did not end on this day.',
          },
        },
        required: ['lines', 'totals', 'external', 'orders'],
        description: 'What was ordered and traded: the part that a close freezes.',
      },
      breaks: {
        type: 'array',
        items: { $ref: '#/components/schemas/UnresolvedBreak' },
        description: 'Breaks of the day that are open.',
      },
      resolvedBreaks: {
        type: 'array',
        items: { $ref: '#/components/schemas/ResolvedBreak' },
        description: 'Breaks of the day that have ended.',
      },
      inferredNumbers: {
        type: 'array',
        items: { $ref: '#/components/schemas/InferredNumber' },
        description:
          'Orders whose executions count although their number is only inferred; absent: none.',
      },
      service: { $ref: '#/components/schemas/DayService' },
      unsettled: {
        type: 'array',
        items: { type: 'string' },
        description: 'Why the day cannot be signed; empty when it can.',
        examples: [['1 order is uncertain']],
      },
    },
    required: [
      'brokerCode',
      'tradingDate',
      'facts',
      'breaks',
      'resolvedBreaks',
      'service',
      'unsettled',
    ],
  },
  DayService: {
    type: 'object',
    properties: {
      runs: {
        $ref: '#/components/schemas/Whole',
        description: 'Reconciliation runs that were started on that day before the close.',
      },
      calls: { $ref: '#/components/schemas/Whole', description: 'Their calls.' },
      answered: {
        $ref: '#/components/schemas/Whole',
        description: 'Those of them that were answered.',
      },
    },
    required: ['runs', 'calls', 'answered'],
  },
  DaySummary: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      status: {
        type: 'string',
        enum: ['Unsettled', 'Ready', 'SignedOnce', 'Closed', 'Reopened'],
        description: 'Where it stands.',
      },
      orders: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'Orders of the day by status, as in the report.',
        examples: [{ Filled: 3, Expired: 1 }],
      },
      totals: {
        type: 'object',
        properties: {
          ours: { $ref: '#/components/schemas/Traded' },
          exchange: { anyOf: [{ $ref: '#/components/schemas/Traded' }, { type: 'null' }] },
        },
        required: ['ours', 'exchange'],
        description:
          "Ours and the exchange's; the latter null until the day was read after its close.",
      },
      unsettled: {
        type: 'array',
        items: { type: 'string' },
        description: 'Why the day cannot be signed; empty when it can.',
        examples: [['1 order is uncertain']],
      },
      reportHash: { $ref: '#/components/schemas/MaskableSha256' },
      readAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When the exchange first gave the answer in the report; null before any since the close.',
      },
      closableFrom: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When the day is over and can be closed; null for a date without a session.',
      },
      signedBy: {
        type: 'array',
        items: { $ref: '#/components/schemas/ActorName' },
        description:
          'Of the signatures on this report since the day was last closed, or of the certificate that holds.',
      },
      revision: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'Of the newest certificate; null for a day that was never closed.',
      },
      closedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
    },
    required: [
      'tradingDate',
      'status',
      'orders',
      'totals',
      'unsettled',
      'reportHash',
      'readAt',
      'closableFrom',
      'signedBy',
      'revision',
      'closedAt',
    ],
    description: 'A trading day without its lines.',
  },
  DaySummaryPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/DaySummary' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Desk: {
    type: 'object',
    properties: {
      paused: {
        anyOf: [
          {
            type: 'object',
            properties: {
              since: { $ref: '#/components/schemas/Instant' },
              by: { $ref: '#/components/schemas/ActorName' },
              reason: { $ref: '#/components/schemas/Text' },
            },
            required: ['since', 'by', 'reason'],
          },
          { type: 'null' },
        ],
        description: 'Who has paused posts and edits, and why; null: nobody has.',
      },
      restored: {
        anyOf: [
          {
            type: 'object',
            properties: {
              since: { $ref: '#/components/schemas/Instant' },
              forgottenSequence: {
                $ref: '#/components/schemas/Whole',
                description: 'The last audit entry before the restore.',
              },
              knownUntil: {
                $ref: '#/components/schemas/Instant',
                description: 'The time of the last entry that is left.',
              },
            },
            required: ['since', 'forgottenSequence', 'knownUntil'],
          },
          { type: 'null' },
        ],
        description:
          'An older copy of the database was restored, and the exchange has not been read since; null: no.',
      },
    },
    required: ['paused', 'restored'],
    description:
      'Whether the desk may send. A pause by a person holds posts and edits; cancels still go. A restored database holds everything until the exchange has been read in full. Both are stored in the database, so that all instances share them and a restart does not end them. New orders are accepted all the while.',
  },
  DisputedTrade: {
    anyOf: [
      { $ref: '#/components/schemas/TradeDifference' },
      { $ref: '#/components/schemas/UnbookedTrade' },
    ],
    description: 'The execution that a break is about.',
  },
  DueTimes: {
    type: 'object',
    properties: {
      critical: {
        $ref: '#/components/schemas/DueWithin',
        description: 'For severity Critical.',
        examples: [15],
      },
      high: {
        $ref: '#/components/schemas/DueWithin',
        description: 'For severity High.',
        examples: [60],
      },
      medium: {
        $ref: '#/components/schemas/DueWithin',
        description: 'For severity Medium.',
        examples: [240],
      },
      low: {
        $ref: '#/components/schemas/DueWithin',
        description: 'For severity Low.',
        examples: [1440],
      },
    },
    required: ['critical', 'high', 'medium', 'low'],
    description: 'How soon after it was opened a break of each severity should be resolved.',
  },
  DueWithin: {
    type: 'integer',
    description: 'Minutes, whole: a week at most.',
    minimum: 1,
    maximum: 10080,
  },
  EndingFact: { type: 'string', enum: ['ACKNOWLEDGED', 'REFUSED', 'WITHDRAWN'] },
  EntryType: {
    type: 'object',
    properties: {
      type: { type: 'string', description: 'As the filter takes it.', examples: ['FILL'] },
      title: { type: 'string', description: 'In words.', examples: ['Trade booked'] },
    },
    required: ['type', 'title'],
  },
  Event: {
    type: 'object',
    properties: {
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'Its place in the whole trail, which has no gaps; a list of some entries has.',
      },
      at: { $ref: '#/components/schemas/Instant' },
      type: { type: 'string', description: 'What happened.', examples: ['FILL'] },
      title: {
        type: 'string',
        description: 'The type in the words of people; of what two people decided, that they did.',
        examples: ['Trade booked'],
      },
      actor: { $ref: '#/components/schemas/ActorName', description: 'Who did it.' },
      keyId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The API key that was used; null for background work.',
      },
      onBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the caller acted for; null: nobody was named.',
      },
      sourceAddress: {
        type: ['string', 'null'],
        description: 'The IP address of the caller; null for background work.',
        examples: ['127.0.0.1'],
      },
      requestId: {
        type: ['string', 'null'],
        description:
          'Of the HTTP request that led to it, or the id of the reconciliation run or of the command; null for other background work.',
        examples: ['3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f'],
      },
      stream: {
        type: 'string',
        description: 'What it is about: the id of an order, a break, a day …',
        examples: ['ord_01M7W9V1GHGDXV473P1P44ZYCB'],
      },
      streamSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'Its place among the entries of the stream.',
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null when the entry is not about an order.',
      },
      cause: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'The sequence of the entry that led to this one; null where that is not known for certain.',
      },
      approval: {
        anyOf: [{ $ref: '#/components/schemas/ProposalId' }, { type: 'null' }],
        description: 'The proposal that it carries out or ends, where two people are needed.',
      },
      explanation: {
        type: ['string', 'null'],
        description: 'The entry as a sentence; null when there is none for its type.',
        examples: ['10,000 units were traded at ₦12.50 on 2026-11-20 (matching id TM000000001).'],
      },
      body: { $ref: '#/components/schemas/Json', description: 'What the entry says, by its type.' },
      hash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the entry and the one before it.',
      },
    },
    required: [
      'sequence',
      'at',
      'type',
      'title',
      'actor',
      'keyId',
      'onBehalfOf',
      'sourceAddress',
      'requestId',
      'stream',
      'streamSequence',
      'orderId',
      'cause',
      'approval',
      'explanation',
      'body',
      'hash',
    ],
    description: 'An audit entry. `sequence` is gapless over all streams.',
  },
  EventPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Event' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  EvidenceGrade: {
    type: 'string',
    enum: ['Traded', 'Enquired', 'Acknowledged', 'Listed', 'Inferred', 'Calendar', 'Operator'],
  },
  ExchangeCall: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      endpoint: {
        type: 'string',
        description: 'Path below `/v2/vendor/`.',
        examples: ['order/post'],
      },
      lane: {
        type: 'string',
        description:
          'The part of the rate budget that it was taken from: cancel, resolve, trade, reconcile or market.',
        examples: ['trade'],
      },
      keyId: {
        type: 'string',
        description: 'Short digest of the exchange key that it was made with.',
        examples: ['5b1c2d'],
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The order that it was made for; null: for none alone.',
      },
      operator: {
        type: ['string', 'null'],
        description: 'Whoever asked for it; null: the service.',
        examples: ['ada.obi'],
      },
      startedAt: { $ref: '#/components/schemas/Instant' },
      completedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'Null: it has no end yet.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'Null: no reply came.',
        examples: [200],
      },
      replyBytes: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'Length of the reply; null: none came.',
      },
      failure: {
        type: ['string', 'null'],
        description: 'What went wrong on the way; null: nothing.',
        examples: ['timeout'],
      },
      outcome: {
        type: ['string', 'null'],
        description: 'What it meant; null: not known yet.',
        examples: ['Acknowledged'],
      },
    },
    required: [
      'id',
      'endpoint',
      'lane',
      'keyId',
      'orderId',
      'operator',
      'startedAt',
      'completedAt',
      'httpStatus',
      'replyBytes',
      'failure',
      'outcome',
    ],
    description:
      'A call without its bodies, which may name a client; those of an order are at `/v1/orders/{id}/calls`.',
  },
  ExchangeCallPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/ExchangeCall' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  ExchangeReadiness: {
    type: 'object',
    properties: { answers: { type: 'boolean', description: 'Whether it answers at all.' } },
    required: ['answers'],
    additionalProperties: {
      type: ['boolean', 'string'],
      description: 'Up, Down, Failing or Untried, by capability.',
    },
  },
  Executed: {
    type: 'object',
    properties: {
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      accountNumber: {
        anyOf: [{ $ref: '#/components/schemas/AccountNumber' }, { type: 'null' }],
        description: 'Null where the exchange does not show it.',
      },
      security: { $ref: '#/components/schemas/Security' },
      side: { type: 'string', description: 'BUY or SELL.', examples: ['BUY'] },
      executions: { $ref: '#/components/schemas/Whole' },
      units: { $ref: '#/components/schemas/Units' },
      value: { $ref: '#/components/schemas/Money' },
    },
    required: ['orderNumber', 'accountNumber', 'security', 'side', 'executions', 'units', 'value'],
    description: "The exchange's executions under one order number, summed.",
  },
  ExecutionQuality: {
    type: 'object',
    properties: {
      improvement: {
        $ref: '#/components/schemas/Money',
        description:
          'A buyer pays the offer and a seller gets the bid: how much better than that the average execution was, in Naira a unit. Below zero: worse.',
      },
      improvementPercent: { $ref: '#/components/schemas/Percent', description: 'Of that quote.' },
    },
    required: ['improvement', 'improvementPercent'],
    description: 'What the executions of an order cost the client, against what the market showed.',
  },
  Executions: {
    type: 'object',
    properties: {
      count: { $ref: '#/components/schemas/Whole' },
      units: { $ref: '#/components/schemas/Units' },
      averagePrice: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'Four decimals.',
      },
      lowestPrice: { anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }] },
      highestPrice: { anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }] },
      firstBookedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When the first and the last were booked; the exchange tells no time of a trade.',
      },
      lastBookedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
    },
    required: [
      'count',
      'units',
      'averagePrice',
      'lowestPrice',
      'highestPrice',
      'firstBookedAt',
      'lastBookedAt',
    ],
    description: 'What was executed of an order.',
  },
  Explanation: {
    type: 'object',
    properties: {
      breakId: { $ref: '#/components/schemas/Id' },
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      security: { $ref: '#/components/schemas/Security' },
      trade: {
        $ref: '#/components/schemas/DisputedTrade',
        description: 'The trade, as booked and as shown.',
      },
      reasonCode: { type: ['string', 'null'], description: 'Why.', examples: ['Explained'] },
      text: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'Why, in their words.',
      },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names.',
      },
    },
    required: ['breakId', 'accountNumber', 'security', 'trade', 'reasonCode', 'text', 'closedBy'],
    description:
      "Two people have accepted a trade as booked although the exchange shows it differently, or left one that it shows out of the book, because it is another desk's.",
  },
  ExternalOrder: {
    type: 'object',
    properties: {
      side: {
        type: 'string',
        description: 'As the exchange spells it, upper-cased.',
        examples: ['BUY'],
      },
      security: { $ref: '#/components/schemas/Security' },
      units: { type: 'string', description: 'A decimal text.', examples: ['1000'] },
      statusWord: { type: 'string', description: "The exchange's own word.", examples: ['Open'] },
    },
    required: ['side', 'security', 'units', 'statusWord'],
    description: 'An external order as a list, or an enquiry after it was listed, shows it.',
  },
  ExternalOrderTrades: {
    type: 'object',
    properties: {
      tradeDate: { $ref: '#/components/schemas/LagosDate', description: 'Lagos calendar day.' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      accountNumber: {
        anyOf: [{ $ref: '#/components/schemas/AccountNumber' }, { type: 'null' }],
        description: 'Null where the exchange does not show it.',
      },
      security: { $ref: '#/components/schemas/Security' },
      side: {
        type: 'string',
        description: 'As the exchange spells it, upper-cased.',
        examples: ['BUY'],
      },
      executions: { $ref: '#/components/schemas/Whole' },
      units: { $ref: '#/components/schemas/Units' },
      value: {
        $ref: '#/components/schemas/Money',
        description: 'The exact sum of units times price.',
      },
    },
    required: [
      'tradeDate',
      'orderNumber',
      'accountNumber',
      'security',
      'side',
      'executions',
      'units',
      'value',
    ],
    description: 'The trades of an external order on one day.',
  },
  FieldError: {
    type: 'object',
    properties: {
      field: {
        type: 'string',
        description: 'Its name, as a path from the body or the query.',
        examples: ['units'],
      },
      message: {
        type: 'string',
        description: 'What it must be.',
        examples: ['must be a positive decimal'],
      },
      limit: {
        type: 'string',
        description: 'For `limit-exceeded`: the setting that has the limit.',
      },
      owner: {
        type: 'string',
        enum: ['firm', 'key', 'account'],
        description: 'For `limit-exceeded`: whose limit it is.',
      },
    },
    required: ['field', 'message'],
  },
  Fill: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      side: { type: 'string', description: 'BUY or SELL.', examples: ['BUY'] },
      security: { $ref: '#/components/schemas/Security' },
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      observedAt: {
        $ref: '#/components/schemas/Instant',
        description: 'When Marina first saw it; the exchange gives executions no time.',
      },
      reversedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          "Reversed by two people, or because its number is another order's; null: it counts.",
      },
    },
    required: [
      'id',
      'units',
      'price',
      'side',
      'security',
      'tradeDate',
      'matchingId',
      'orderNumber',
      'observedAt',
      'reversedAt',
    ],
  },
  FillPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Fill' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  FitField: {
    type: 'string',
    enum: ['side', 'security', 'units', 'price', 'account', 'firstSeen'],
    description:
      '`price`: of its trades, against the limit. `firstSeen`: whether it was there before the order was sent.',
  },
  FormerCandidacy: {
    type: 'object',
    properties: {
      orderId: { $ref: '#/components/schemas/Id' },
      resolution: {
        $ref: '#/components/schemas/Resolution',
        description: 'What two people decided of the order.',
      },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description: 'The number that they gave it; null: none.',
      },
      decidedBy: { $ref: '#/components/schemas/ActorName', description: 'Both names.' },
      decidedAt: { $ref: '#/components/schemas/Instant' },
    },
    required: ['orderId', 'resolution', 'orderNumber', 'decidedBy', 'decidedAt'],
    description: "A number was one of those that might have been an order's.",
  },
  FoundClient: {
    type: 'object',
    properties: {
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      clientName: {
        type: 'string',
        description: 'The name on the account.',
        examples: ['Ada Obi'],
      },
    },
    required: ['accountNumber', 'clientName'],
    description: 'A client of ours, by the newest order of the account.',
  },
  FoundClientPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/FoundClient' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  HandledOrder: {
    type: 'object',
    properties: {
      orderId: { $ref: '#/components/schemas/Id' },
      clientOrderId: {
        type: 'string',
        description: "The caller's own id of the order.",
        examples: ['web-7731'],
      },
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      side: { $ref: '#/components/schemas/Side' },
      security: { $ref: '#/components/schemas/Security' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      status: { $ref: '#/components/schemas/OrderStatus' },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description: "Null: the exchange's number is not known.",
      },
      clientName: {
        type: ['string', 'null'],
        description: 'Null for readers of the trail who may not read orders.',
        examples: ['Adaeze Okonkwo'],
      },
      handlers: {
        type: 'array',
        items: { $ref: '#/components/schemas/Handler' },
        description: 'In the order in which they first acted; the service itself is left out.',
      },
      lookedUpBy: {
        type: 'array',
        items: { $ref: '#/components/schemas/Handler' },
        description:
          'Who has asked the exchange for the order by its number, or for all orders of its account, on one of its days. These entries name no order: `/v1/audit/events` has them by `orderNumber` and `accountNumber`.',
      },
    },
    required: [
      'orderId',
      'clientOrderId',
      'tradingDate',
      'side',
      'security',
      'units',
      'price',
      'status',
      'orderNumber',
      'clientName',
      'handlers',
      'lookedUpBy',
    ],
  },
  HandledOrderPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/HandledOrder' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Handler: {
    type: 'object',
    properties: {
      actor: { $ref: '#/components/schemas/ActorName' },
      onBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the caller acted for.',
      },
      entries: {
        $ref: '#/components/schemas/Whole',
        description: 'Audit entries that it has caused.',
      },
      firstAt: { $ref: '#/components/schemas/Instant' },
      lastAt: { $ref: '#/components/schemas/Instant' },
    },
    required: ['actor', 'onBehalfOf', 'entries', 'firstAt', 'lastAt'],
    description: 'Somebody who has acted on an order: as a caller, or on one of its breaks.',
  },
  Id: {
    type: 'string',
    description: 'The id that Marina gave it: its kind, and a ULID. It never changes.',
    examples: ['ord_01M7W9V1GHGDXV473P1P44ZYCB'],
    pattern: '^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$',
  },
  InferredNumber: {
    type: 'object',
    properties: {
      orderId: { $ref: '#/components/schemas/Id' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      units: {
        type: 'string',
        description: 'Executed under the number on the day.',
        examples: ['600'],
      },
    },
    required: ['orderId', 'orderNumber', 'units'],
    description:
      "An order whose number nothing has proven, and executions under it that count as ours on the day. No break need be open about it, and another desk's order may have the number: whoever signs says that it is ours.",
  },
  Instant: {
    type: 'string',
    description: 'RFC 3339 in UTC with milliseconds.',
    examples: ['2026-11-20T10:15:30.125Z'],
    format: 'date-time',
  },
  IssuedKey: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      name: { $ref: '#/components/schemas/PersonName' },
      personId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The person it belongs to; null: a system.',
      },
      scopes: {
        type: 'array',
        items: { type: 'string' },
        description: 'What it may do.',
        examples: [['orders:read', 'orders:write']],
      },
      accounts: {
        $ref: '#/components/schemas/BoundAccounts',
        description: 'The accounts whose orders it is for; null: the whole firm.',
      },
      delegates: {
        type: 'boolean',
        description: 'It may name the person whom it acts for, in `On-Behalf-Of`.',
      },
      expiresAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'Null: never.',
      },
      secret: {
        type: 'string',
        description: 'Not shown again.',
        examples: ['mk_0123456789abcdefghijklmnopqrstuv'],
      },
    },
    required: ['id', 'name', 'personId', 'scopes', 'accounts', 'delegates', 'expiresAt', 'secret'],
  },
  Json: { description: 'Any JSON value.', examples: [{}] },
  KeyReport: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        description: 'The end of the key, by which people know it.',
        examples: ['…3f2a'],
      },
      slots: {
        $ref: '#/components/schemas/Whole',
        description: 'Calls that it may make in a minute.',
      },
      held: { $ref: '#/components/schemas/Whole', description: 'Calls of the last minute.' },
      heldByLane: {
        type: 'object',
        additionalProperties: { type: 'number' },
        description: 'Of these, by what they were for.',
        examples: [{ trade: 3 }],
      },
      state: {
        type: 'string',
        enum: ['Working', 'Refused', 'Limited'],
        description: 'Refused: 401 or 402. Limited: 429. `restsUntil` is the end of the cool-down.',
      },
      httpStatus: {
        type: ['string', 'null'],
        description: 'With which it was refused or limited; null: it works.',
        examples: ['429'],
      },
      since: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it got into this state.',
      },
      restsUntil: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'It is left alone until then; null: it is not.',
      },
      scopes: {
        type: 'array',
        items: { $ref: '#/components/schemas/ScopeReport' },
        description: 'What it may do at the exchange.',
      },
    },
    required: [
      'id',
      'slots',
      'held',
      'heldByLane',
      'state',
      'httpStatus',
      'since',
      'restsUntil',
      'scopes',
    ],
  },
  KeyState: {
    type: 'string',
    enum: ['valid', 'expired', 'revoked', 'disabled'],
    description:
      'How long a key and its secrets are valid: pure, for the store and for what people are shown.',
  },
  LagosDate: {
    type: 'string',
    description: 'A calendar date in Africa/Lagos.',
    examples: ['2026-11-20'],
    format: 'date',
  },
  LegalHold: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      accountNumber: {
        anyOf: [{ $ref: '#/components/schemas/AccountNumber' }, { type: 'null' }],
        description: 'Null for a hold on one order.',
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null for a hold on an account.',
      },
      reason: { $ref: '#/components/schemas/Text' },
      placedBy: { $ref: '#/components/schemas/ActorName' },
      placedAt: { $ref: '#/components/schemas/Instant' },
      releasedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Null: it is in force.',
      },
      releasedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      releaseReason: { anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }] },
    },
    required: [
      'id',
      'accountNumber',
      'orderId',
      'reason',
      'placedBy',
      'placedAt',
      'releasedBy',
      'releasedAt',
      'releaseReason',
    ],
    description: 'A hold on an account or an order.',
  },
  LegalHoldPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/LegalHold' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  LimitOwner: { type: 'string', enum: ['firm', 'key', 'account'] },
  Liveness: {
    type: 'object',
    properties: { status: { type: 'string', const: 'live', description: 'Always this.' } },
    required: ['status'],
  },
  MappedWord: {
    type: 'object',
    properties: {
      word: { type: 'string', description: 'As the exchange spells it.', examples: ['Replaced'] },
      meaning: {
        type: 'string',
        description: 'What people have said it means.',
        examples: ['Cancelled'],
      },
    },
    required: ['word', 'meaning'],
  },
  MaskableSha256: {
    type: 'string',
    description:
      'A SHA-256 hash in hexadecimal. Whoever does not see clients gets `••••`: what was hashed has clients in it, and guesses could be compared with the hash.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    pattern: '^([0-9a-f]{64}|••••)$',
  },
  MatchingId: {
    type: 'string',
    description: "The exchange's id of an execution.",
    examples: ['TM000000001'],
  },
  Money: {
    type: 'string',
    description: 'Naira, as a decimal text; may be negative where it is a difference.',
    examples: ['12500'],
    pattern: '^-?\\d+(\\.\\d+)?$',
  },
  NumberCandidate: {
    type: 'object',
    properties: {
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      side: {
        type: ['string', 'null'],
        description: 'As the exchange spells it; null where nothing has shown it.',
        examples: ['BUY'],
      },
      security: { anyOf: [{ $ref: '#/components/schemas/Security' }, { type: 'null' }] },
      units: {
        type: ['string', 'null'],
        description: 'As a list has shown it; null: only trades have.',
        examples: ['3170'],
      },
      statusWord: {
        type: ['string', 'null'],
        description: "The exchange's own word, as a list has shown it last.",
        examples: ['Open'],
      },
      traded: {
        type: 'array',
        items: { $ref: '#/components/schemas/ExternalOrderTrades' },
        description: 'By day.',
      },
      firstSeenAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When an answer of the exchange first showed it.',
      },
      breakId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The newest break about it; null: none.',
      },
      breakType: { anyOf: [{ $ref: '#/components/schemas/BreakType' }, { type: 'null' }] },
      breakOpen: { type: 'boolean', description: 'That break is still open.' },
      acceptedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: "Who has said that it is another desk's order; null: nobody.",
      },
      fits: {
        type: 'array',
        items: { $ref: '#/components/schemas/FitField' },
        description: 'What is shown of it and is as in the order.',
      },
      differs: {
        type: 'array',
        items: { $ref: '#/components/schemas/FitField' },
        description: 'What is shown of it and is not as in the order.',
      },
      named: { type: 'boolean', description: 'The last search has named it.' },
      proposals: {
        type: 'array',
        items: { $ref: '#/components/schemas/Id' },
        description: 'Proposals about the number that wait for a second person.',
      },
    },
    required: [
      'orderNumber',
      'side',
      'security',
      'units',
      'statusWord',
      'traded',
      'firstSeenAt',
      'breakId',
      'breakType',
      'breakOpen',
      'acceptedBy',
      'fits',
      'differs',
      'named',
      'proposals',
    ],
    description: "A number at the exchange that may be the order's, with all that is known of it.",
  },
  NumberProof: {
    type: 'string',
    enum: ['Acknowledged', 'Shown', 'Inferred', 'Operator', 'Doubtful'],
    description: 'How the order number is known, for callers. `Operator`: two people have said so.',
  },
  OpsStatus: {
    type: 'object',
    properties: {
      paused: {
        anyOf: [
          {
            type: 'object',
            properties: {
              since: { $ref: '#/components/schemas/Instant' },
              by: { $ref: '#/components/schemas/ActorName' },
              reason: { $ref: '#/components/schemas/Text' },
            },
            required: ['since', 'by', 'reason'],
          },
          { type: 'null' },
        ],
        description: 'Who has paused posts and edits, and why; null: nobody has.',
      },
      restored: {
        anyOf: [
          {
            type: 'object',
            properties: {
              since: { $ref: '#/components/schemas/Instant' },
              forgottenSequence: {
                $ref: '#/components/schemas/Whole',
                description: 'The last audit entry before the restore.',
              },
              knownUntil: {
                $ref: '#/components/schemas/Instant',
                description: 'The time of the last entry that is left.',
              },
            },
            required: ['since', 'forgottenSequence', 'knownUntil'],
          },
          { type: 'null' },
        ],
        description:
          'An older copy of the database was restored, and the exchange has not been read since; null: no.',
      },
      at: { $ref: '#/components/schemas/Instant' },
      environment: {
        type: 'string',
        enum: ['test', 'live'],
        description: 'Whether orders are real.',
      },
      database: {
        type: 'string',
        enum: ['sqlite', 'postgres'],
        description: 'The kind of the database.',
      },
      missedDays: {
        type: 'array',
        items: { $ref: '#/components/schemas/LagosDate' },
        description: 'Trading days whose trades were never read.',
      },
      exchange: {
        type: 'object',
        properties: {
          url: {
            type: ['string', 'null'],
            description: 'Null: the simulator that comes with Marina.',
            examples: ['https://exchange.example.com'],
          },
          answers: { type: 'boolean', description: 'False while no call is answered.' },
          silentSince: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
        },
        required: ['url', 'answers', 'silentSince'],
        description: 'Whether the exchange answers.',
      },
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      session: {
        type: 'object',
        properties: {
          open: { type: 'boolean', description: 'Whether orders are sent now.' },
          opensAt: {
            anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
            description: 'Null while it is open.',
          },
          closesAt: {
            anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
            description: 'Null while it is closed, and where it never closes.',
          },
        },
        required: ['open', 'opensAt', 'closesAt'],
        description: 'Of the exchange, by the trading calendar.',
      },
      capabilities: {
        type: 'array',
        items: { $ref: '#/components/schemas/Capability' },
        description: 'What works at the exchange.',
      },
      keys: {
        type: 'array',
        items: { $ref: '#/components/schemas/KeyReport' },
        description: 'The keys for the exchange, each with its own rate budget.',
      },
      requests: { $ref: '#/components/schemas/RequestCounts' },
      proof: { $ref: '#/components/schemas/ProofAges' },
      inFlight: {
        $ref: '#/components/schemas/Whole',
        description: 'Calls that are under way at this instance.',
      },
      waitingFor: {
        type: ['string', 'null'],
        description: 'Why requests wait; null: none has to.',
        examples: ['Post: the desk is paused'],
      },
      securities: {
        $ref: '#/components/schemas/Whole',
        description: 'Securities in the directory; 0: it has not been loaded yet.',
      },
    },
    required: [
      'at',
      'capabilities',
      'database',
      'environment',
      'exchange',
      'inFlight',
      'keys',
      'missedDays',
      'paused',
      'proof',
      'requests',
      'restored',
      'securities',
      'session',
      'tradingDate',
      'waitingFor',
    ],
    description:
      'What operations look at: the state of the desk, its queues, and what works at the exchange.',
  },
  Order: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      clientOrderId: {
        type: 'string',
        description: "The caller's own id of the order, unique for ever among its orders.",
        examples: ['web-7731'],
      },
      orderRef: {
        type: 'string',
        description: 'What Marina names the order to the exchange; unique for ever.',
        examples: ['TV0955EEYEP6SDEG3YNN'],
      },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description: 'Null until it is known.',
      },
      side: { $ref: '#/components/schemas/Side' },
      security: { $ref: '#/components/schemas/Security' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price', description: 'The limit.' },
      timeInForce: {
        type: 'string',
        description: 'One of `TIME_IN_FORCE`.',
        examples: ['Day Order (DO)'],
      },
      accountNumber: { $ref: '#/components/schemas/AccountNumber' },
      clientName: {
        type: 'string',
        description: 'The name on the account.',
        examples: ['Ada Obi'],
      },
      brokerCode: { type: 'string', description: 'The firm, at the exchange.', examples: ['MRNA'] },
      status: { $ref: '#/components/schemas/OrderStatus' },
      exchangeStatus: {
        type: ['string', 'null'],
        description: "The exchange's own word, as it was last shown; null: none yet.",
        examples: ['Open'],
      },
      reason: {
        type: ['string', 'null'],
        description: 'Why it was Rejected, or why its last edit or cancel was refused; else null.',
        examples: ['Insufficient funds'],
      },
      pending: {
        anyOf: [{ $ref: '#/components/schemas/Pending' }, { type: 'null' }],
        description: 'The oldest request that has no outcome yet; null: none.',
      },
      matchedUnits: {
        $ref: '#/components/schemas/Units',
        description: 'Units that the exchange has matched, as far as is known.',
      },
      pendingUnits: {
        $ref: '#/components/schemas/Units',
        description: 'Units that may still be matched; 0 when the order has ended.',
      },
      averagePrice: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'Of the booked executions, to six places; null: none.',
      },
      gap: {
        anyOf: [
          {
            type: 'object',
            properties: {
              units: { $ref: '#/components/schemas/Units' },
              since: { $ref: '#/components/schemas/Instant' },
            },
            required: ['units', 'since'],
          },
          { type: 'null' },
        ],
        description: 'Matched units without a booked execution: they have no price. Null: none.',
      },
      evidence: {
        type: 'object',
        properties: {
          grade: {
            anyOf: [{ $ref: '#/components/schemas/EvidenceGrade' }, { type: 'null' }],
            description:
              'By what it was last proven; null: by nothing yet. `Calendar`: it is over because its day is; whether it lapsed or was cancelled in the last moments of its session, no answer shows.',
          },
          at: {
            anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
            description: 'When that was asked for or seen.',
          },
          certain: {
            type: 'boolean',
            description:
              'False while the outcome of something sent, or what is shown of the order, is not known for sure. It is said as of `at`: that the exchange is silent since does not end it.',
          },
          number: {
            anyOf: [{ $ref: '#/components/schemas/NumberProof' }, { type: 'null' }],
            description: 'How the order number is known; null while there is none.',
          },
          listedAt: {
            anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
            description:
              'Set when the last proof is a list: it shows units and status but no matched quantity, so `matchedUnits` may be older. Else null.',
          },
          price: {
            anyOf: [{ $ref: '#/components/schemas/PriceGrade' }, { type: 'null' }],
            description:
              'How the limit price is known; null until the exchange shows something of the order.',
          },
        },
        required: ['grade', 'at', 'certain', 'number', 'listedAt', 'price'],
        description: 'By what the rest is known.',
      },
      openBreaks: { $ref: '#/components/schemas/Whole', description: 'Its open breaks.' },
      version: {
        $ref: '#/components/schemas/Whole',
        description: 'Rises by each change; also the `ETag`.',
      },
      tradingDate: {
        $ref: '#/components/schemas/LagosDate',
        description: 'The trading day that it is for.',
      },
      createdBy: { $ref: '#/components/schemas/ActorName' },
      onBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the caller acted for, if it named one.',
      },
      createdAt: { $ref: '#/components/schemas/Instant' },
      updatedAt: { $ref: '#/components/schemas/Instant' },
      closedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it ended; null: it has not.',
      },
    },
    required: [
      'id',
      'clientOrderId',
      'orderRef',
      'orderNumber',
      'side',
      'security',
      'units',
      'price',
      'timeInForce',
      'accountNumber',
      'clientName',
      'brokerCode',
      'status',
      'exchangeStatus',
      'reason',
      'pending',
      'matchedUnits',
      'pendingUnits',
      'averagePrice',
      'gap',
      'evidence',
      'openBreaks',
      'version',
      'tradingDate',
      'createdBy',
      'onBehalfOf',
      'createdAt',
      'updatedAt',
      'closedAt',
    ],
    description: 'An order as callers see it. Decimals are strings, instants RFC 3339.',
  },
  OrderCandidates: {
    type: 'object',
    properties: {
      orderId: { $ref: '#/components/schemas/Id' },
      kind: {
        anyOf: [{ $ref: '#/components/schemas/RequestKind' }, { type: 'null' }],
        description: 'What has no known outcome; null: nothing, so that nothing is searched for.',
      },
      sentAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it was first sent.',
      },
      searches: { $ref: '#/components/schemas/Whole', description: 'Searches so far.' },
      found: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What the last one found; null: none has found anything to say yet.',
        examples: ['more than one number may be it: 700374, 700375'],
      },
      searchDueAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it is searched for next, at the earliest.',
      },
      numbers: {
        type: 'array',
        items: { $ref: '#/components/schemas/NumberCandidate' },
        description:
          'The order numbers that the last search has named, and a proposal that waits names.',
      },
    },
    required: ['orderId', 'kind', 'sentAt', 'searches', 'found', 'searchDueAt', 'numbers'],
    description: 'What became of a search for an order whose post or edit has no known outcome.',
  },
  OrderLimits: {
    type: 'object',
    properties: {
      keyId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null for limits of an account.',
      },
      accountNumber: {
        anyOf: [{ $ref: '#/components/schemas/AccountNumber' }, { type: 'null' }],
        description: 'In capitals; null for limits of a key.',
      },
      orderValue: {
        anyOf: [{ $ref: '#/components/schemas/Money' }, { type: 'null' }],
        description: 'The most Naira of one order; null: no limit of its own.',
      },
      orderUnits: {
        anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }],
        description: 'The most units of one order; null: no limit of its own.',
      },
      priceBand: {
        type: ['string', 'null'],
        description: 'The most percent away from the last price; null: no limit of its own.',
        examples: ['10'],
      },
      changedBy: { $ref: '#/components/schemas/ActorName' },
      changedAt: { $ref: '#/components/schemas/Instant' },
    },
    required: [
      'keyId',
      'accountNumber',
      'orderValue',
      'orderUnits',
      'priceBand',
      'changedBy',
      'changedAt',
    ],
  },
  OrderLimitsPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/OrderLimits' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  OrderNumber: {
    type: 'string',
    description:
      "The exchange's number of an order. An edit may change it, and another day may use it again.",
    examples: ['700001'],
  },
  OrderPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Order' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  OrderStatus: {
    type: 'string',
    enum: ['New', 'Posted', 'Open', 'Amended', 'Filled', 'Cancelled', 'Rejected', 'Expired'],
  },
  OrderTerms: {
    type: 'object',
    properties: {
      timesInForce: {
        type: 'array',
        items: { type: 'string' },
        description: 'What `timeInForce` may be; the first is the usual one.',
        examples: [['Day Order (DO)']],
      },
      limits: {
        type: 'object',
        properties: {
          orderValue: {
            anyOf: [
              {
                type: 'object',
                properties: {
                  most: { $ref: '#/components/schemas/Money' },
                  owner: { $ref: '#/components/schemas/LimitOwner' },
                },
                required: ['most', 'owner'],
              },
              { type: 'null' },
            ],
            description: 'The most Naira of one order.',
          },
          orderUnits: {
            anyOf: [
              {
                type: 'object',
                properties: {
                  most: { $ref: '#/components/schemas/Units' },
                  owner: { $ref: '#/components/schemas/LimitOwner' },
                },
                required: ['most', 'owner'],
              },
              { type: 'null' },
            ],
            description: 'The most units of one order.',
          },
          priceBand: {
            anyOf: [
              {
                type: 'object',
                properties: {
                  most: { type: 'string', description: 'Percent.', examples: ['10'] },
                  owner: { $ref: '#/components/schemas/LimitOwner' },
                },
                required: ['most', 'owner'],
              },
              { type: 'null' },
            ],
            description: 'The most percent away from the last price, either way.',
          },
        },
        required: ['orderValue', 'orderUnits', 'priceBand'],
        description:
          'Of the limits of the firm, the key and the account the smallest each; null: none.',
      },
    },
    required: ['timesInForce', 'limits'],
    description: 'What an order of the caller may be, before it is posted or edited.',
  },
  PagePlace: {
    type: 'object',
    properties: {
      limit: { type: 'integer', description: 'The most rows of the page.', examples: [50] },
      nextCursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page; null: this is the last one.',
        examples: ['b3JkXzAxTTc'],
      },
      hasMore: { type: 'boolean', description: 'Whether another page follows.' },
    },
    required: ['limit', 'nextCursor', 'hasMore'],
    description: 'Where a page stands in its list.',
  },
  Pending: {
    type: 'object',
    properties: {
      kind: { $ref: '#/components/schemas/RequestKind' },
      state: { $ref: '#/components/schemas/RequestState' },
      since: { $ref: '#/components/schemas/Instant', description: 'When it got into this state.' },
      units: {
        anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }],
        description: 'As they are after an edit; null for a cancel.',
      },
      price: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'As it is after an edit; null for a cancel.',
      },
      reason: {
        type: ['string', 'null'],
        description: 'Why its outcome is unknown, or why it waits.',
        examples: ['the reply was lost'],
      },
      refused: {
        type: 'boolean',
        description:
          'True: the exchange has answered with a documented refusal, whose words `reason` has. It counts once a search or an enquiry confirms it; until then it must not be sent again.',
      },
      notBefore: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'The earliest time at which a queued request may be sent, if that is in the future.',
      },
    },
    required: ['kind', 'state', 'since', 'units', 'price', 'reason', 'refused', 'notBefore'],
  },
  Percent: {
    type: 'string',
    description: 'Percent, as a decimal text; may be negative where it is a difference.',
    examples: ['-0.8'],
    pattern: '^-?\\d+(\\.\\d+)?$',
  },
  Person: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      name: { $ref: '#/components/schemas/PersonName' },
      email: {
        type: ['string', 'null'],
        description: 'Null: none.',
        examples: ['ada.obi@example.com'],
      },
      roles: {
        type: 'array',
        items: { $ref: '#/components/schemas/Role' },
        description: 'What the person does here.',
      },
      scopes: {
        type: 'array',
        items: { $ref: '#/components/schemas/Scope' },
        description: 'Of the roles together.',
      },
      disabled: { type: 'boolean', description: 'It can do nothing, and its keys open nothing.' },
      disabledAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      signInLinked: {
        type: 'boolean',
        description:
          'An account at the identity provider signs in as this person. The first sign-in links it.',
      },
      createdBy: { $ref: '#/components/schemas/ActorName' },
      createdAt: { $ref: '#/components/schemas/Instant' },
    },
    required: [
      'id',
      'name',
      'email',
      'roles',
      'scopes',
      'disabled',
      'disabledAt',
      'signInLinked',
      'createdBy',
      'createdAt',
    ],
    description: 'A person as administrators see it.',
  },
  PersonName: {
    type: 'string',
    description: 'The name of a person, or of the key of a system.',
    examples: ['ada.obi'],
  },
  PersonPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Person' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Price: {
    type: 'string',
    description: 'Naira for one unit, as a decimal text.',
    examples: ['12.5'],
    pattern: '^\\d+(\\.\\d+)?$',
  },
  PriceGrade: {
    type: 'string',
    enum: ['Acknowledged', 'Shown', 'Inferred', 'Doubtful'],
    description:
      'How the limit price is known: acknowledged by the exchange, shown by one of its records, inferred from something else it shows, or contradicted.',
  },
  ProblemBody: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'The order that it is about.' },
      orderStatus: {
        type: 'string',
        description: 'For `order-not-working`: the status of the order.',
      },
      reportHash: {
        type: 'string',
        description: 'For `report-changed`: the hash of the present report.',
      },
      changes: {
        type: 'array',
        items: { type: 'object' },
        description: 'For `report-changed`: what differs from the report that was named.',
      },
      closableFrom: {
        type: ['string', 'null'],
        description:
          'For `day-not-settled`: when the day is over and can be closed; null without a session.',
      },
      type: {
        type: 'string',
        description: 'The address of a page that explains the code.',
        examples: ['/problems/validation-failed'],
      },
      title: {
        type: 'string',
        description: 'The same for every problem of the code.',
        examples: ['The request is not valid'],
      },
      status: { type: 'integer', description: 'The HTTP status.', examples: [400] },
      detail: {
        type: 'string',
        description: 'What it is this time.',
        examples: ['units must be a positive decimal.'],
      },
      instance: {
        type: 'string',
        description: 'The path that was asked for.',
        examples: ['/v1/orders'],
      },
      code: {
        $ref: '#/components/schemas/ProblemCode',
        description: 'Stable: what a program should look at.',
      },
      requestId: {
        type: 'string',
        description: 'Also in the header `X-Request-Id` and in the log.',
        examples: ['3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f'],
      },
      errors: {
        type: 'array',
        items: { $ref: '#/components/schemas/FieldError' },
        description:
          'The fields, query parameters or headers that are wrong; empty for other problems.',
      },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'errors'],
    description: 'An error as callers get it (RFC 9457), always `application/problem+json`.',
  },
  ProblemCode: {
    type: 'string',
    enum: [
      'validation-failed',
      'malformed-body',
      'malformed-request',
      'unauthenticated',
      'scope-missing',
      'key-bound-to-accounts',
      'account-foreign',
      'clients-masked',
      'csrf-token-missing',
      'foreign-origin',
      'delegation-not-allowed',
      'provider-required',
      'person-required',
      'not-found',
      'not-found-at-exchange',
      'method-not-allowed',
      'body-too-large',
      'request-timeout',
      'headers-too-large',
      'unsupported-media-type',
      'second-person-needed',
      'withdrawal-not-own',
      'last-administrator',
      'name-taken',
      'key-ended',
      'break-closed',
      'break-open',
      'approval-pending',
      'approval-decided',
      'approval-expired',
      'approval-stale',
      'report-changed',
      'day-closed',
      'day-not-settled',
      'checkpoint-impossible',
      'proof-impossible',
      'export-unfinished',
      'export-elsewhere',
      'range-unsatisfiable',
      'resolution-unfit',
      'status-word-unfit',
      'order-not-working',
      'order-part-filled',
      'order-number-unknown',
      'units-below-matched',
      'calendar-date-over',
      'calendar-session-unfit',
      'security-unknown',
      'time-in-force-unknown',
      'broker-code-foreign',
      'limit-exceeded',
      'last-price-unknown',
      'idempotency-key-reused',
      'version-stale',
      'budget-exhausted',
      'reconciler-busy',
      'exchange-unavailable',
      'storage-unavailable',
      'query-timeout',
      'rate-limited',
      'too-many-queued',
      'too-many-edits',
      'too-many-comments',
      'too-many-assignments',
      'too-many-streams',
      'too-many-exports',
      'overloaded',
      'console-not-built',
      'shutting-down',
      'internal',
    ],
  },
  ProofAges: {
    type: 'object',
    properties: {
      working: {
        $ref: '#/components/schemas/Whole',
        description: 'Orders that are Posted, Open or Amended.',
      },
      withinMinute: {
        $ref: '#/components/schemas/Whole',
        description: 'Those proven by the exchange within the last minute.',
      },
      oldestAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'The oldest last proof of any; null without working orders.',
      },
    },
    required: ['working', 'withinMinute', 'oldestAt'],
    description: 'How fresh the proof of the working orders is.',
  },
  ProposalId: {
    type: 'string',
    description:
      'What one person proposes and another decides: the id of an approval, or a version of the status words.',
    examples: ['status-words/3'],
    pattern: '^(apr_[0-9A-HJKMNP-TV-Z]{26}|status-words/[1-9][0-9]*)$',
  },
  ProposedDecision: {
    type: 'object',
    properties: {
      resolution: { $ref: '#/components/schemas/Resolution' },
      reasonCode: { $ref: '#/components/schemas/ReasonCode' },
      text: { $ref: '#/components/schemas/Text' },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description:
          "For `link-number`, and the break's own for `accept`, `adopt` and `link`; else null.",
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: '`link`: our order; `adopt`: the order to be created; else null.',
      },
      terms: {
        anyOf: [{ $ref: '#/components/schemas/AdoptedTerms' }, { type: 'null' }],
        description: 'For `adopt`; else null.',
      },
      shown: {
        anyOf: [{ $ref: '#/components/schemas/ExternalOrder' }, { type: 'null' }],
        description:
          '`accept`, `adopt`, `link`: the external order as the proposer saw it; else null.',
      },
      trade: {
        anyOf: [{ $ref: '#/components/schemas/DisputedTrade' }, { type: 'null' }],
        description:
          '`as-shown`: the execution as booked, if it is, and as the proposer saw it shown; else null.',
      },
      differences: {
        type: 'array',
        items: { type: 'string' },
        description:
          'What speaks against the decision, and the proposer accepts. `link-number`, `link`: in what the exchange shows the number otherwise than our order is. `accept`, `close`: our order that it may be. `not-at-exchange`: the numbers that may be it. Left out where nothing does.',
        examples: [['it has 600 units, our order 3170']],
      },
      break: { $ref: '#/components/schemas/Id', description: 'The break that it ends.' },
      order: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The order of the break; null: it is about none of ours.',
      },
    },
    required: [
      'break',
      'order',
      'orderId',
      'orderNumber',
      'reasonCode',
      'resolution',
      'shown',
      'terms',
      'text',
      'trade',
    ],
    description: 'What the hash of a proposal is of.',
  },
  QuestionFilters: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Names to texts, as in the query of a route.',
  },
  QuestionKind: {
    type: 'string',
    enum: [
      'entries',
      'orders',
      'handled-orders',
      'unknown-outcomes',
      'overrides',
      'best-execution',
    ],
  },
  Readiness: {
    type: 'object',
    properties: {
      status: {
        type: 'string',
        enum: ['ready', 'paused', 'degraded', 'not ready', 'stopping'],
        description: 'Whether orders can be stored and sent.',
      },
      database: {
        type: 'string',
        enum: ['up', 'down'],
        description: 'Whether the database answers, and took the last write.',
      },
      exchange: {
        anyOf: [{ $ref: '#/components/schemas/ExchangeReadiness' }, { type: 'null' }],
        description:
          'Whether the exchange answers, and the state of each capability; null: not known.',
      },
      problems: {
        type: 'array',
        items: { type: 'string' },
        description: 'What is missing, and what that means.',
        examples: [['fills: blind to fills']],
      },
    },
    required: ['status', 'database', 'exchange', 'problems'],
  },
  ReasonCode: {
    type: 'string',
    enum: [
      'KnownExternal',
      'ConfirmedByExchange',
      'VendorError',
      'Explained',
      'DuplicateBreak',
      'Other',
    ],
  },
  ReasonMeaning: {
    type: 'object',
    properties: {
      code: { $ref: '#/components/schemas/ReasonCode' },
      meaning: {
        type: 'string',
        description: 'What people say with it.',
        examples: ['The exchange has confirmed what is right'],
      },
      breakTypes: {
        type: 'array',
        items: { $ref: '#/components/schemas/BreakType' },
        description: 'The types of break that it fits; with others it is refused.',
      },
    },
    required: ['code', 'meaning', 'breakTypes'],
  },
  Recheck: {
    type: 'object',
    properties: {
      callId: { $ref: '#/components/schemas/Id', description: 'The call that was spent.' },
      askedAt: { $ref: '#/components/schemas/Instant' },
      answeredAt: { $ref: '#/components/schemas/Instant' },
      said: {
        type: 'string',
        description:
          'For people: what the exchange said, and why the break has taken nothing from it.',
        examples: ['The exchange shows BUY 1000 SD11PLC, Open.'],
      },
    },
    required: ['callId', 'askedAt', 'answeredAt', 'said'],
    description: 'What came of asking the exchange about the order of a break.',
  },
  RecheckedBreak: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      type: { $ref: '#/components/schemas/BreakType' },
      kind: {
        type: ['string', 'null'],
        description: 'Where its type has several kinds.',
        examples: ['PossibleCopy'],
      },
      severity: { $ref: '#/components/schemas/Severity' },
      status: { $ref: '#/components/schemas/BreakStatus' },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null: it is about none of ours.',
      },
      orderNumber: { anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }] },
      detail: {
        type: 'string',
        description: 'What does not agree, for people.',
        examples: ['the exchange has a price of 12.5, we had 12.25'],
      },
      openedAt: { $ref: '#/components/schemas/Instant' },
      seenAt: {
        $ref: '#/components/schemas/Instant',
        description: 'When it was last found to hold.',
      },
      closedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      outcome: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What became of it; null while it is open.',
      },
      version: {
        $ref: '#/components/schemas/Whole',
        description: 'Rises by each change; also the `ETag`.',
      },
      assignee: { anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }] },
      dueAt: {
        $ref: '#/components/schemas/Instant',
        description:
          'When it should be closed, by its severity and the due times that held when it was opened.',
      },
      overdue: { type: 'boolean', description: 'It is open, and should have been closed.' },
      reasonCode: {
        type: ['string', 'null'],
        description: 'Given by whoever closed it.',
        examples: ['ConfirmedByExchange'],
      },
      resolution: {
        type: ['string', 'null'],
        description: 'How people have resolved it; null: they have not.',
        examples: ['close'],
      },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names where it took two people.',
      },
      shown: {
        anyOf: [{ $ref: '#/components/schemas/ExternalOrder' }, { type: 'null' }],
        description: 'An external order, as a list of the exchange last showed it.',
      },
      trade: {
        anyOf: [{ $ref: '#/components/schemas/DisputedTrade' }, { type: 'null' }],
        description:
          'A booked execution that the exchange now shows differently; `shown` null: no longer shown. `booked` null: one that is not booked, because it may repeat another.',
      },
      traded: {
        type: 'array',
        items: { $ref: '#/components/schemas/ExternalOrderTrades' },
        description: 'Trades of the external order by day, until somebody decided.',
      },
      candidates: {
        type: 'array',
        items: { $ref: '#/components/schemas/OrderNumber' },
        description:
          "While it is open: the order numbers that may be its order's, as the last search has named them.",
      },
      mayBeOf: {
        type: 'array',
        items: { $ref: '#/components/schemas/Id' },
        description:
          'While it is open: our orders of unknown outcome that its number may be, by the last searches.',
      },
      comments: {
        type: 'array',
        items: { $ref: '#/components/schemas/Comment' },
        description: 'The newest 200, oldest first; the trail has all.',
      },
      assignments: {
        type: 'array',
        items: { $ref: '#/components/schemas/Assignment' },
        description: 'Whose it was, the newest 200, oldest first.',
      },
      approvals: {
        type: 'array',
        items: { $ref: '#/components/schemas/Approval' },
        description: 'Proposals to end it: the newest 200, oldest first.',
      },
      wasCandidateOf: {
        type: 'array',
        items: { $ref: '#/components/schemas/FormerCandidacy' },
        description:
          'Our orders that its number might have been, by their searches, until two people decided otherwise.',
      },
      recheck: {
        $ref: '#/components/schemas/Recheck',
        description: 'What was asked, and what came back.',
      },
    },
    required: [
      'approvals',
      'assignee',
      'assignments',
      'candidates',
      'closedAt',
      'closedBy',
      'comments',
      'detail',
      'dueAt',
      'id',
      'kind',
      'mayBeOf',
      'openedAt',
      'orderId',
      'orderNumber',
      'outcome',
      'overdue',
      'reasonCode',
      'recheck',
      'resolution',
      'seenAt',
      'severity',
      'shown',
      'status',
      'trade',
      'traded',
      'type',
      'version',
      'wasCandidateOf',
    ],
  },
  RecordedQuote: {
    type: 'object',
    properties: {
      bid: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'The best buying and selling price.',
      },
      bidVolume: { anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }] },
      offer: { anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }] },
      offerVolume: { anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }] },
      lastPrice: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'The last traded price.',
      },
      highestPrice: { anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }] },
      lowestPrice: { anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }] },
      averagePrice: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'As the exchange calls it, which does not say of what it is the average.',
      },
      totalVolume: {
        anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }],
        description: 'Units traded so far.',
      },
      at: { $ref: '#/components/schemas/Instant', description: 'When the exchange was asked.' },
    },
    required: [
      'at',
      'averagePrice',
      'bid',
      'bidVolume',
      'highestPrice',
      'lastPrice',
      'lowestPrice',
      'offer',
      'offerVolume',
      'totalVolume',
    ],
  },
  Reopened: {
    type: 'object',
    properties: {
      revision: {
        $ref: '#/components/schemas/Whole',
        description: '1 for the first close of the day.',
      },
      reportHash: { $ref: '#/components/schemas/MaskableSha256' },
      signedBy: {
        type: 'array',
        items: { $ref: '#/components/schemas/ActorName' },
        description: 'Two people.',
      },
      closedAt: { $ref: '#/components/schemas/Instant' },
      previousHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'The hash of the previous certificate; zeros for the first.',
      },
      hash: {
        $ref: '#/components/schemas/MaskableSha256',
        description:
          'SHA-256 of the canonical JSON of closedAt, previousHash, reportHash, revision, signedBy, tradingDate.',
      },
    },
    required: ['revision', 'reportHash', 'signedBy', 'closedAt', 'previousHash', 'hash'],
  },
  RequestCounts: {
    type: 'object',
    properties: {
      Queued: { $ref: '#/components/schemas/Whole' },
      Sent: { $ref: '#/components/schemas/Whole' },
      Unknown: { $ref: '#/components/schemas/Whole' },
    },
    required: ['Queued', 'Sent', 'Unknown'],
    description: 'Requests of orders by state.',
  },
  RequestKind: { type: 'string', enum: ['Cancel', 'Post', 'Edit'] },
  RequestState: {
    type: 'string',
    enum: ['Queued', 'Sent', 'Acknowledged', 'Refused', 'Unknown', 'Withdrawn'],
  },
  Resolution: {
    type: 'string',
    enum: [
      'close',
      'link-number',
      'number-is-right',
      'price-is-right',
      'not-at-exchange',
      'took-effect',
      'had-no-effect',
      'was-cancelled',
      'has-expired',
      'was-filled',
      'as-shown',
      'accept',
      'adopt',
      'link',
    ],
  },
  ResolvedBreak: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      type: { type: 'string', description: 'What does not agree.', examples: ['FillMismatch'] },
      severity: { type: 'string', description: 'How bad it is.', examples: ['High'] },
      orderId: { anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
      orderNumber: { anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }] },
      openedAt: { $ref: '#/components/schemas/Instant' },
      closedAt: { $ref: '#/components/schemas/Instant' },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names where it took two people; null if it ended by itself.',
      },
      outcome: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What became of it.',
      },
    },
    required: [
      'id',
      'type',
      'severity',
      'orderId',
      'orderNumber',
      'openedAt',
      'closedAt',
      'closedBy',
      'outcome',
    ],
    description: 'A break of the day that has ended.',
  },
  Restore: {
    type: 'object',
    properties: {
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The entry that says so, signed by the key of the trail.',
      },
      lastSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The last entry of the backup.',
      },
      forgottenSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The last one that is forgotten.',
      },
    },
    required: ['sequence', 'lastSequence', 'forgottenSequence'],
    description: 'Entries that a database has forgotten, because a backup was restored.',
  },
  Role: {
    type: 'string',
    enum: ['viewer', 'dealer', 'operations', 'operations-lead', 'compliance', 'administrator'],
  },
  Run: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      cause: { type: 'string', description: 'Why it ran.', examples: ['asked for'] },
      scope: {
        anyOf: [{ $ref: '#/components/schemas/RunScope' }, { type: 'null' }],
        description:
          'The one `accountNumber`, `security` or list of `orderIds` that it looked at; null: everything.',
      },
      dryRun: {
        type: 'boolean',
        description: 'Nothing was written; `preview` shows what would have changed.',
      },
      startedAt: { $ref: '#/components/schemas/Instant' },
      finishedAt: { $ref: '#/components/schemas/Instant' },
      tradingDate: {
        $ref: '#/components/schemas/LagosDate',
        description: 'The day in Lagos on which the run began.',
      },
      calls: {
        $ref: '#/components/schemas/Whole',
        description: 'Calls to the exchange, each a slot of the rate budget.',
      },
      answered: {
        $ref: '#/components/schemas/Whole',
        description: 'Calls that gave a usable answer.',
      },
      orders: { $ref: '#/components/schemas/Whole', description: 'Orders looked at.' },
      changed: {
        $ref: '#/components/schemas/Whole',
        description: 'Those of them that changed, or would have.',
      },
      fills: {
        $ref: '#/components/schemas/Whole',
        description: 'Executions booked, or that would have been.',
      },
      opened: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'Breaks opened, or that would have been; null for runs that did not count them.',
      },
      closed: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description:
          'Breaks closed, or that would have been; null for runs that did not count them.',
      },
      asked: {
        type: 'array',
        items: { $ref: '#/components/schemas/Asked' },
        description: 'Each question, and what came back.',
      },
      cutOffs: {
        anyOf: [{ $ref: '#/components/schemas/CutOffs' }, { type: 'null' }],
        description: 'As of when its answers are.',
      },
      coveredAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'The whole book had been read by then; null if any part was missing.',
      },
      listedAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: "The broker's list had been read whole by then; null if it was not.",
      },
      preview: {
        $ref: '#/components/schemas/Json',
        description:
          'Of a dry run, the first hundred of each: `orders`, and breaks `opened`, `changed` and `closed`; null in the list of runs.',
      },
    },
    required: [
      'id',
      'cause',
      'scope',
      'dryRun',
      'startedAt',
      'finishedAt',
      'tradingDate',
      'calls',
      'answered',
      'orders',
      'changed',
      'fills',
      'opened',
      'closed',
      'asked',
      'cutOffs',
      'coveredAt',
      'listedAt',
      'preview',
    ],
  },
  RunPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/Run' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  RunScope: {
    anyOf: [
      { $ref: '#/components/schemas/AttributeScope' },
      {
        type: 'object',
        properties: {
          orderIds: { type: 'array', items: { type: 'string' }, description: 'These orders.' },
        },
        required: ['orderIds'],
      },
    ],
    description: 'What a run looks at when it is not everything: one of these.',
    examples: [{ security: 'SD11PLC' }],
  },
  SavedQuestion: {
    type: 'object',
    properties: {
      name: { $ref: '#/components/schemas/Text', examples: ['late edits'] },
      kind: { $ref: '#/components/schemas/QuestionKind' },
      filters: {
        $ref: '#/components/schemas/QuestionFilters',
        description: 'The query of its route, but for the page.',
        examples: [{ security: 'SD11PLC' }],
      },
      href: {
        type: 'string',
        description: 'Where it is asked.',
        examples: ['/v1/audit/events?security=SD11PLC'],
      },
      changedBy: { $ref: '#/components/schemas/ActorName' },
      changedAt: { $ref: '#/components/schemas/Instant' },
    },
    required: ['name', 'kind', 'filters', 'href', 'changedBy', 'changedAt'],
    description: 'A question that somebody has given a name.',
  },
  SavedQuestionPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/SavedQuestion' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  SchemaDrift: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        description: 'Of this kind of difference.',
        examples: ['018de40a76ba116f'],
      },
      endpoint: {
        type: 'string',
        description: 'Path below `/v2/vendor/`.',
        examples: ['order/enquiry'],
      },
      httpStatus: { type: 'number', description: 'Of the reply.', examples: [200] },
      deviation: {
        type: 'string',
        description:
          'Where and how replies differ from the interface document: names and types, no values.',
        examples: ['data.Status: missing'],
      },
      seen: { $ref: '#/components/schemas/Whole', description: 'How often.' },
      firstSeenAt: { $ref: '#/components/schemas/Instant' },
      lastSeenAt: { $ref: '#/components/schemas/Instant' },
      firstCallId: { $ref: '#/components/schemas/Id' },
      sample: {
        type: 'string',
        description: 'The beginning of the first such reply, as received.',
        examples: ['{"success":true}'],
      },
    },
    required: [
      'id',
      'endpoint',
      'httpStatus',
      'deviation',
      'seen',
      'firstSeenAt',
      'lastSeenAt',
      'firstCallId',
      'sample',
    ],
  },
  SchemaDriftPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/SchemaDrift' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Scope: {
    type: 'string',
    enum: [
      'orders:read',
      'orders:write',
      'market:read',
      'exchange:read',
      'recon:read',
      'recon:write',
      'recon:approve',
      'audit:read',
      'audit:export',
      'ops:read',
      'ops:write',
      'admin',
    ],
  },
  ScopeReport: {
    type: 'object',
    properties: {
      scope: { type: 'string', description: 'Of the exchange.', examples: ['order.post'] },
      state: {
        type: 'string',
        enum: ['Working', 'Refused', 'Failing'],
        description:
          'Refused: 403. Failing: the last call (the last three for posts, edits and cancels) got no documented reply.',
      },
      since: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it got into this state.',
      },
      answeredAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it last got a documented reply.',
      },
      failure: {
        type: ['string', 'null'],
        description: 'What the last failed call said; null: it works.',
        examples: ['timeout'],
      },
    },
    required: ['scope', 'state', 'since', 'answeredAt', 'failure'],
  },
  Security: {
    type: 'string',
    description: 'The symbol of a security, in capitals.',
    examples: ['SD11PLC'],
  },
  Session: {
    type: 'object',
    properties: {
      person: {
        type: 'object',
        properties: {
          id: {
            anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
            description: 'Null for the key of a system.',
          },
          name: { $ref: '#/components/schemas/PersonName' },
          email: {
            type: ['string', 'null'],
            description: 'Null: none.',
            examples: ['ada.obi@example.com'],
          },
          roles: {
            type: 'array',
            items: { type: 'string' },
            description: 'What the person does here; empty for the key of a system.',
            examples: [['dealer']],
          },
        },
        required: ['id', 'name', 'email', 'roles'],
        description: 'Who is signed in.',
      },
      scopes: {
        type: 'array',
        items: { $ref: '#/components/schemas/Scope' },
        description: 'All that it may do: with `admin` every scope.',
      },
      accounts: {
        $ref: '#/components/schemas/BoundAccounts',
        description: 'The accounts whose orders it is for; null: the whole firm.',
      },
      masksClients: {
        type: 'boolean',
        description: 'Whether names of clients and account numbers are masked for this person.',
      },
      csrfToken: {
        type: 'string',
        description: 'For the header `X-CSRF-Token` of calls other than GET and HEAD.',
        examples: ['kqfZ0c2l9u0JX1rMZ3p6gA'],
      },
      environment: {
        type: 'string',
        enum: ['test', 'live'],
        description: 'Whether orders are real.',
      },
      firm: { type: 'string', description: 'Our broker code.', examples: ['MRNA'] },
      startedAt: { $ref: '#/components/schemas/Instant' },
      idleUntil: {
        $ref: '#/components/schemas/Instant',
        description: 'It ends then, unless it is used.',
      },
      endsAt: { $ref: '#/components/schemas/Instant', description: 'It ends then at the latest.' },
    },
    required: [
      'person',
      'scopes',
      'accounts',
      'masksClients',
      'csrfToken',
      'environment',
      'firm',
      'startedAt',
      'idleUntil',
      'endsAt',
    ],
    description: 'A session as its own pages see it.',
  },
  Severity: { type: 'string', enum: ['Low', 'Medium', 'High', 'Critical'] },
  Sha256: {
    type: 'string',
    description: 'A SHA-256 hash in hexadecimal.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    pattern: '^[0-9a-f]{64}$',
  },
  Side: { type: 'string', enum: ['BUY', 'SELL'] },
  SignInOptions: {
    type: 'object',
    properties: {
      keys: { type: 'boolean', description: 'Whether a key opens a session.' },
      identityProvider: {
        anyOf: [
          {
            type: 'object',
            properties: {
              name: {
                type: 'string',
                description: 'What people call it.',
                examples: ['Example SSO'],
              },
            },
            required: ['name'],
          },
          { type: 'null' },
        ],
        description: 'Null: there is none.',
      },
    },
    required: ['keys', 'identityProvider'],
    description: 'How people can sign in.',
  },
  SignOff: {
    type: 'object',
    properties: {
      signedBy: { $ref: '#/components/schemas/ActorName' },
      signedAt: { $ref: '#/components/schemas/Instant' },
      text: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What the signer said.',
      },
    },
    required: ['signedBy', 'signedAt', 'text'],
  },
  Signature: {
    type: 'object',
    properties: {
      signedBy: { $ref: '#/components/schemas/ActorName' },
      signedAt: { $ref: '#/components/schemas/Instant' },
      text: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What the signer said.',
      },
      revision: {
        $ref: '#/components/schemas/Whole',
        description: 'Revision of the certificate it counts towards.',
      },
      reportHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'The report that was signed.',
      },
    },
    required: ['reportHash', 'revision', 'signedAt', 'signedBy', 'text'],
  },
  SignedCheckpoint: {
    type: 'object',
    properties: {
      size: {
        $ref: '#/components/schemas/Whole',
        description: 'Entries in the tree, which is the sequence of the last.',
      },
      root: {
        $ref: '#/components/schemas/Sha256',
        description: 'Root of the Merkle tree (RFC 6962).',
      },
      at: { $ref: '#/components/schemas/Instant', description: 'When it was signed.' },
      note: {
        type: 'string',
        description: 'The checkpoint as it was signed (c2sp.org/tlog-checkpoint).',
        examples: ['marina/…\n3\n…\n\n— marina/… …\n'],
      },
    },
    required: ['size', 'root', 'at', 'note'],
  },
  SignedCheckpointPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/SignedCheckpoint' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  StatusMappings: {
    type: 'object',
    properties: {
      version: { $ref: '#/components/schemas/Whole', description: '0: from the settings file.' },
      state: {
        type: 'string',
        description: 'Pending, Approved, Rejected, Expired or Stale.',
        examples: ['Approved'],
      },
      words: {
        type: 'array',
        items: { $ref: '#/components/schemas/MappedWord' },
        description:
          'Each word of the exchange that its interface does not document, with its meaning.',
      },
      reason: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'Null for version 0, whose evidence is in the settings file.',
      },
      payloadHash: {
        anyOf: [{ $ref: '#/components/schemas/Sha256' }, { type: 'null' }],
        description: 'An approval may name it; null for version 0.',
      },
      proposedBy: { anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }] },
      proposedOnBehalfOf: {
        anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }],
        description: 'The person whom the proposer acted for, if it named one.',
      },
      proposedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      expiresAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      decidedBy: { anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }] },
      decidedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      decision: { anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }] },
    },
    required: [
      'version',
      'state',
      'words',
      'reason',
      'payloadHash',
      'proposedBy',
      'proposedOnBehalfOf',
      'proposedAt',
      'expiresAt',
      'decidedBy',
      'decidedAt',
      'decision',
    ],
  },
  StatusMappingsNow: {
    type: 'object',
    properties: {
      inForce: { $ref: '#/components/schemas/StatusMappings' },
      pending: {
        anyOf: [{ $ref: '#/components/schemas/StatusMappings' }, { type: 'null' }],
        description: 'The proposal that waits for a second person; null: none.',
      },
    },
    required: ['inForce', 'pending'],
  },
  StatusMappingsPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/StatusMappings' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  Text: {
    type: 'string',
    description: 'A text for people.',
    examples: ['The exchange has confirmed it by telephone.'],
  },
  TradeDifference: {
    type: 'object',
    properties: {
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      side: { type: 'string', description: 'As the exchange spells it.', examples: ['BUY'] },
      shownFor: {
        $ref: '#/components/schemas/LagosDate',
        description: 'The trading day whose trades were asked for.',
      },
      booked: { $ref: '#/components/schemas/TradeTerms', description: 'As it is booked.' },
      shown: {
        anyOf: [{ $ref: '#/components/schemas/TradeTerms' }, { type: 'null' }],
        description: 'As the exchange shows it now; null: it is no longer shown.',
      },
    },
    required: ['tradeDate', 'matchingId', 'orderNumber', 'side', 'shownFor', 'booked', 'shown'],
    description:
      'A booked execution that the exchange now shows differently, or no longer; see `fills/trade-corrections`.',
  },
  TradeTerms: {
    type: 'object',
    properties: {
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
    },
    required: ['units', 'price'],
    description: 'Whole units, and a price in Naira.',
  },
  Traded: {
    type: 'object',
    properties: {
      executions: {
        type: 'integer',
        description: 'May be negative where it is a difference.',
        examples: [2],
      },
      units: {
        type: 'string',
        description: 'A decimal text; may be negative where it is a difference.',
        examples: ['1000'],
        pattern: '^-?\\d+(\\.\\d+)?$',
      },
      value: {
        $ref: '#/components/schemas/Money',
        description: 'Units times price, summed; exact.',
      },
    },
    required: ['executions', 'units', 'value'],
  },
  TrailNames: {
    type: 'object',
    properties: {
      by: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Those who have acted, by the names that people see, in the order of the alphabet.',
        examples: [['Ada']],
      },
      types: {
        type: 'array',
        items: { $ref: '#/components/schemas/EntryType' },
        description: 'The types of entries.',
      },
    },
    required: ['by', 'types'],
  },
  TrailProblem: {
    type: 'object',
    properties: {
      sequence: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'The first entry that can be meant; null: it is about none.',
      },
      what: {
        type: 'string',
        description: 'What does not hold.',
        examples: ['the entry is not the one that was hashed'],
      },
    },
    required: ['sequence', 'what'],
    description:
      'What does not hold; the sequence is the first that can be meant, null if it is about no entry.',
  },
  UnbookedTrade: {
    type: 'object',
    properties: {
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      side: { type: 'string', description: 'As the exchange spells it.', examples: ['BUY'] },
      shownFor: {
        $ref: '#/components/schemas/LagosDate',
        description: 'The trading day whose trades were asked for.',
      },
      booked: { type: 'null', description: 'It is not booked.' },
      shown: { $ref: '#/components/schemas/TradeTerms', description: 'As the exchange shows it.' },
      isUnclear: {
        type: 'boolean',
        description:
          'Its quantities do not agree, so that it can only be kept out of the book; absent: they agree.',
      },
    },
    required: ['booked', 'matchingId', 'orderNumber', 'shown', 'shownFor', 'side', 'tradeDate'],
    description:
      'An execution that is shown and not booked, because it may repeat a booked one; see `fills/possible-copies`.',
  },
  Units: {
    type: 'string',
    description: 'A number of units, as a decimal text: digits, no sign, no exponent.',
    examples: ['1000'],
    pattern: '^\\d+(\\.\\d+)?$',
  },
  UnknownOutcomeOfOrder: {
    type: 'object',
    properties: {
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The audit entry from which on it was not known.',
      },
      orderId: { $ref: '#/components/schemas/Id' },
      request: { $ref: '#/components/schemas/Id' },
      kind: { $ref: '#/components/schemas/RequestKind' },
      reason: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'Why it was not known.',
      },
      since: { $ref: '#/components/schemas/Instant' },
      until: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description: 'When it was known; null: it is not yet.',
      },
      seconds: { type: 'integer', description: 'From `since` to `until`.', examples: [42] },
      outcome: {
        anyOf: [{ $ref: '#/components/schemas/EndingFact' }, { type: 'null' }],
        description:
          'What became of it; a request that is sent again has no known outcome until that is answered.',
      },
      found: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'By what that is known.',
      },
      decidedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Who has decided it: the service by evidence, or the second of two people.',
      },
      proposedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description:
          'The first of two people who have decided it; null where the exchange has shown it.',
      },
      endSequence: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'The audit entry that ends it.',
      },
      order: {
        anyOf: [{ $ref: '#/components/schemas/AuditedOrder' }, { type: 'null' }],
        description: 'As it is now.',
      },
    },
    required: [
      'decidedBy',
      'endSequence',
      'found',
      'kind',
      'order',
      'orderId',
      'outcome',
      'proposedBy',
      'reason',
      'request',
      'seconds',
      'sequence',
      'since',
      'until',
    ],
    description: 'An unknown outcome beside its order.',
  },
  UnknownOutcomeOfOrderPage: {
    type: 'object',
    properties: {
      data: {
        type: 'array',
        items: { $ref: '#/components/schemas/UnknownOutcomeOfOrder' },
        description: 'In the order of the list.',
      },
      page: { $ref: '#/components/schemas/PagePlace' },
    },
    required: ['data', 'page'],
    description:
      'Lists return `{ data, page }`. A cursor is the sort key of the last row. It is opaque to callers and stays valid when rows are added.',
  },
  UnresolvedBreak: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      type: { type: 'string', description: 'What does not agree.', examples: ['FillMismatch'] },
      severity: { type: 'string', description: 'How bad it is.', examples: ['High'] },
      assignee: { anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }] },
      orderId: { anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
      orderNumber: { anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }] },
    },
    required: ['id', 'type', 'severity', 'assignee', 'orderId', 'orderNumber'],
  },
  Verification: {
    type: 'object',
    properties: {
      valid: { type: 'boolean', description: 'Everything holds.' },
      entries: {
        $ref: '#/components/schemas/Whole',
        description:
          'Entries of the chain; with `mode` `since` those before `from` were read by the full verification of `lastFullAt`.',
      },
      firstBadSequence: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'The first entry that something is wrong with; null: none.',
      },
      problems: {
        type: 'array',
        items: { $ref: '#/components/schemas/TrailProblem' },
        description: 'All that does not hold.',
      },
      restores: {
        type: 'array',
        items: { $ref: '#/components/schemas/Restore' },
        description:
          'Restores of a backup, after which older checkpoints do not hold. Check that each was meant.',
      },
      checkpointsCompared: {
        $ref: '#/components/schemas/Whole',
        description: 'Signed checkpoints that were compared.',
      },
      signedEntries: {
        $ref: '#/components/schemas/Whole',
        description:
          'Entries up to the newest signed checkpoint that holds; nobody has signed those after it yet.',
      },
      mode: {
        $ref: '#/components/schemas/VerificationMode',
        description: '`full`: every entry was read. `since`: those from `from` on.',
      },
      from: { $ref: '#/components/schemas/Whole', description: 'The first entry that was read.' },
      lastFullAt: {
        anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }],
        description:
          'When the entries before `from` were last read, and held; null: none was left out.',
      },
      checkpoint: {
        anyOf: [{ $ref: '#/components/schemas/Checkpoint' }, { type: 'null' }],
        description: 'The newest copy of the head outside the database; null: there is none yet.',
      },
    },
    required: [
      'checkpoint',
      'checkpointsCompared',
      'entries',
      'firstBadSequence',
      'from',
      'lastFullAt',
      'mode',
      'problems',
      'restores',
      'signedEntries',
      'valid',
    ],
  },
  VerificationMode: { type: 'string', enum: ['full', 'since'] },
  Whole: { type: 'integer', description: 'A whole number.', examples: [3], minimum: 0 },
  WholeBreak: {
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      type: { $ref: '#/components/schemas/BreakType' },
      kind: {
        type: ['string', 'null'],
        description: 'Where its type has several kinds.',
        examples: ['PossibleCopy'],
      },
      severity: { $ref: '#/components/schemas/Severity' },
      status: { $ref: '#/components/schemas/BreakStatus' },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'Null: it is about none of ours.',
      },
      orderNumber: { anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }] },
      detail: {
        type: 'string',
        description: 'What does not agree, for people.',
        examples: ['the exchange has a price of 12.5, we had 12.25'],
      },
      openedAt: { $ref: '#/components/schemas/Instant' },
      seenAt: {
        $ref: '#/components/schemas/Instant',
        description: 'When it was last found to hold.',
      },
      closedAt: { anyOf: [{ $ref: '#/components/schemas/Instant' }, { type: 'null' }] },
      outcome: {
        anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }],
        description: 'What became of it; null while it is open.',
      },
      version: {
        $ref: '#/components/schemas/Whole',
        description: 'Rises by each change; also the `ETag`.',
      },
      assignee: { anyOf: [{ $ref: '#/components/schemas/PersonName' }, { type: 'null' }] },
      dueAt: {
        $ref: '#/components/schemas/Instant',
        description:
          'When it should be closed, by its severity and the due times that held when it was opened.',
      },
      overdue: { type: 'boolean', description: 'It is open, and should have been closed.' },
      reasonCode: {
        type: ['string', 'null'],
        description: 'Given by whoever closed it.',
        examples: ['ConfirmedByExchange'],
      },
      resolution: {
        type: ['string', 'null'],
        description: 'How people have resolved it; null: they have not.',
        examples: ['close'],
      },
      closedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Both names where it took two people.',
      },
      shown: {
        anyOf: [{ $ref: '#/components/schemas/ExternalOrder' }, { type: 'null' }],
        description: 'An external order, as a list of the exchange last showed it.',
      },
      trade: {
        anyOf: [{ $ref: '#/components/schemas/DisputedTrade' }, { type: 'null' }],
        description:
          'A booked execution that the exchange now shows differently; `shown` null: no longer shown. `booked` null: one that is not booked, because it may repeat another.',
      },
      traded: {
        type: 'array',
        items: { $ref: '#/components/schemas/ExternalOrderTrades' },
        description: 'Trades of the external order by day, until somebody decided.',
      },
      candidates: {
        type: 'array',
        items: { $ref: '#/components/schemas/OrderNumber' },
        description:
          "While it is open: the order numbers that may be its order's, as the last search has named them.",
      },
      mayBeOf: {
        type: 'array',
        items: { $ref: '#/components/schemas/Id' },
        description:
          'While it is open: our orders of unknown outcome that its number may be, by the last searches.',
      },
      comments: {
        type: 'array',
        items: { $ref: '#/components/schemas/Comment' },
        description: 'The newest 200, oldest first; the trail has all.',
      },
      assignments: {
        type: 'array',
        items: { $ref: '#/components/schemas/Assignment' },
        description: 'Whose it was, the newest 200, oldest first.',
      },
      approvals: {
        type: 'array',
        items: { $ref: '#/components/schemas/Approval' },
        description: 'Proposals to end it: the newest 200, oldest first.',
      },
      wasCandidateOf: {
        type: 'array',
        items: { $ref: '#/components/schemas/FormerCandidacy' },
        description:
          'Our orders that its number might have been, by their searches, until two people decided otherwise.',
      },
    },
    required: [
      'approvals',
      'assignee',
      'assignments',
      'candidates',
      'closedAt',
      'closedBy',
      'comments',
      'detail',
      'dueAt',
      'id',
      'kind',
      'mayBeOf',
      'openedAt',
      'orderId',
      'orderNumber',
      'outcome',
      'overdue',
      'reasonCode',
      'resolution',
      'seenAt',
      'severity',
      'shown',
      'status',
      'trade',
      'traded',
      'type',
      'version',
      'wasCandidateOf',
    ],
  },
};
