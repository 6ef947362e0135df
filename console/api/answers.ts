import type { components } from './openapi.js';

/** What the service answers, from its API description. Decimals and instants are strings. */

type Schemas = components['schemas'];

export interface Page<T> extends Omit<Schemas['OrderPage'], 'data'> {
  readonly data: readonly T[];
}

export type Session = Schemas['Session'];
export type SignInOptions = Schemas['SignInOptions'];
export type OrderStatus = Schemas['OrderStatus'];
export type Pending = Schemas['Pending'];
export type Order = Schemas['Order'];
export type Client = Schemas['Client'];
export type AuditExport = Schemas['AuditExport'];
export type BestExecution = Schemas['BestExecution'];
export type SavedQuestion = Schemas['SavedQuestion'];
/** Every entry has an object for its body. */
export type AuditEvent = Omit<Schemas['Event'], 'body'> & {
  readonly body: Readonly<Record<string, unknown>>;
};
/** An entry of the trail beside its order. */
export type AuditedEvent = Omit<Schemas['AuditedEvent'], 'body'> & {
  readonly body: Readonly<Record<string, unknown>>;
};
export type AuditedOrder = Schemas['AuditedOrder'];
export type TrailNames = Schemas['TrailNames'];
export type UnknownOutcome = Schemas['UnknownOutcomeOfOrder'];
export type HandledOrder = Schemas['HandledOrder'];
export type FoundClient = Schemas['FoundClient'];
export type Fill = Schemas['Fill'];
/** A call with what was said, of an order; and one of the journal, without. */
export type ExchangeCall = Schemas['Call'];
export type JournalCall = Schemas['ExchangeCall'];
export type SchemaDrift = Schemas['SchemaDrift'];
export type Traded = Schemas['Traded'];
export type ExternalOrder = Schemas['ExternalOrder'];
export type TradeTerms = Schemas['TradeTerms'];
export type DisputedTrade = Schemas['DisputedTrade'];
export type Break = Schemas['Break'];
export type BreakSettings = Schemas['BreakSettings'];
export type OrderCandidates = Schemas['OrderCandidates'];
export type FormerCandidacy = Schemas['FormerCandidacy'];
export type NumberCandidate = Schemas['NumberCandidate'];
export type OrderTrades = Schemas['ExternalOrderTrades'];
export type AdoptedTerms = Schemas['AdoptedTerms'];
/** A proposal names what its resolution needs. */
export type Decision = Pick<Schemas['ProposedDecision'], 'resolution' | 'reasonCode' | 'text'> &
  Partial<Schemas['ProposedDecision']>;
export type Approval = Schemas['Approval'];
export type WholeBreak = Schemas['WholeBreak'];
export type Health = Schemas['Readiness'];
export type OpsStatus = Schemas['OpsStatus'];

export type Run = Omit<Schemas['Run'], 'preview'> & { readonly preview: RunPreview | null };

interface PreviewedBreak {
  readonly type: string | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly why: string | null;
}

/** A part of the run that is free JSON in the description. */
export interface RunPreview {
  readonly orders: readonly {
    readonly orderId: string;
    readonly changes: readonly {
      readonly field: string;
      readonly from: unknown;
      readonly to: unknown;
    }[];
    readonly events: readonly { readonly type: string }[];
  }[];
  readonly opened: readonly PreviewedBreak[];
  readonly changed: readonly PreviewedBreak[];
  readonly closed: readonly PreviewedBreak[];
}

export interface Market<T> {
  readonly data: T;
  readonly page?: { readonly nextCursor: string | null; readonly hasMore: boolean };
  readonly asOf: string;
  readonly source: 'live' | 'cache' | 'stale';
}

export type Company = Schemas['CompaniesAnswer']['data'][number];
export type PricesOfDay = Schemas['CompaniesDataAnswer']['data'][number];
export type Quote = Schemas['QuoteAnswer']['data'];
export type Depth = Schemas['OrderBookAnswer']['data'];
export type VwapDay = Schemas['VwapAnswer']['data'][number];
export type Snapshot = Schemas['SnapshotAnswer']['data'];
export type CorporateAction = Schemas['CorporateActionsAnswer']['data'][number];
export type Disclosure = Schemas['DisclosuresAnswer']['data'][number];
export type Level = NonNullable<NonNullable<Depth['orderBook']>['bids']>[number];

export type Day = Schemas['Day'];
export type DayLine = Schemas['DayLine'];
export type Signature = Schemas['SignOff'];

export type Person = Schemas['Person'];
export type Role = Schemas['Role'];
export type Scope = Schemas['Scope'];
export type ApiKey = Schemas['ApiKey'];
export type IssuedKey = Schemas['IssuedKey'];
export type StatusWords = Schemas['StatusMappingsNow'];
export type WordsVersion = Schemas['StatusMappings'];
export type MappedWord = Schemas['MappedWord'];
export type CalendarDay = Schemas['CalendarDay'];
export type OrderLimits = Schemas['OrderLimits'];
export type OrderTerms = Schemas['OrderTerms'];
export type LegalHold = Schemas['LegalHold'];
