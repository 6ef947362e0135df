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
  AccessDeniedAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ACCESS_DENIED_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/TimesDetails' },
    },
    required: ['type', 'body'],
  },
  AccessDeniedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ACCESS_DENIED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DeniedDetails' },
    },
    required: ['type', 'body'],
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
  ApprovalExpiredEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'APPROVAL_EXPIRED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakDetails' },
    },
    required: ['type', 'body'],
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
  ApprovalRejectedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'APPROVAL_REJECTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakDetails' },
    },
    required: ['type', 'body'],
  },
  ApprovalStaleEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'APPROVAL_STALE', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakDetails' },
    },
    required: ['type', 'body'],
  },
  ApprovalState: {
    type: 'string',
    enum: ['Pending', 'Approved', 'Rejected', 'Expired', 'Stale', 'Withdrawn'],
  },
  ApprovalWithdrawnEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'APPROVAL_WITHDRAWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakDetails' },
    },
    required: ['type', 'body'],
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
  AuditExportedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'AUDIT_EXPORTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExportedDetails' },
    },
    required: ['type', 'body'],
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
  AuditReadAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'AUDIT_READ_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ReadAgainDetails' },
    },
    required: ['type', 'body'],
  },
  AuditReadEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'AUDIT_READ', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ReadDetails' },
    },
    required: ['type', 'body'],
  },
  AuditedEvent: {
    type: 'object',
    properties: {
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
    required: ['order', 'accountNumber'],
    description: 'An audit entry, beside the order that it is about.',
    oneOf: [
      { $ref: '#/components/schemas/FillEvent' },
      { $ref: '#/components/schemas/AccessDeniedEvent' },
      { $ref: '#/components/schemas/AccessDeniedAgainEvent' },
      { $ref: '#/components/schemas/ApprovalExpiredEvent' },
      { $ref: '#/components/schemas/ApprovalRejectedEvent' },
      { $ref: '#/components/schemas/ApprovalStaleEvent' },
      { $ref: '#/components/schemas/ApprovalWithdrawnEvent' },
      { $ref: '#/components/schemas/AuditExportedEvent' },
      { $ref: '#/components/schemas/AuditReadEvent' },
      { $ref: '#/components/schemas/AuditReadAgainEvent' },
      { $ref: '#/components/schemas/BackupMadeEvent' },
      { $ref: '#/components/schemas/BreakAssignedEvent' },
      { $ref: '#/components/schemas/BreakChangedEvent' },
      { $ref: '#/components/schemas/BreakClosedEvent' },
      { $ref: '#/components/schemas/BreakCommentedEvent' },
      { $ref: '#/components/schemas/BreakOpenedEvent' },
      { $ref: '#/components/schemas/BreakRecheckedEvent' },
      { $ref: '#/components/schemas/BreakReopenedEvent' },
      { $ref: '#/components/schemas/BreakResolutionProposedEvent' },
      { $ref: '#/components/schemas/BreakResolutionRefusedEvent' },
      { $ref: '#/components/schemas/BreakResolvedEvent' },
      { $ref: '#/components/schemas/CalendarDayRemovedEvent' },
      { $ref: '#/components/schemas/CalendarDaySetEvent' },
      { $ref: '#/components/schemas/CancelAcknowledgedEvent' },
      { $ref: '#/components/schemas/CancelContestedEvent' },
      { $ref: '#/components/schemas/CancelNotSentEvent' },
      { $ref: '#/components/schemas/CancelRefusedEvent' },
      { $ref: '#/components/schemas/CancelReplacedEvent' },
      { $ref: '#/components/schemas/CancelRequestedEvent' },
      { $ref: '#/components/schemas/CancelSearchedEvent' },
      { $ref: '#/components/schemas/CancelSentEvent' },
      { $ref: '#/components/schemas/CancelThrottledEvent' },
      { $ref: '#/components/schemas/CancelUnknownEvent' },
      { $ref: '#/components/schemas/CancelWithdrawnEvent' },
      { $ref: '#/components/schemas/CheckpointAskedEvent' },
      { $ref: '#/components/schemas/ClientsRemovedEvent' },
      { $ref: '#/components/schemas/ClientUnmaskedEvent' },
      { $ref: '#/components/schemas/ClockSteppedEvent' },
      { $ref: '#/components/schemas/CrossedEvent' },
      { $ref: '#/components/schemas/DatabaseMovedEvent' },
      { $ref: '#/components/schemas/DatabaseOlderThanCheckpointEvent' },
      { $ref: '#/components/schemas/DayClosedEvent' },
      { $ref: '#/components/schemas/DayHoldsAgainEvent' },
      { $ref: '#/components/schemas/DayReadEvent' },
      { $ref: '#/components/schemas/DayReopenedEvent' },
      { $ref: '#/components/schemas/DaySignedEvent' },
      { $ref: '#/components/schemas/DeskCaughtUpEvent' },
      { $ref: '#/components/schemas/DeskPausedEvent' },
      { $ref: '#/components/schemas/DeskResumedEvent' },
      { $ref: '#/components/schemas/DoubtEndedEvent' },
      { $ref: '#/components/schemas/DueTimesSetEvent' },
      { $ref: '#/components/schemas/EditedBeforeSendingEvent' },
      { $ref: '#/components/schemas/EditAcknowledgedEvent' },
      { $ref: '#/components/schemas/EditNotSentEvent' },
      { $ref: '#/components/schemas/EditRefusedEvent' },
      { $ref: '#/components/schemas/EditRefusedByLimitEvent' },
      { $ref: '#/components/schemas/EditRefusedByLimitAgainEvent' },
      { $ref: '#/components/schemas/EditReplacedEvent' },
      { $ref: '#/components/schemas/EditRequestedEvent' },
      { $ref: '#/components/schemas/EditSearchedEvent' },
      { $ref: '#/components/schemas/EditSentEvent' },
      { $ref: '#/components/schemas/EditThrottledEvent' },
      { $ref: '#/components/schemas/EditUnknownEvent' },
      { $ref: '#/components/schemas/EditWithdrawnEvent' },
      { $ref: '#/components/schemas/EvidenceNotBelievedEvent' },
      { $ref: '#/components/schemas/ExchangeAskedEvent' },
      { $ref: '#/components/schemas/ExchangeKeyAcceptedAgainEvent' },
      { $ref: '#/components/schemas/ExchangeKeyRefusedEvent' },
      { $ref: '#/components/schemas/ExchangeScopeAcceptedAgainEvent' },
      { $ref: '#/components/schemas/ExchangeScopeRefusedEvent' },
      { $ref: '#/components/schemas/FillReversedEvent' },
      { $ref: '#/components/schemas/InstructionRefusedEvent' },
      { $ref: '#/components/schemas/InstructionRefusedAgainEvent' },
      { $ref: '#/components/schemas/KeyBoundToAccountEvent' },
      { $ref: '#/components/schemas/KeyCreatedEvent' },
      { $ref: '#/components/schemas/KeyExpirySetEvent' },
      { $ref: '#/components/schemas/KeyRevokedEvent' },
      { $ref: '#/components/schemas/KeyRotatedEvent' },
      { $ref: '#/components/schemas/LateReplyEvent' },
      { $ref: '#/components/schemas/LegalHoldPlacedEvent' },
      { $ref: '#/components/schemas/LegalHoldReleasedEvent' },
      { $ref: '#/components/schemas/MatchedUnitsChangedEvent' },
      { $ref: '#/components/schemas/NumberConfirmedEvent' },
      { $ref: '#/components/schemas/NumberDoubtedEvent' },
      { $ref: '#/components/schemas/OrdersComparedEvent' },
      { $ref: '#/components/schemas/OrderAdoptedEvent' },
      { $ref: '#/components/schemas/OrderDoubtedEvent' },
      { $ref: '#/components/schemas/OrderEnquiredEvent' },
      { $ref: '#/components/schemas/OrderLimitsRemovedEvent' },
      { $ref: '#/components/schemas/OrderLimitsSetEvent' },
      { $ref: '#/components/schemas/OrderNumberLinkedEvent' },
      { $ref: '#/components/schemas/OrderNumberUnlinkedEvent' },
      { $ref: '#/components/schemas/OrderReceivedEvent' },
      { $ref: '#/components/schemas/PersonChangedEvent' },
      { $ref: '#/components/schemas/PersonCreatedEvent' },
      { $ref: '#/components/schemas/PersonLinkedEvent' },
      { $ref: '#/components/schemas/PostAcknowledgedEvent' },
      { $ref: '#/components/schemas/PostNotSentEvent' },
      { $ref: '#/components/schemas/PostRefusedEvent' },
      { $ref: '#/components/schemas/PostRefusedByLimitEvent' },
      { $ref: '#/components/schemas/PostRefusedByLimitAgainEvent' },
      { $ref: '#/components/schemas/PostReplacedEvent' },
      { $ref: '#/components/schemas/PostRequestedEvent' },
      { $ref: '#/components/schemas/PostSearchedEvent' },
      { $ref: '#/components/schemas/PostSentEvent' },
      { $ref: '#/components/schemas/PostThrottledEvent' },
      { $ref: '#/components/schemas/PostUnknownEvent' },
      { $ref: '#/components/schemas/PostWithdrawnEvent' },
      { $ref: '#/components/schemas/PriceDoubtedEvent' },
      { $ref: '#/components/schemas/ProvenEvent' },
      { $ref: '#/components/schemas/QuestionRemovedEvent' },
      { $ref: '#/components/schemas/QuestionSavedEvent' },
      { $ref: '#/components/schemas/QuotesRecordedEvent' },
      { $ref: '#/components/schemas/RunsRemovedEvent' },
      { $ref: '#/components/schemas/RunAskedEvent' },
      { $ref: '#/components/schemas/ServiceStartedEvent' },
      { $ref: '#/components/schemas/ServiceStoppedEvent' },
      { $ref: '#/components/schemas/SignedInEvent' },
      { $ref: '#/components/schemas/SignedOutEvent' },
      { $ref: '#/components/schemas/SigningKeyCreatedEvent' },
      { $ref: '#/components/schemas/SigningKeyRotatedEvent' },
      { $ref: '#/components/schemas/StatusChangedEvent' },
      { $ref: '#/components/schemas/StatusWordsApprovedEvent' },
      { $ref: '#/components/schemas/StatusWordsExpiredEvent' },
      { $ref: '#/components/schemas/StatusWordsProposedEvent' },
      { $ref: '#/components/schemas/StatusWordsRejectedEvent' },
      { $ref: '#/components/schemas/TermsChangedEvent' },
      { $ref: '#/components/schemas/TradingDaysReadEvent' },
      { $ref: '#/components/schemas/TrailVerifiedEvent' },
      { $ref: '#/components/schemas/TrailVerifiedAgainEvent' },
    ],
    discriminator: {
      propertyName: 'type',
      mapping: {
        ACCESS_DENIED: '#/components/schemas/AccessDeniedEvent',
        ACCESS_DENIED_AGAIN: '#/components/schemas/AccessDeniedAgainEvent',
        APPROVAL_EXPIRED: '#/components/schemas/ApprovalExpiredEvent',
        APPROVAL_REJECTED: '#/components/schemas/ApprovalRejectedEvent',
        APPROVAL_STALE: '#/components/schemas/ApprovalStaleEvent',
        APPROVAL_WITHDRAWN: '#/components/schemas/ApprovalWithdrawnEvent',
        AUDIT_EXPORTED: '#/components/schemas/AuditExportedEvent',
        AUDIT_READ: '#/components/schemas/AuditReadEvent',
        AUDIT_READ_AGAIN: '#/components/schemas/AuditReadAgainEvent',
        BACKUP_MADE: '#/components/schemas/BackupMadeEvent',
        BREAK_ASSIGNED: '#/components/schemas/BreakAssignedEvent',
        BREAK_CHANGED: '#/components/schemas/BreakChangedEvent',
        BREAK_CLOSED: '#/components/schemas/BreakClosedEvent',
        BREAK_COMMENTED: '#/components/schemas/BreakCommentedEvent',
        BREAK_OPENED: '#/components/schemas/BreakOpenedEvent',
        BREAK_RECHECKED: '#/components/schemas/BreakRecheckedEvent',
        BREAK_REOPENED: '#/components/schemas/BreakReopenedEvent',
        BREAK_RESOLUTION_PROPOSED: '#/components/schemas/BreakResolutionProposedEvent',
        BREAK_RESOLUTION_REFUSED: '#/components/schemas/BreakResolutionRefusedEvent',
        BREAK_RESOLVED: '#/components/schemas/BreakResolvedEvent',
        CALENDAR_DAY_REMOVED: '#/components/schemas/CalendarDayRemovedEvent',
        CALENDAR_DAY_SET: '#/components/schemas/CalendarDaySetEvent',
        CANCEL_ACKNOWLEDGED: '#/components/schemas/CancelAcknowledgedEvent',
        CANCEL_CONTESTED: '#/components/schemas/CancelContestedEvent',
        CANCEL_NOT_SENT: '#/components/schemas/CancelNotSentEvent',
        CANCEL_REFUSED: '#/components/schemas/CancelRefusedEvent',
        CANCEL_REPLACED: '#/components/schemas/CancelReplacedEvent',
        CANCEL_REQUESTED: '#/components/schemas/CancelRequestedEvent',
        CANCEL_SEARCHED: '#/components/schemas/CancelSearchedEvent',
        CANCEL_SENT: '#/components/schemas/CancelSentEvent',
        CANCEL_THROTTLED: '#/components/schemas/CancelThrottledEvent',
        CANCEL_UNKNOWN: '#/components/schemas/CancelUnknownEvent',
        CANCEL_WITHDRAWN: '#/components/schemas/CancelWithdrawnEvent',
        CHECKPOINT_ASKED: '#/components/schemas/CheckpointAskedEvent',
        CLIENTS_REMOVED: '#/components/schemas/ClientsRemovedEvent',
        CLIENT_UNMASKED: '#/components/schemas/ClientUnmaskedEvent',
        CLOCK_STEPPED: '#/components/schemas/ClockSteppedEvent',
        CROSSED: '#/components/schemas/CrossedEvent',
        DATABASE_MOVED: '#/components/schemas/DatabaseMovedEvent',
        DATABASE_OLDER_THAN_CHECKPOINT: '#/components/schemas/DatabaseOlderThanCheckpointEvent',
        DAY_CLOSED: '#/components/schemas/DayClosedEvent',
        DAY_HOLDS_AGAIN: '#/components/schemas/DayHoldsAgainEvent',
        DAY_READ: '#/components/schemas/DayReadEvent',
        DAY_REOPENED: '#/components/schemas/DayReopenedEvent',
        DAY_SIGNED: '#/components/schemas/DaySignedEvent',
        DESK_CAUGHT_UP: '#/components/schemas/DeskCaughtUpEvent',
        DESK_PAUSED: '#/components/schemas/DeskPausedEvent',
        DESK_RESUMED: '#/components/schemas/DeskResumedEvent',
        DOUBT_ENDED: '#/components/schemas/DoubtEndedEvent',
        DUE_TIMES_SET: '#/components/schemas/DueTimesSetEvent',
        EDITED_BEFORE_SENDING: '#/components/schemas/EditedBeforeSendingEvent',
        EDIT_ACKNOWLEDGED: '#/components/schemas/EditAcknowledgedEvent',
        EDIT_NOT_SENT: '#/components/schemas/EditNotSentEvent',
        EDIT_REFUSED: '#/components/schemas/EditRefusedEvent',
        EDIT_REFUSED_BY_LIMIT: '#/components/schemas/EditRefusedByLimitEvent',
        EDIT_REFUSED_BY_LIMIT_AGAIN: '#/components/schemas/EditRefusedByLimitAgainEvent',
        EDIT_REPLACED: '#/components/schemas/EditReplacedEvent',
        EDIT_REQUESTED: '#/components/schemas/EditRequestedEvent',
        EDIT_SEARCHED: '#/components/schemas/EditSearchedEvent',
        EDIT_SENT: '#/components/schemas/EditSentEvent',
        EDIT_THROTTLED: '#/components/schemas/EditThrottledEvent',
        EDIT_UNKNOWN: '#/components/schemas/EditUnknownEvent',
        EDIT_WITHDRAWN: '#/components/schemas/EditWithdrawnEvent',
        EVIDENCE_NOT_BELIEVED: '#/components/schemas/EvidenceNotBelievedEvent',
        EXCHANGE_ASKED: '#/components/schemas/ExchangeAskedEvent',
        EXCHANGE_KEY_ACCEPTED_AGAIN: '#/components/schemas/ExchangeKeyAcceptedAgainEvent',
        EXCHANGE_KEY_REFUSED: '#/components/schemas/ExchangeKeyRefusedEvent',
        EXCHANGE_SCOPE_ACCEPTED_AGAIN: '#/components/schemas/ExchangeScopeAcceptedAgainEvent',
        EXCHANGE_SCOPE_REFUSED: '#/components/schemas/ExchangeScopeRefusedEvent',
        FILL: '#/components/schemas/FillEvent',
        FILL_REVERSED: '#/components/schemas/FillReversedEvent',
        INSTRUCTION_REFUSED: '#/components/schemas/InstructionRefusedEvent',
        INSTRUCTION_REFUSED_AGAIN: '#/components/schemas/InstructionRefusedAgainEvent',
        KEY_BOUND_TO_ACCOUNT: '#/components/schemas/KeyBoundToAccountEvent',
        KEY_CREATED: '#/components/schemas/KeyCreatedEvent',
        KEY_EXPIRY_SET: '#/components/schemas/KeyExpirySetEvent',
        KEY_REVOKED: '#/components/schemas/KeyRevokedEvent',
        KEY_ROTATED: '#/components/schemas/KeyRotatedEvent',
        LATE_REPLY: '#/components/schemas/LateReplyEvent',
        LEGAL_HOLD_PLACED: '#/components/schemas/LegalHoldPlacedEvent',
        LEGAL_HOLD_RELEASED: '#/components/schemas/LegalHoldReleasedEvent',
        MATCHED_UNITS_CHANGED: '#/components/schemas/MatchedUnitsChangedEvent',
        NUMBER_CONFIRMED: '#/components/schemas/NumberConfirmedEvent',
        NUMBER_DOUBTED: '#/components/schemas/NumberDoubtedEvent',
        ORDERS_COMPARED: '#/components/schemas/OrdersComparedEvent',
        ORDER_ADOPTED: '#/components/schemas/OrderAdoptedEvent',
        ORDER_DOUBTED: '#/components/schemas/OrderDoubtedEvent',
        ORDER_ENQUIRED: '#/components/schemas/OrderEnquiredEvent',
        ORDER_LIMITS_REMOVED: '#/components/schemas/OrderLimitsRemovedEvent',
        ORDER_LIMITS_SET: '#/components/schemas/OrderLimitsSetEvent',
        ORDER_NUMBER_LINKED: '#/components/schemas/OrderNumberLinkedEvent',
        ORDER_NUMBER_UNLINKED: '#/components/schemas/OrderNumberUnlinkedEvent',
        ORDER_RECEIVED: '#/components/schemas/OrderReceivedEvent',
        PERSON_CHANGED: '#/components/schemas/PersonChangedEvent',
        PERSON_CREATED: '#/components/schemas/PersonCreatedEvent',
        PERSON_LINKED: '#/components/schemas/PersonLinkedEvent',
        POST_ACKNOWLEDGED: '#/components/schemas/PostAcknowledgedEvent',
        POST_NOT_SENT: '#/components/schemas/PostNotSentEvent',
        POST_REFUSED: '#/components/schemas/PostRefusedEvent',
        POST_REFUSED_BY_LIMIT: '#/components/schemas/PostRefusedByLimitEvent',
        POST_REFUSED_BY_LIMIT_AGAIN: '#/components/schemas/PostRefusedByLimitAgainEvent',
        POST_REPLACED: '#/components/schemas/PostReplacedEvent',
        POST_REQUESTED: '#/components/schemas/PostRequestedEvent',
        POST_SEARCHED: '#/components/schemas/PostSearchedEvent',
        POST_SENT: '#/components/schemas/PostSentEvent',
        POST_THROTTLED: '#/components/schemas/PostThrottledEvent',
        POST_UNKNOWN: '#/components/schemas/PostUnknownEvent',
        POST_WITHDRAWN: '#/components/schemas/PostWithdrawnEvent',
        PRICE_DOUBTED: '#/components/schemas/PriceDoubtedEvent',
        PROVEN: '#/components/schemas/ProvenEvent',
        QUESTION_REMOVED: '#/components/schemas/QuestionRemovedEvent',
        QUESTION_SAVED: '#/components/schemas/QuestionSavedEvent',
        QUOTES_RECORDED: '#/components/schemas/QuotesRecordedEvent',
        RUNS_REMOVED: '#/components/schemas/RunsRemovedEvent',
        RUN_ASKED: '#/components/schemas/RunAskedEvent',
        SERVICE_STARTED: '#/components/schemas/ServiceStartedEvent',
        SERVICE_STOPPED: '#/components/schemas/ServiceStoppedEvent',
        SIGNED_IN: '#/components/schemas/SignedInEvent',
        SIGNED_OUT: '#/components/schemas/SignedOutEvent',
        SIGNING_KEY_CREATED: '#/components/schemas/SigningKeyCreatedEvent',
        SIGNING_KEY_ROTATED: '#/components/schemas/SigningKeyRotatedEvent',
        STATUS_CHANGED: '#/components/schemas/StatusChangedEvent',
        STATUS_WORDS_APPROVED: '#/components/schemas/StatusWordsApprovedEvent',
        STATUS_WORDS_EXPIRED: '#/components/schemas/StatusWordsExpiredEvent',
        STATUS_WORDS_PROPOSED: '#/components/schemas/StatusWordsProposedEvent',
        STATUS_WORDS_REJECTED: '#/components/schemas/StatusWordsRejectedEvent',
        TERMS_CHANGED: '#/components/schemas/TermsChangedEvent',
        TRADING_DAYS_READ: '#/components/schemas/TradingDaysReadEvent',
        TRAIL_VERIFIED: '#/components/schemas/TrailVerifiedEvent',
        TRAIL_VERIFIED_AGAIN: '#/components/schemas/TrailVerifiedAgainEvent',
      },
    },
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
  BackupDetails: {
    type: 'object',
    properties: {
      file: {
        type: 'string',
        description: 'The name of the file.',
        examples: ['marina-2026-11-20.db'],
      },
      entries: { $ref: '#/components/schemas/Whole', description: 'Of the trail in it.' },
      encrypted: { type: 'boolean', description: 'Whether it is encrypted.' },
    },
    required: ['file', 'entries', 'encrypted'],
    additionalProperties: true,
  },
  BackupMadeEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BACKUP_MADE', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BackupDetails' },
    },
    required: ['type', 'body'],
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
  BreakAssignedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      assignee: { type: ['string', 'null'], description: "Whose it is; null: nobody's." },
    },
    required: ['assignee', 'break', 'breakType'],
    additionalProperties: true,
  },
  BreakAssignedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_ASSIGNED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakAssignedDetails' },
    },
    required: ['type', 'body'],
  },
  BreakChangedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_CHANGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakDetails' },
    },
    required: ['type', 'body'],
  },
  BreakClosedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      outcome: { $ref: '#/components/schemas/Text', description: 'What ended it.' },
    },
    required: ['break', 'breakType', 'outcome'],
    additionalProperties: true,
  },
  BreakClosedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_CLOSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakClosedDetails' },
    },
    required: ['type', 'body'],
  },
  BreakCommentedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_COMMENTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakTextDetails' },
    },
    required: ['type', 'body'],
  },
  BreakDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
    },
    required: ['break', 'breakType'],
    additionalProperties: true,
  },
  BreakOpenedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      severity: { type: 'string', description: 'How bad it is.', examples: ['High'] },
      detail: { $ref: '#/components/schemas/Text', description: 'What does not agree.' },
    },
    required: ['break', 'breakType', 'detail', 'severity'],
    additionalProperties: true,
  },
  BreakOpenedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_OPENED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakOpenedDetails' },
    },
    required: ['type', 'body'],
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
  BreakProposedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      text: { $ref: '#/components/schemas/Text', description: 'What was said.' },
      resolution: {
        type: 'string',
        description: 'How the break is to end.',
        examples: ['link-number'],
      },
      approval: { $ref: '#/components/schemas/Id', description: 'The proposal.' },
      payloadHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of what was proposed.',
      },
    },
    required: ['approval', 'break', 'breakType', 'payloadHash', 'resolution', 'text'],
    additionalProperties: true,
  },
  BreakRecheckedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_RECHECKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/EnquiredDetails' },
    },
    required: ['type', 'body'],
  },
  BreakRefusedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      text: { $ref: '#/components/schemas/Text', description: 'What was said.' },
      resolution: {
        type: 'string',
        description: 'How the break is to end.',
        examples: ['link-number'],
      },
      refusedBecause: {
        type: 'string',
        description: 'The code of the problem.',
        examples: ['version-stale'],
      },
    },
    required: ['break', 'breakType', 'refusedBecause', 'resolution', 'text'],
    additionalProperties: true,
  },
  BreakReopenedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_REOPENED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakTextDetails' },
    },
    required: ['type', 'body'],
  },
  BreakResolutionProposedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_RESOLUTION_PROPOSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakProposedDetails' },
    },
    required: ['type', 'body'],
  },
  BreakResolutionRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_RESOLUTION_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakRefusedDetails' },
    },
    required: ['type', 'body'],
  },
  BreakResolvedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      text: { $ref: '#/components/schemas/Text', description: 'What was said.' },
      resolution: {
        type: 'string',
        description: 'How the break is to end.',
        examples: ['link-number'],
      },
      approval: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The proposal; null: one person was enough.',
      },
      proposedBy: {
        anyOf: [{ $ref: '#/components/schemas/ActorName' }, { type: 'null' }],
        description: 'Who proposed it; null: one person was enough.',
      },
    },
    required: ['approval', 'break', 'breakType', 'proposedBy', 'resolution', 'text'],
    additionalProperties: true,
  },
  BreakResolvedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'BREAK_RESOLVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/BreakResolvedDetails' },
    },
    required: ['type', 'body'],
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
  BreakTextDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      break: { $ref: '#/components/schemas/Id' },
      breakType: {
        type: 'string',
        description: 'The type of the break.',
        examples: ['StatusMismatch'],
      },
      text: { $ref: '#/components/schemas/Text', description: 'What was said.' },
    },
    required: ['break', 'breakType', 'text'],
    additionalProperties: true,
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
  CalendarDayRemovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CALENDAR_DAY_REMOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/CalendarDetails' },
    },
    required: ['type', 'body'],
  },
  CalendarDaySetEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CALENDAR_DAY_SET', description: 'What happened.' },
      body: { $ref: '#/components/schemas/CalendarDetails' },
    },
    required: ['type', 'body'],
  },
  CalendarDetails: {
    type: 'object',
    properties: { tradingDate: { $ref: '#/components/schemas/LagosDate' } },
    required: ['tradingDate'],
    additionalProperties: true,
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
  CancelAcknowledgedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_ACKNOWLEDGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelContestedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_CONTESTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OfOrder' },
    },
    required: ['type', 'body'],
  },
  CancelNotSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_NOT_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelReplacedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_REPLACED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelRequestedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_REQUESTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelSearchedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_SEARCHED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SearchedDetails' },
    },
    required: ['type', 'body'],
  },
  CancelSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelThrottledEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_THROTTLED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelUnknownEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_UNKNOWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  CancelWithdrawnEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CANCEL_WITHDRAWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
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
  CheckpointAskedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CHECKPOINT_ASKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
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
  ClientUnmaskedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CLIENT_UNMASKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ReasonDetails' },
    },
    required: ['type', 'body'],
  },
  ClientsRemovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CLIENTS_REMOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  ClockSteppedDetails: {
    type: 'object',
    properties: {
      instance: { type: 'string', description: 'Of the start that noticed it.' },
      byMs: { type: 'number', description: 'By how much; below zero: back.', examples: [-3600000] },
      from: { $ref: '#/components/schemas/Instant' },
      to: { $ref: '#/components/schemas/Instant' },
    },
    required: ['instance', 'byMs', 'from', 'to'],
    additionalProperties: true,
  },
  ClockSteppedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CLOCK_STEPPED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ClockSteppedDetails' },
    },
    required: ['type', 'body'],
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
  ComparedDetails: {
    type: 'object',
    properties: {
      orders: { $ref: '#/components/schemas/Whole', description: 'How many orders were rebuilt.' },
      differences: {
        $ref: '#/components/schemas/Whole',
        description: 'How many differences there were.',
      },
    },
    required: ['orders', 'differences'],
    additionalProperties: true,
  },
  CrossedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      with: { $ref: '#/components/schemas/Id', description: 'Our order on the other side.' },
    },
    required: ['tradeDate', 'matchingId', 'with'],
    additionalProperties: true,
  },
  CrossedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'CROSSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/CrossedDetails' },
    },
    required: ['type', 'body'],
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
  DatabaseMovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DATABASE_MOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  DatabaseOlderThanCheckpointEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DATABASE_OLDER_THAN_CHECKPOINT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/RestoredDetails' },
    },
    required: ['type', 'body'],
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
  DayCertificateDetails: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      revision: { $ref: '#/components/schemas/Whole' },
      hash: { $ref: '#/components/schemas/MaskableSha256', description: 'Of the certificate.' },
    },
    required: ['tradingDate', 'revision', 'hash'],
    additionalProperties: true,
  },
  DayClosedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DAY_CLOSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DayCertificateDetails' },
    },
    required: ['type', 'body'],
  },
  DayHoldsAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DAY_HOLDS_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DayCertificateDetails' },
    },
    required: ['type', 'body'],
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
  DayReadDetails: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      callId: { $ref: '#/components/schemas/Id', description: 'The call whose reply was read.' },
    },
    required: ['tradingDate', 'callId'],
    additionalProperties: true,
  },
  DayReadEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DAY_READ', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DayReadDetails' },
    },
    required: ['type', 'body'],
  },
  DayReopenedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DAY_REOPENED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DayCertificateDetails' },
    },
    required: ['type', 'body'],
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
  DaySignedDetails: {
    type: 'object',
    properties: {
      tradingDate: { $ref: '#/components/schemas/LagosDate' },
      revision: { $ref: '#/components/schemas/Whole' },
      reportHash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the report that was signed.',
      },
      signedBy: { $ref: '#/components/schemas/ActorName' },
      text: { type: ['string', 'null'], description: "The signer's comment; null: none." },
    },
    required: ['tradingDate', 'revision', 'reportHash', 'signedBy', 'text'],
    additionalProperties: true,
  },
  DaySignedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DAY_SIGNED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DaySignedDetails' },
    },
    required: ['type', 'body'],
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
  DaysReadDetails: {
    type: 'object',
    properties: {
      until: { $ref: '#/components/schemas/LagosDate', description: 'The last day that is read.' },
      missed: {
        type: 'array',
        items: { type: 'string' },
        description: 'The days that were read late.',
      },
    },
    required: ['until', 'missed'],
    additionalProperties: true,
  },
  DeniedDetails: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        description: 'The code of the problem.',
        examples: ['scope-missing'],
      },
      method: { type: 'string', description: 'The method of the request.', examples: ['POST'] },
      route: {
        type: ['string', 'null'],
        description: 'The route; null: there is none at the address.',
      },
    },
    required: ['code', 'method', 'route'],
    additionalProperties: true,
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
  DeskCaughtUpEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DESK_CAUGHT_UP', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  DeskPausedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DESK_PAUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ResumedDetails' },
    },
    required: ['type', 'body'],
  },
  DeskResumedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DESK_RESUMED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ResumedDetails' },
    },
    required: ['type', 'body'],
  },
  DisputedTrade: {
    anyOf: [
      { $ref: '#/components/schemas/TradeDifference' },
      { $ref: '#/components/schemas/UnbookedTrade' },
    ],
    description: 'The execution that a break is about.',
  },
  DoubtEndedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DOUBT_ENDED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/WhyDetails' },
    },
    required: ['type', 'body'],
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
  DueTimesSetEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'DUE_TIMES_SET', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  DueWithin: {
    type: 'integer',
    description: 'Minutes, whole: a week at most.',
    minimum: 1,
    maximum: 10080,
  },
  EditAcknowledgedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_ACKNOWLEDGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditNotSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_NOT_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditRefusedByLimitAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_REFUSED_BY_LIMIT_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/TimesDetails' },
    },
    required: ['type', 'body'],
  },
  EditRefusedByLimitEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_REFUSED_BY_LIMIT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/LimitRefusedDetails' },
    },
    required: ['type', 'body'],
  },
  EditRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditReplacedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_REPLACED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditRequestedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_REQUESTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditSearchedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_SEARCHED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SearchedDetails' },
    },
    required: ['type', 'body'],
  },
  EditSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditThrottledEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_THROTTLED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditUnknownEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_UNKNOWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditWithdrawnEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDIT_WITHDRAWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  EditedBeforeSendingEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EDITED_BEFORE_SENDING', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NewTermsDetails' },
    },
    required: ['type', 'body'],
  },
  EndingFact: { type: 'string', enum: ['ACKNOWLEDGED', 'REFUSED', 'WITHDRAWN'] },
  EnquiredDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
    },
    required: ['orderNumber'],
    additionalProperties: true,
  },
  EntryType: {
    type: 'object',
    properties: {
      type: { type: 'string', description: 'As the filter takes it.', examples: ['FILL'] },
      title: { type: 'string', description: 'In words.', examples: ['Trade booked'] },
    },
    required: ['type', 'title'],
  },
  Event: {
    description: 'An audit entry; `type` says which schema it has.',
    oneOf: [
      { $ref: '#/components/schemas/FillEvent' },
      { $ref: '#/components/schemas/AccessDeniedEvent' },
      { $ref: '#/components/schemas/AccessDeniedAgainEvent' },
      { $ref: '#/components/schemas/ApprovalExpiredEvent' },
      { $ref: '#/components/schemas/ApprovalRejectedEvent' },
      { $ref: '#/components/schemas/ApprovalStaleEvent' },
      { $ref: '#/components/schemas/ApprovalWithdrawnEvent' },
      { $ref: '#/components/schemas/AuditExportedEvent' },
      { $ref: '#/components/schemas/AuditReadEvent' },
      { $ref: '#/components/schemas/AuditReadAgainEvent' },
      { $ref: '#/components/schemas/BackupMadeEvent' },
      { $ref: '#/components/schemas/BreakAssignedEvent' },
      { $ref: '#/components/schemas/BreakChangedEvent' },
      { $ref: '#/components/schemas/BreakClosedEvent' },
      { $ref: '#/components/schemas/BreakCommentedEvent' },
      { $ref: '#/components/schemas/BreakOpenedEvent' },
      { $ref: '#/components/schemas/BreakRecheckedEvent' },
      { $ref: '#/components/schemas/BreakReopenedEvent' },
      { $ref: '#/components/schemas/BreakResolutionProposedEvent' },
      { $ref: '#/components/schemas/BreakResolutionRefusedEvent' },
      { $ref: '#/components/schemas/BreakResolvedEvent' },
      { $ref: '#/components/schemas/CalendarDayRemovedEvent' },
      { $ref: '#/components/schemas/CalendarDaySetEvent' },
      { $ref: '#/components/schemas/CancelAcknowledgedEvent' },
      { $ref: '#/components/schemas/CancelContestedEvent' },
      { $ref: '#/components/schemas/CancelNotSentEvent' },
      { $ref: '#/components/schemas/CancelRefusedEvent' },
      { $ref: '#/components/schemas/CancelReplacedEvent' },
      { $ref: '#/components/schemas/CancelRequestedEvent' },
      { $ref: '#/components/schemas/CancelSearchedEvent' },
      { $ref: '#/components/schemas/CancelSentEvent' },
      { $ref: '#/components/schemas/CancelThrottledEvent' },
      { $ref: '#/components/schemas/CancelUnknownEvent' },
      { $ref: '#/components/schemas/CancelWithdrawnEvent' },
      { $ref: '#/components/schemas/CheckpointAskedEvent' },
      { $ref: '#/components/schemas/ClientsRemovedEvent' },
      { $ref: '#/components/schemas/ClientUnmaskedEvent' },
      { $ref: '#/components/schemas/ClockSteppedEvent' },
      { $ref: '#/components/schemas/CrossedEvent' },
      { $ref: '#/components/schemas/DatabaseMovedEvent' },
      { $ref: '#/components/schemas/DatabaseOlderThanCheckpointEvent' },
      { $ref: '#/components/schemas/DayClosedEvent' },
      { $ref: '#/components/schemas/DayHoldsAgainEvent' },
      { $ref: '#/components/schemas/DayReadEvent' },
      { $ref: '#/components/schemas/DayReopenedEvent' },
      { $ref: '#/components/schemas/DaySignedEvent' },
      { $ref: '#/components/schemas/DeskCaughtUpEvent' },
      { $ref: '#/components/schemas/DeskPausedEvent' },
      { $ref: '#/components/schemas/DeskResumedEvent' },
      { $ref: '#/components/schemas/DoubtEndedEvent' },
      { $ref: '#/components/schemas/DueTimesSetEvent' },
      { $ref: '#/components/schemas/EditedBeforeSendingEvent' },
      { $ref: '#/components/schemas/EditAcknowledgedEvent' },
      { $ref: '#/components/schemas/EditNotSentEvent' },
      { $ref: '#/components/schemas/EditRefusedEvent' },
      { $ref: '#/components/schemas/EditRefusedByLimitEvent' },
      { $ref: '#/components/schemas/EditRefusedByLimitAgainEvent' },
      { $ref: '#/components/schemas/EditReplacedEvent' },
      { $ref: '#/components/schemas/EditRequestedEvent' },
      { $ref: '#/components/schemas/EditSearchedEvent' },
      { $ref: '#/components/schemas/EditSentEvent' },
      { $ref: '#/components/schemas/EditThrottledEvent' },
      { $ref: '#/components/schemas/EditUnknownEvent' },
      { $ref: '#/components/schemas/EditWithdrawnEvent' },
      { $ref: '#/components/schemas/EvidenceNotBelievedEvent' },
      { $ref: '#/components/schemas/ExchangeAskedEvent' },
      { $ref: '#/components/schemas/ExchangeKeyAcceptedAgainEvent' },
      { $ref: '#/components/schemas/ExchangeKeyRefusedEvent' },
      { $ref: '#/components/schemas/ExchangeScopeAcceptedAgainEvent' },
      { $ref: '#/components/schemas/ExchangeScopeRefusedEvent' },
      { $ref: '#/components/schemas/FillReversedEvent' },
      { $ref: '#/components/schemas/InstructionRefusedEvent' },
      { $ref: '#/components/schemas/InstructionRefusedAgainEvent' },
      { $ref: '#/components/schemas/KeyBoundToAccountEvent' },
      { $ref: '#/components/schemas/KeyCreatedEvent' },
      { $ref: '#/components/schemas/KeyExpirySetEvent' },
      { $ref: '#/components/schemas/KeyRevokedEvent' },
      { $ref: '#/components/schemas/KeyRotatedEvent' },
      { $ref: '#/components/schemas/LateReplyEvent' },
      { $ref: '#/components/schemas/LegalHoldPlacedEvent' },
      { $ref: '#/components/schemas/LegalHoldReleasedEvent' },
      { $ref: '#/components/schemas/MatchedUnitsChangedEvent' },
      { $ref: '#/components/schemas/NumberConfirmedEvent' },
      { $ref: '#/components/schemas/NumberDoubtedEvent' },
      { $ref: '#/components/schemas/OrdersComparedEvent' },
      { $ref: '#/components/schemas/OrderAdoptedEvent' },
      { $ref: '#/components/schemas/OrderDoubtedEvent' },
      { $ref: '#/components/schemas/OrderEnquiredEvent' },
      { $ref: '#/components/schemas/OrderLimitsRemovedEvent' },
      { $ref: '#/components/schemas/OrderLimitsSetEvent' },
      { $ref: '#/components/schemas/OrderNumberLinkedEvent' },
      { $ref: '#/components/schemas/OrderNumberUnlinkedEvent' },
      { $ref: '#/components/schemas/OrderReceivedEvent' },
      { $ref: '#/components/schemas/PersonChangedEvent' },
      { $ref: '#/components/schemas/PersonCreatedEvent' },
      { $ref: '#/components/schemas/PersonLinkedEvent' },
      { $ref: '#/components/schemas/PostAcknowledgedEvent' },
      { $ref: '#/components/schemas/PostNotSentEvent' },
      { $ref: '#/components/schemas/PostRefusedEvent' },
      { $ref: '#/components/schemas/PostRefusedByLimitEvent' },
      { $ref: '#/components/schemas/PostRefusedByLimitAgainEvent' },
      { $ref: '#/components/schemas/PostReplacedEvent' },
      { $ref: '#/components/schemas/PostRequestedEvent' },
      { $ref: '#/components/schemas/PostSearchedEvent' },
      { $ref: '#/components/schemas/PostSentEvent' },
      { $ref: '#/components/schemas/PostThrottledEvent' },
      { $ref: '#/components/schemas/PostUnknownEvent' },
      { $ref: '#/components/schemas/PostWithdrawnEvent' },
      { $ref: '#/components/schemas/PriceDoubtedEvent' },
      { $ref: '#/components/schemas/ProvenEvent' },
      { $ref: '#/components/schemas/QuestionRemovedEvent' },
      { $ref: '#/components/schemas/QuestionSavedEvent' },
      { $ref: '#/components/schemas/QuotesRecordedEvent' },
      { $ref: '#/components/schemas/RunsRemovedEvent' },
      { $ref: '#/components/schemas/RunAskedEvent' },
      { $ref: '#/components/schemas/ServiceStartedEvent' },
      { $ref: '#/components/schemas/ServiceStoppedEvent' },
      { $ref: '#/components/schemas/SignedInEvent' },
      { $ref: '#/components/schemas/SignedOutEvent' },
      { $ref: '#/components/schemas/SigningKeyCreatedEvent' },
      { $ref: '#/components/schemas/SigningKeyRotatedEvent' },
      { $ref: '#/components/schemas/StatusChangedEvent' },
      { $ref: '#/components/schemas/StatusWordsApprovedEvent' },
      { $ref: '#/components/schemas/StatusWordsExpiredEvent' },
      { $ref: '#/components/schemas/StatusWordsProposedEvent' },
      { $ref: '#/components/schemas/StatusWordsRejectedEvent' },
      { $ref: '#/components/schemas/TermsChangedEvent' },
      { $ref: '#/components/schemas/TradingDaysReadEvent' },
      { $ref: '#/components/schemas/TrailVerifiedEvent' },
      { $ref: '#/components/schemas/TrailVerifiedAgainEvent' },
    ],
    discriminator: {
      propertyName: 'type',
      mapping: {
        ACCESS_DENIED: '#/components/schemas/AccessDeniedEvent',
        ACCESS_DENIED_AGAIN: '#/components/schemas/AccessDeniedAgainEvent',
        APPROVAL_EXPIRED: '#/components/schemas/ApprovalExpiredEvent',
        APPROVAL_REJECTED: '#/components/schemas/ApprovalRejectedEvent',
        APPROVAL_STALE: '#/components/schemas/ApprovalStaleEvent',
        APPROVAL_WITHDRAWN: '#/components/schemas/ApprovalWithdrawnEvent',
        AUDIT_EXPORTED: '#/components/schemas/AuditExportedEvent',
        AUDIT_READ: '#/components/schemas/AuditReadEvent',
        AUDIT_READ_AGAIN: '#/components/schemas/AuditReadAgainEvent',
        BACKUP_MADE: '#/components/schemas/BackupMadeEvent',
        BREAK_ASSIGNED: '#/components/schemas/BreakAssignedEvent',
        BREAK_CHANGED: '#/components/schemas/BreakChangedEvent',
        BREAK_CLOSED: '#/components/schemas/BreakClosedEvent',
        BREAK_COMMENTED: '#/components/schemas/BreakCommentedEvent',
        BREAK_OPENED: '#/components/schemas/BreakOpenedEvent',
        BREAK_RECHECKED: '#/components/schemas/BreakRecheckedEvent',
        BREAK_REOPENED: '#/components/schemas/BreakReopenedEvent',
        BREAK_RESOLUTION_PROPOSED: '#/components/schemas/BreakResolutionProposedEvent',
        BREAK_RESOLUTION_REFUSED: '#/components/schemas/BreakResolutionRefusedEvent',
        BREAK_RESOLVED: '#/components/schemas/BreakResolvedEvent',
        CALENDAR_DAY_REMOVED: '#/components/schemas/CalendarDayRemovedEvent',
        CALENDAR_DAY_SET: '#/components/schemas/CalendarDaySetEvent',
        CANCEL_ACKNOWLEDGED: '#/components/schemas/CancelAcknowledgedEvent',
        CANCEL_CONTESTED: '#/components/schemas/CancelContestedEvent',
        CANCEL_NOT_SENT: '#/components/schemas/CancelNotSentEvent',
        CANCEL_REFUSED: '#/components/schemas/CancelRefusedEvent',
        CANCEL_REPLACED: '#/components/schemas/CancelReplacedEvent',
        CANCEL_REQUESTED: '#/components/schemas/CancelRequestedEvent',
        CANCEL_SEARCHED: '#/components/schemas/CancelSearchedEvent',
        CANCEL_SENT: '#/components/schemas/CancelSentEvent',
        CANCEL_THROTTLED: '#/components/schemas/CancelThrottledEvent',
        CANCEL_UNKNOWN: '#/components/schemas/CancelUnknownEvent',
        CANCEL_WITHDRAWN: '#/components/schemas/CancelWithdrawnEvent',
        CHECKPOINT_ASKED: '#/components/schemas/CheckpointAskedEvent',
        CLIENTS_REMOVED: '#/components/schemas/ClientsRemovedEvent',
        CLIENT_UNMASKED: '#/components/schemas/ClientUnmaskedEvent',
        CLOCK_STEPPED: '#/components/schemas/ClockSteppedEvent',
        CROSSED: '#/components/schemas/CrossedEvent',
        DATABASE_MOVED: '#/components/schemas/DatabaseMovedEvent',
        DATABASE_OLDER_THAN_CHECKPOINT: '#/components/schemas/DatabaseOlderThanCheckpointEvent',
        DAY_CLOSED: '#/components/schemas/DayClosedEvent',
        DAY_HOLDS_AGAIN: '#/components/schemas/DayHoldsAgainEvent',
        DAY_READ: '#/components/schemas/DayReadEvent',
        DAY_REOPENED: '#/components/schemas/DayReopenedEvent',
        DAY_SIGNED: '#/components/schemas/DaySignedEvent',
        DESK_CAUGHT_UP: '#/components/schemas/DeskCaughtUpEvent',
        DESK_PAUSED: '#/components/schemas/DeskPausedEvent',
        DESK_RESUMED: '#/components/schemas/DeskResumedEvent',
        DOUBT_ENDED: '#/components/schemas/DoubtEndedEvent',
        DUE_TIMES_SET: '#/components/schemas/DueTimesSetEvent',
        EDITED_BEFORE_SENDING: '#/components/schemas/EditedBeforeSendingEvent',
        EDIT_ACKNOWLEDGED: '#/components/schemas/EditAcknowledgedEvent',
        EDIT_NOT_SENT: '#/components/schemas/EditNotSentEvent',
        EDIT_REFUSED: '#/components/schemas/EditRefusedEvent',
        EDIT_REFUSED_BY_LIMIT: '#/components/schemas/EditRefusedByLimitEvent',
        EDIT_REFUSED_BY_LIMIT_AGAIN: '#/components/schemas/EditRefusedByLimitAgainEvent',
        EDIT_REPLACED: '#/components/schemas/EditReplacedEvent',
        EDIT_REQUESTED: '#/components/schemas/EditRequestedEvent',
        EDIT_SEARCHED: '#/components/schemas/EditSearchedEvent',
        EDIT_SENT: '#/components/schemas/EditSentEvent',
        EDIT_THROTTLED: '#/components/schemas/EditThrottledEvent',
        EDIT_UNKNOWN: '#/components/schemas/EditUnknownEvent',
        EDIT_WITHDRAWN: '#/components/schemas/EditWithdrawnEvent',
        EVIDENCE_NOT_BELIEVED: '#/components/schemas/EvidenceNotBelievedEvent',
        EXCHANGE_ASKED: '#/components/schemas/ExchangeAskedEvent',
        EXCHANGE_KEY_ACCEPTED_AGAIN: '#/components/schemas/ExchangeKeyAcceptedAgainEvent',
        EXCHANGE_KEY_REFUSED: '#/components/schemas/ExchangeKeyRefusedEvent',
        EXCHANGE_SCOPE_ACCEPTED_AGAIN: '#/components/schemas/ExchangeScopeAcceptedAgainEvent',
        EXCHANGE_SCOPE_REFUSED: '#/components/schemas/ExchangeScopeRefusedEvent',
        FILL: '#/components/schemas/FillEvent',
        FILL_REVERSED: '#/components/schemas/FillReversedEvent',
        INSTRUCTION_REFUSED: '#/components/schemas/InstructionRefusedEvent',
        INSTRUCTION_REFUSED_AGAIN: '#/components/schemas/InstructionRefusedAgainEvent',
        KEY_BOUND_TO_ACCOUNT: '#/components/schemas/KeyBoundToAccountEvent',
        KEY_CREATED: '#/components/schemas/KeyCreatedEvent',
        KEY_EXPIRY_SET: '#/components/schemas/KeyExpirySetEvent',
        KEY_REVOKED: '#/components/schemas/KeyRevokedEvent',
        KEY_ROTATED: '#/components/schemas/KeyRotatedEvent',
        LATE_REPLY: '#/components/schemas/LateReplyEvent',
        LEGAL_HOLD_PLACED: '#/components/schemas/LegalHoldPlacedEvent',
        LEGAL_HOLD_RELEASED: '#/components/schemas/LegalHoldReleasedEvent',
        MATCHED_UNITS_CHANGED: '#/components/schemas/MatchedUnitsChangedEvent',
        NUMBER_CONFIRMED: '#/components/schemas/NumberConfirmedEvent',
        NUMBER_DOUBTED: '#/components/schemas/NumberDoubtedEvent',
        ORDERS_COMPARED: '#/components/schemas/OrdersComparedEvent',
        ORDER_ADOPTED: '#/components/schemas/OrderAdoptedEvent',
        ORDER_DOUBTED: '#/components/schemas/OrderDoubtedEvent',
        ORDER_ENQUIRED: '#/components/schemas/OrderEnquiredEvent',
        ORDER_LIMITS_REMOVED: '#/components/schemas/OrderLimitsRemovedEvent',
        ORDER_LIMITS_SET: '#/components/schemas/OrderLimitsSetEvent',
        ORDER_NUMBER_LINKED: '#/components/schemas/OrderNumberLinkedEvent',
        ORDER_NUMBER_UNLINKED: '#/components/schemas/OrderNumberUnlinkedEvent',
        ORDER_RECEIVED: '#/components/schemas/OrderReceivedEvent',
        PERSON_CHANGED: '#/components/schemas/PersonChangedEvent',
        PERSON_CREATED: '#/components/schemas/PersonCreatedEvent',
        PERSON_LINKED: '#/components/schemas/PersonLinkedEvent',
        POST_ACKNOWLEDGED: '#/components/schemas/PostAcknowledgedEvent',
        POST_NOT_SENT: '#/components/schemas/PostNotSentEvent',
        POST_REFUSED: '#/components/schemas/PostRefusedEvent',
        POST_REFUSED_BY_LIMIT: '#/components/schemas/PostRefusedByLimitEvent',
        POST_REFUSED_BY_LIMIT_AGAIN: '#/components/schemas/PostRefusedByLimitAgainEvent',
        POST_REPLACED: '#/components/schemas/PostReplacedEvent',
        POST_REQUESTED: '#/components/schemas/PostRequestedEvent',
        POST_SEARCHED: '#/components/schemas/PostSearchedEvent',
        POST_SENT: '#/components/schemas/PostSentEvent',
        POST_THROTTLED: '#/components/schemas/PostThrottledEvent',
        POST_UNKNOWN: '#/components/schemas/PostUnknownEvent',
        POST_WITHDRAWN: '#/components/schemas/PostWithdrawnEvent',
        PRICE_DOUBTED: '#/components/schemas/PriceDoubtedEvent',
        PROVEN: '#/components/schemas/ProvenEvent',
        QUESTION_REMOVED: '#/components/schemas/QuestionRemovedEvent',
        QUESTION_SAVED: '#/components/schemas/QuestionSavedEvent',
        QUOTES_RECORDED: '#/components/schemas/QuotesRecordedEvent',
        RUNS_REMOVED: '#/components/schemas/RunsRemovedEvent',
        RUN_ASKED: '#/components/schemas/RunAskedEvent',
        SERVICE_STARTED: '#/components/schemas/ServiceStartedEvent',
        SERVICE_STOPPED: '#/components/schemas/ServiceStoppedEvent',
        SIGNED_IN: '#/components/schemas/SignedInEvent',
        SIGNED_OUT: '#/components/schemas/SignedOutEvent',
        SIGNING_KEY_CREATED: '#/components/schemas/SigningKeyCreatedEvent',
        SIGNING_KEY_ROTATED: '#/components/schemas/SigningKeyRotatedEvent',
        STATUS_CHANGED: '#/components/schemas/StatusChangedEvent',
        STATUS_WORDS_APPROVED: '#/components/schemas/StatusWordsApprovedEvent',
        STATUS_WORDS_EXPIRED: '#/components/schemas/StatusWordsExpiredEvent',
        STATUS_WORDS_PROPOSED: '#/components/schemas/StatusWordsProposedEvent',
        STATUS_WORDS_REJECTED: '#/components/schemas/StatusWordsRejectedEvent',
        TERMS_CHANGED: '#/components/schemas/TermsChangedEvent',
        TRADING_DAYS_READ: '#/components/schemas/TradingDaysReadEvent',
        TRAIL_VERIFIED: '#/components/schemas/TrailVerifiedEvent',
        TRAIL_VERIFIED_AGAIN: '#/components/schemas/TrailVerifiedAgainEvent',
      },
    },
  },
  EventFields: {
    type: 'object',
    properties: {
      sequence: {
        $ref: '#/components/schemas/Whole',
        description: 'Its place in the whole trail, which has no gaps; a list of some entries has.',
      },
      at: { $ref: '#/components/schemas/Instant' },
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
      hash: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the entry and the one before it.',
      },
    },
    required: [
      'sequence',
      'at',
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
      'hash',
    ],
    description: 'What every audit entry has. `sequence` is gapless over all streams.',
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
  EvidenceNotBelievedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EVIDENCE_NOT_BELIEVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NotBelievedDetails' },
    },
    required: ['type', 'body'],
  },
  ExchangeAskedDetails: {
    type: 'object',
    properties: { question: { type: 'string', description: 'What for.', examples: ['order'] } },
    required: ['question'],
    additionalProperties: true,
  },
  ExchangeAskedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EXCHANGE_ASKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExchangeAskedDetails' },
    },
    required: ['type', 'body'],
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
  ExchangeKeyAcceptedAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EXCHANGE_KEY_ACCEPTED_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExchangeKeyDetails' },
    },
    required: ['type', 'body'],
  },
  ExchangeKeyDetails: {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        description: 'Short digest of our key at the exchange.',
        examples: ['5b1c2d'],
      },
    },
    required: ['key'],
    additionalProperties: true,
  },
  ExchangeKeyRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EXCHANGE_KEY_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExchangeKeyDetails' },
    },
    required: ['type', 'body'],
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
  ExchangeScopeAcceptedAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EXCHANGE_SCOPE_ACCEPTED_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExchangeScopeDetails' },
    },
    required: ['type', 'body'],
  },
  ExchangeScopeDetails: {
    type: 'object',
    properties: {
      key: {
        type: 'string',
        description: 'Short digest of our key at the exchange.',
        examples: ['5b1c2d'],
      },
      scope: { type: 'string', description: 'What it may do, or not.', examples: ['order.post'] },
    },
    required: ['key', 'scope'],
    additionalProperties: true,
  },
  ExchangeScopeRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'EXCHANGE_SCOPE_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ExchangeScopeDetails' },
    },
    required: ['type', 'body'],
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
  ExportedDetails: {
    type: 'object',
    properties: {
      filters: {
        type: 'object',
        additionalProperties: {},
        description: 'What was asked for, by the names of the parameters.',
      },
      ofOneAccount: {
        type: 'boolean',
        description: 'Whether it asked for one account, which is not named.',
      },
      format: { type: 'string', description: 'How it is written.', examples: ['ndjson'] },
    },
    required: ['filters', 'format', 'ofOneAccount'],
    additionalProperties: true,
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
  FillDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
    },
    required: ['tradeDate', 'matchingId', 'orderNumber', 'units', 'price'],
    additionalProperties: true,
  },
  FillEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'FILL', description: 'What happened.' },
      body: { $ref: '#/components/schemas/FillDetails' },
    },
    required: ['type', 'body'],
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
  FillReversedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      tradeDate: { $ref: '#/components/schemas/LagosDate' },
      matchingId: { $ref: '#/components/schemas/MatchingId' },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      why: {
        $ref: '#/components/schemas/Text',
        description: 'Why it no longer counts; entries of earlier releases lack it.',
      },
    },
    required: ['matchingId', 'orderNumber', 'price', 'tradeDate', 'units'],
    additionalProperties: true,
  },
  FillReversedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'FILL_REVERSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/FillReversedDetails' },
    },
    required: ['type', 'body'],
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
  HoldDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      reason: {
        $ref: '#/components/schemas/Text',
        description: 'Why, in the words of whoever did it.',
      },
      hold: { $ref: '#/components/schemas/Id', description: 'The legal hold.' },
    },
    required: ['hold', 'reason'],
    additionalProperties: true,
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
  InstructionRefusedAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'INSTRUCTION_REFUSED_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/TimesDetails' },
    },
    required: ['type', 'body'],
  },
  InstructionRefusedDetails: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        description: 'The code of the problem.',
        examples: ['scope-missing'],
      },
      method: { type: 'string', description: 'The method of the request.', examples: ['POST'] },
      route: {
        type: ['string', 'null'],
        description: 'The route; null: there is none at the address.',
      },
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of the fields that are wrong; what stood in them is not kept.',
      },
      unknownFields: {
        $ref: '#/components/schemas/Whole',
        description: 'How many names the caller had made up.',
      },
      orderId: {
        anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }],
        description: 'The order of the path; null: it names none.',
      },
      subject: {
        type: 'string',
        description: 'Another subject of the path: an id of ours, a day, or a version.',
        examples: ['brk_01M7W9V1GHGDXV473P1P44ZYCB'],
      },
    },
    required: ['code', 'fields', 'method', 'orderId', 'route', 'unknownFields'],
    additionalProperties: true,
  },
  InstructionRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'INSTRUCTION_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/InstructionRefusedDetails' },
    },
    required: ['type', 'body'],
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
  KeyBoundToAccountEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'KEY_BOUND_TO_ACCOUNT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/KeyDetails' },
    },
    required: ['type', 'body'],
  },
  KeyCreatedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'KEY_CREATED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/KeyDetails' },
    },
    required: ['type', 'body'],
  },
  KeyDetails: {
    type: 'object',
    properties: {
      key: { $ref: '#/components/schemas/Id', description: 'The API key.' },
      name: { type: 'string', description: 'Whose it is.', examples: ['ada.obi'] },
    },
    required: ['key', 'name'],
    additionalProperties: true,
  },
  KeyExpirySetEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'KEY_EXPIRY_SET', description: 'What happened.' },
      body: { $ref: '#/components/schemas/KeyDetails' },
    },
    required: ['type', 'body'],
  },
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
  KeyRevokedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'KEY_REVOKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/KeyDetails' },
    },
    required: ['type', 'body'],
  },
  KeyRotatedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'KEY_ROTATED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/KeyDetails' },
    },
    required: ['type', 'body'],
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
  LateReplyDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      request: { $ref: '#/components/schemas/Id' },
      epoch: { $ref: '#/components/schemas/Whole', description: 'The number of the sending.' },
      class: { type: 'string', description: 'How the reply was read.', examples: ['Acknowledged'] },
    },
    required: ['request', 'epoch', 'class'],
    additionalProperties: true,
  },
  LateReplyEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'LATE_REPLY', description: 'What happened.' },
      body: { $ref: '#/components/schemas/LateReplyDetails' },
    },
    required: ['type', 'body'],
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
  LegalHoldPlacedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'LEGAL_HOLD_PLACED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/HoldDetails' },
    },
    required: ['type', 'body'],
  },
  LegalHoldReleasedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'LEGAL_HOLD_RELEASED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/HoldDetails' },
    },
    required: ['type', 'body'],
  },
  LimitOwner: { type: 'string', enum: ['firm', 'key', 'account'] },
  LimitRefusedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      problem: {
        type: 'string',
        description: 'The code of the problem.',
        examples: ['limit-exceeded'],
      },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      reason: { $ref: '#/components/schemas/Text', description: 'What the caller was told.' },
    },
    required: ['problem', 'units', 'price', 'reason'],
    additionalProperties: true,
  },
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
  MatchedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      from: { $ref: '#/components/schemas/Units', description: 'Matched units before.' },
      to: { $ref: '#/components/schemas/Units', description: 'Matched units after.' },
    },
    required: ['from', 'to'],
    additionalProperties: true,
  },
  MatchedUnitsChangedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'MATCHED_UNITS_CHANGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/MatchedDetails' },
    },
    required: ['type', 'body'],
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
  NewTermsDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
    },
    required: ['units', 'price'],
    additionalProperties: true,
  },
  NotBelievedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      evidence: { type: 'string', description: 'What does not fit.', examples: ['seenOpen'] },
      status: {
        type: 'string',
        description: 'The status that the order kept.',
        examples: ['Filled'],
      },
      word: {
        type: ['string', 'null'],
        description: 'The word of the exchange; null: there was none.',
        examples: ['Open'],
      },
    },
    required: ['evidence', 'status', 'word'],
    additionalProperties: true,
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
  NumberConfirmedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'NUMBER_CONFIRMED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NumberReasonDetails' },
    },
    required: ['type', 'body'],
  },
  NumberDoubtedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'NUMBER_DOUBTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NumberReasonDetails' },
    },
    required: ['type', 'body'],
  },
  NumberLinkedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      grade: { type: 'string', description: 'How well it is known.', examples: ['Acknowledged'] },
    },
    required: ['grade', 'orderNumber'],
    additionalProperties: true,
  },
  NumberProof: {
    type: 'string',
    enum: ['Acknowledged', 'Shown', 'Inferred', 'Operator', 'Doubtful'],
    description: 'How the order number is known, for callers. `Operator`: two people have said so.',
  },
  NumberReasonDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      orderNumber: {
        anyOf: [{ $ref: '#/components/schemas/OrderNumber' }, { type: 'null' }],
        description: 'The number; null: the order has none.',
      },
      reason: { $ref: '#/components/schemas/Text', description: 'Why.' },
    },
    required: ['orderNumber', 'reason'],
    additionalProperties: true,
  },
  NumberUnlinkedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      orderNumber: { $ref: '#/components/schemas/OrderNumber' },
      why: { $ref: '#/components/schemas/Text', description: "Why it is not the order's." },
    },
    required: ['orderNumber', 'why'],
    additionalProperties: true,
  },
  OfOrder: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
    },
    additionalProperties: true,
    description:
      "The last entry of a change also has the order's new values, so that the trail alone rebuilds the order.",
  },
  OpenDetails: {
    type: 'object',
    additionalProperties: true,
    description: "Any of an entry's fields.",
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
  OrderAdoptedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_ADOPTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ReceivedDetails' },
    },
    required: ['type', 'body'],
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
  OrderDoubtedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_DOUBTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/WhyDetails' },
    },
    required: ['type', 'body'],
  },
  OrderEnquiredEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_ENQUIRED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/EnquiredDetails' },
    },
    required: ['type', 'body'],
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
  OrderLimitsRemovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_LIMITS_REMOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  OrderLimitsSetEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_LIMITS_SET', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  OrderNumber: {
    type: 'string',
    description:
      "The exchange's number of an order. An edit may change it, and another day may use it again.",
    examples: ['700001'],
  },
  OrderNumberLinkedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_NUMBER_LINKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NumberLinkedDetails' },
    },
    required: ['type', 'body'],
  },
  OrderNumberUnlinkedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_NUMBER_UNLINKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NumberUnlinkedDetails' },
    },
    required: ['type', 'body'],
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
  OrderReceivedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDER_RECEIVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ReceivedDetails' },
    },
    required: ['type', 'body'],
  },
  OrderRequestDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      request: {
        $ref: '#/components/schemas/Id',
        description: 'The post, edit or cancel, as in `exchange_calls`.',
      },
      units: {
        anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }],
        description: 'Of a post or an edit; null: of a cancel.',
      },
      price: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'Of a post or an edit; null: of a cancel.',
      },
      epoch: {
        $ref: '#/components/schemas/Whole',
        description: 'The number of the sending, from 1; 0: it was not sent.',
      },
      reason: { type: ['string', 'null'], description: 'What is said of it; null: nothing.' },
    },
    required: ['request', 'units', 'price', 'epoch'],
    additionalProperties: true,
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
  OrdersComparedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'ORDERS_COMPARED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ComparedDetails' },
    },
    required: ['type', 'body'],
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
  PersonChangedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'PERSON_CHANGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/PersonDetails' },
    },
    required: ['type', 'body'],
  },
  PersonCreatedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'PERSON_CREATED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/PersonDetails' },
    },
    required: ['type', 'body'],
  },
  PersonDetails: {
    type: 'object',
    properties: {
      person: { $ref: '#/components/schemas/Id' },
      name: { type: 'string', description: 'The name of the person.', examples: ['ada.obi'] },
    },
    required: ['person', 'name'],
    additionalProperties: true,
  },
  PersonLinkedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'PERSON_LINKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/PersonDetails' },
    },
    required: ['type', 'body'],
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
  PostAcknowledgedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_ACKNOWLEDGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostNotSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_NOT_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostRefusedByLimitAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_REFUSED_BY_LIMIT_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/TimesDetails' },
    },
    required: ['type', 'body'],
  },
  PostRefusedByLimitEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_REFUSED_BY_LIMIT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/LimitRefusedDetails' },
    },
    required: ['type', 'body'],
  },
  PostRefusedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_REFUSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostReplacedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_REPLACED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostRequestedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_REQUESTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostSearchedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_SEARCHED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SearchedDetails' },
    },
    required: ['type', 'body'],
  },
  PostSentEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_SENT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostThrottledEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_THROTTLED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostUnknownEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_UNKNOWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  PostWithdrawnEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'POST_WITHDRAWN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OrderRequestDetails' },
    },
    required: ['type', 'body'],
  },
  Price: {
    type: 'string',
    description: 'Naira for one unit, as a decimal text.',
    examples: ['12.5'],
    pattern: '^\\d+(\\.\\d+)?$',
  },
  PriceDoubtedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      price: { $ref: '#/components/schemas/Price', description: 'The limit that we hold.' },
      shown: { $ref: '#/components/schemas/Price', description: 'What the exchange shows.' },
    },
    required: ['price', 'shown'],
    additionalProperties: true,
  },
  PriceDoubtedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'PRICE_DOUBTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/PriceDoubtedDetails' },
    },
    required: ['type', 'body'],
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
      'length-required',
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
      'request-in-progress',
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
  ProvenDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      evidence: { type: 'string', description: 'What confirmed it.', examples: ['seenOpen'] },
      grade: { type: 'string', description: 'How well it is known.', examples: ['Enquired'] },
      word: {
        type: ['string', 'null'],
        description: 'The word of the exchange; null: there was none.',
        examples: ['Open'],
      },
    },
    required: ['evidence', 'grade', 'word'],
    additionalProperties: true,
  },
  ProvenEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'PROVEN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/ProvenDetails' },
    },
    required: ['type', 'body'],
  },
  QuestionDetails: {
    type: 'object',
    properties: { name: { type: 'string', description: 'The name of the saved question.' } },
    required: ['name'],
    additionalProperties: true,
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
  QuestionRemovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'QUESTION_REMOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/QuestionDetails' },
    },
    required: ['type', 'body'],
  },
  QuestionSavedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'QUESTION_SAVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/QuestionDetails' },
    },
    required: ['type', 'body'],
  },
  QuotesRecordedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'QUOTES_RECORDED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
  },
  ReadAgainDetails: {
    type: 'object',
    properties: {
      filters: {
        type: 'object',
        additionalProperties: {},
        description: 'What was asked for, by the names of the parameters.',
      },
      ofOneAccount: {
        type: 'boolean',
        description: 'Whether it asked for one account, which is not named.',
      },
      route: {
        type: ['string', 'null'],
        description: 'The route, or the command; null: several, that are not told apart.',
      },
      more: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of other parameters, whose values are not kept.',
      },
      times: {
        $ref: '#/components/schemas/Whole',
        description: 'How often, beyond the one that is an entry of its own.',
      },
    },
    required: ['filters', 'more', 'ofOneAccount', 'route', 'times'],
    additionalProperties: true,
  },
  ReadDetails: {
    type: 'object',
    properties: {
      filters: {
        type: 'object',
        additionalProperties: {},
        description: 'What was asked for, by the names of the parameters.',
      },
      ofOneAccount: {
        type: 'boolean',
        description: 'Whether it asked for one account, which is not named.',
      },
      route: {
        type: ['string', 'null'],
        description: 'The route, or the command; null: several, that are not told apart.',
      },
      more: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of other parameters, whose values are not kept.',
      },
    },
    required: ['filters', 'more', 'ofOneAccount', 'route'],
    additionalProperties: true,
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
  ReasonDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      reason: {
        $ref: '#/components/schemas/Text',
        description: 'Why, in the words of whoever did it.',
      },
    },
    required: ['reason'],
    additionalProperties: true,
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
  ReceivedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      side: { type: 'string', description: 'BUY or SELL.', examples: ['BUY'] },
      security: { $ref: '#/components/schemas/Security' },
      units: { $ref: '#/components/schemas/Units' },
      price: { $ref: '#/components/schemas/Price' },
      id: { $ref: '#/components/schemas/Id' },
      clientOrderId: {
        type: 'string',
        description: "The caller's own id of the order.",
        examples: ['web-7731'],
      },
      orderRef: {
        type: 'string',
        description: 'What Marina named the order to the exchange.',
        examples: ['TV0955EEYEP6SDEG3YNN'],
      },
      client: {
        type: 'string',
        description:
          'Of the account and the name of the client, with a salt: the trail names no client.',
      },
    },
    required: ['client', 'clientOrderId', 'id', 'orderRef', 'price', 'security', 'side', 'units'],
    additionalProperties: true,
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
  RestoredDetails: {
    type: 'object',
    properties: {
      lastSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The last entry that the restored database had.',
      },
      forgottenSequence: {
        $ref: '#/components/schemas/Whole',
        description: 'The last one that is forgotten.',
      },
    },
    required: ['lastSequence', 'forgottenSequence'],
    additionalProperties: true,
  },
  ResumedDetails: {
    type: 'object',
    properties: {
      reason: {
        $ref: '#/components/schemas/Text',
        description: 'Why, in the words of whoever did it.',
      },
    },
    required: ['reason'],
    additionalProperties: true,
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
  RunAskedDetails: {
    type: 'object',
    properties: {
      over: { type: 'string', description: 'What the run is over.', examples: ['everything'] },
      dryRun: { type: 'boolean', description: 'Whether it was to change nothing.' },
    },
    required: ['over', 'dryRun'],
    additionalProperties: true,
  },
  RunAskedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'RUN_ASKED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/RunAskedDetails' },
    },
    required: ['type', 'body'],
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
  RunsRemovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'RUNS_REMOVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/OpenDetails' },
    },
    required: ['type', 'body'],
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
          'Refused: 403, or 401 or 402 while the key is answered for others. Failing: the last call (the last three for posts, edits and cancels) got no documented reply.',
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
  SearchedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      request: {
        $ref: '#/components/schemas/Id',
        description: 'The post, edit or cancel, as in `exchange_calls`.',
      },
      units: {
        anyOf: [{ $ref: '#/components/schemas/Units' }, { type: 'null' }],
        description: 'Of a post or an edit; null: of a cancel.',
      },
      price: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'Of a post or an edit; null: of a cancel.',
      },
      epoch: {
        $ref: '#/components/schemas/Whole',
        description: 'The number of the sending, from 1; 0: it was not sent.',
      },
      reason: { type: ['string', 'null'], description: 'What is said of it; null: nothing.' },
      found: {
        type: ['string', 'null'],
        description: 'What the search found; null: nothing is said.',
      },
    },
    required: ['epoch', 'found', 'price', 'request', 'units'],
    additionalProperties: true,
  },
  Security: {
    type: 'string',
    description: 'The symbol of a security, in capitals.',
    examples: ['SD11PLC'],
  },
  ServiceStartedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SERVICE_STARTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StartedDetails' },
    },
    required: ['type', 'body'],
  },
  ServiceStoppedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SERVICE_STOPPED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StoppedDetails' },
    },
    required: ['type', 'body'],
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
  SessionDetails: {
    type: 'object',
    properties: { session: { $ref: '#/components/schemas/Id' } },
    required: ['session'],
    additionalProperties: true,
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
  SignedInEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SIGNED_IN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SessionDetails' },
    },
    required: ['type', 'body'],
  },
  SignedOutEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SIGNED_OUT', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SessionDetails' },
    },
    required: ['type', 'body'],
  },
  SigningKeyCreatedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SIGNING_KEY_CREATED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SigningKeyDetails' },
    },
    required: ['type', 'body'],
  },
  SigningKeyDetails: {
    type: 'object',
    properties: {
      verifierKey: { type: 'string', description: 'The public key, as the verifier takes it.' },
    },
    required: ['verifierKey'],
    additionalProperties: true,
  },
  SigningKeyRotatedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'SIGNING_KEY_ROTATED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/SigningKeyDetails' },
    },
    required: ['type', 'body'],
  },
  StartedDetails: {
    type: 'object',
    properties: {
      instance: { type: 'string', description: 'An id that no other start has.' },
      version: { type: 'string', description: 'Of Marina.', examples: ['0.1.0'] },
      configDigest: {
        $ref: '#/components/schemas/MaskableSha256',
        description: 'Of the settings.',
      },
    },
    required: ['instance', 'version', 'configDigest'],
    additionalProperties: true,
  },
  StatusChangedDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      callId: {
        $ref: '#/components/schemas/Id',
        description: 'The call of the exchange whose reply showed it.',
      },
      httpStatus: {
        type: ['number', 'null'],
        description: 'The status of the reply; null: none came.',
        examples: [200],
      },
      replyDigest: {
        type: ['string', 'null'],
        description: 'Of the reply as it is kept; null: none came.',
      },
      from: { type: 'string', description: 'The status before.', examples: ['Posted'] },
      to: { type: 'string', description: 'The status after.', examples: ['Open'] },
      evidence: { type: 'string', description: 'What moved it.', examples: ['seenOpen'] },
      grade: {
        type: ['string', 'null'],
        description: 'How well it is known; null: an earlier move was undone.',
        examples: ['Enquired'],
      },
      word: {
        type: ['string', 'null'],
        description: 'The word of the exchange; null: there was none.',
        examples: ['Open'],
      },
    },
    required: ['from', 'to', 'evidence', 'grade', 'word'],
    additionalProperties: true,
  },
  StatusChangedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'STATUS_CHANGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StatusChangedDetails' },
    },
    required: ['type', 'body'],
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
  StatusWordsApprovedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'STATUS_WORDS_APPROVED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StatusWordsDetails' },
    },
    required: ['type', 'body'],
  },
  StatusWordsDetails: {
    type: 'object',
    properties: { version: { $ref: '#/components/schemas/Whole' } },
    required: ['version'],
    additionalProperties: true,
  },
  StatusWordsExpiredEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'STATUS_WORDS_EXPIRED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StatusWordsDetails' },
    },
    required: ['type', 'body'],
  },
  StatusWordsProposedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'STATUS_WORDS_PROPOSED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StatusWordsDetails' },
    },
    required: ['type', 'body'],
  },
  StatusWordsRejectedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'STATUS_WORDS_REJECTED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/StatusWordsDetails' },
    },
    required: ['type', 'body'],
  },
  StoppedDetails: {
    type: 'object',
    properties: {
      instance: { type: 'string', description: 'That of its start.' },
      reason: { type: 'string', description: 'Why it stopped.', examples: ['asked'] },
    },
    required: ['instance', 'reason'],
    additionalProperties: true,
  },
  TermsChangedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'TERMS_CHANGED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/NewTermsDetails' },
    },
    required: ['type', 'body'],
  },
  Text: {
    type: 'string',
    description: 'A text for people.',
    examples: ['The exchange has confirmed it by telephone.'],
  },
  TimesDetails: {
    type: 'object',
    properties: {
      times: {
        $ref: '#/components/schemas/Whole',
        description: 'How often, beyond those that are entries of their own.',
      },
    },
    required: ['times'],
    additionalProperties: true,
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
  TradingDaysReadEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'TRADING_DAYS_READ', description: 'What happened.' },
      body: { $ref: '#/components/schemas/DaysReadDetails' },
    },
    required: ['type', 'body'],
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
  TrailVerifiedAgainEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'TRAIL_VERIFIED_AGAIN', description: 'What happened.' },
      body: { $ref: '#/components/schemas/TimesDetails' },
    },
    required: ['type', 'body'],
  },
  TrailVerifiedEvent: {
    type: 'object',
    allOf: [{ $ref: '#/components/schemas/EventFields' }],
    properties: {
      type: { const: 'TRAIL_VERIFIED', description: 'What happened.' },
      body: { $ref: '#/components/schemas/VerifiedDetails' },
    },
    required: ['type', 'body'],
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
  VerifiedDetails: {
    type: 'object',
    properties: {
      mode: { type: 'string', description: 'What was done.', examples: ['full'] },
      valid: { type: 'boolean', description: 'Whether the trail holds.' },
      firstBadSequence: {
        anyOf: [{ $ref: '#/components/schemas/Whole' }, { type: 'null' }],
        description: 'The first entry that does not hold; null: none.',
      },
    },
    required: ['mode', 'valid', 'firstBadSequence'],
    additionalProperties: true,
  },
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
  WhyDetails: {
    type: 'object',
    properties: {
      changes: {
        type: 'object',
        additionalProperties: {},
        description:
          'The fields of the order that changed, with their new values, as they are stored.',
      },
      why: { $ref: '#/components/schemas/Text', description: 'Why.' },
    },
    required: ['why'],
    additionalProperties: true,
  },
};
