/**
 * What the service answers, by hand: the OpenAPI document describes its requests, and not yet its answers.
 * `test/console/answers.ts` compares most of it with the service's own types. Decimals and instants are strings.
 */
export interface Page<T> {
  readonly data: readonly T[];
  readonly page: {
    readonly limit: number;
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
  };
}

export interface Session {
  readonly person: {
    readonly id: string | null;
    readonly name: string;
    readonly email: string | null;
    readonly roles: readonly string[];
  };
  readonly scopes: readonly string[];
  /** The accounts whose orders it is for; null: the whole firm. */
  readonly accounts: readonly string[] | null;
  readonly csrfToken: string;
  readonly environment: 'test' | 'live';
  readonly firm: string;
  readonly startedAt: string;
  readonly idleUntil: string;
  readonly endsAt: string;
}

export type OrderStatus =
  'New' | 'Posted' | 'Open' | 'Amended' | 'Filled' | 'Cancelled' | 'Rejected' | 'Expired';

export interface Pending {
  readonly kind: 'Post' | 'Edit' | 'Cancel';
  /** Queued, Sent or Unknown. */
  readonly state: string;
  readonly since: string;
  readonly units: string | null;
  readonly price: string | null;
  readonly reason: string | null;
  readonly notBefore: string | null;
}

export interface Order {
  readonly id: string;
  readonly clientOrderId: string;
  readonly orderRef: string;
  readonly orderNumber: string | null;
  readonly side: 'BUY' | 'SELL';
  readonly security: string;
  readonly units: string;
  readonly price: string;
  readonly timeInForce: string;
  readonly accountNumber: string;
  readonly clientName: string;
  readonly brokerCode: string;
  readonly status: OrderStatus;
  readonly exchangeStatus: string | null;
  readonly reason: string | null;
  readonly pending: Pending | null;
  readonly matchedUnits: string;
  readonly pendingUnits: string;
  readonly averagePrice: string | null;
  readonly gap: { readonly units: string; readonly since: string } | null;
  readonly evidence: {
    readonly grade: string | null;
    readonly at: string | null;
    readonly certain: boolean;
    readonly number: string | null;
    readonly listedAt: string | null;
    readonly price: string | null;
  };
  readonly openBreaks: number;
  readonly version: number;
  readonly tradingDate: string;
  readonly createdBy: string;
  readonly onBehalfOf: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

export interface AuditEvent {
  readonly sequence: number;
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly keyId: string | null;
  readonly onBehalfOf: string | null;
  readonly sourceAddress: string | null;
  readonly requestId: string | null;
  readonly stream: string;
  readonly streamSequence: number;
  readonly orderId: string | null;
  readonly explanation: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

export interface Fill {
  readonly id: string;
  readonly units: string;
  readonly price: string;
  readonly side: string;
  readonly security: string;
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly observedAt: string;
  readonly reversedAt: string | null;
}

export interface ExchangeCall {
  readonly id: string;
  readonly endpoint: string;
  readonly lane: string;
  readonly operator: string | null;
  readonly request: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
  readonly httpStatus: number | null;
  readonly reply: string | null;
  readonly failure: string | null;
  readonly outcome: string | null;
}

export interface Traded {
  readonly executions: number;
  readonly units: string;
  readonly value: string;
}

export interface ExternalOrder {
  readonly side: string;
  readonly security: string;
  readonly units: string;
  readonly statusWord: string;
}

export interface TradeTerms {
  readonly units: string;
  readonly price: string;
}

export interface DisputedTrade {
  readonly tradeDate: string;
  readonly matchingId: string;
  readonly orderNumber: string;
  readonly side: string;
  readonly booked: TradeTerms | null;
  readonly shown: TradeTerms | null;
}

export interface Break {
  readonly id: string;
  readonly type: string;
  readonly kind: string | null;
  readonly severity: 'Low' | 'Medium' | 'High' | 'Critical';
  readonly status: 'Open' | 'Assigned' | 'AwaitingApproval' | 'Resolved' | 'AutoResolved';
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly detail: string;
  readonly openedAt: string;
  readonly seenAt: string;
  readonly closedAt: string | null;
  readonly outcome: string | null;
  readonly version: number;
  readonly assignee: string | null;
  readonly dueAt: string;
  readonly overdue: boolean;
  readonly reasonCode: string | null;
  readonly resolution: string | null;
  readonly closedBy: string | null;
  readonly shown: ExternalOrder | null;
  readonly trade: DisputedTrade | null;
  readonly traded: readonly (Traded & {
    readonly tradeDate: string;
    readonly accountNumber: string | null;
  })[];
}

export type AdoptedTerms = Readonly<
  Record<'price' | 'timeInForce' | 'accountNumber' | 'clientName', string>
>;

export interface Decision {
  readonly resolution: string;
  readonly reasonCode: string;
  readonly text: string;
  readonly orderNumber?: string | null;
  readonly orderId?: string | null;
  readonly terms?: AdoptedTerms | null;
}

export interface Approval {
  readonly id: string;
  readonly state: 'Pending' | 'Approved' | 'Rejected' | 'Expired' | 'Stale';
  readonly breakId: string;
  readonly orderId: string | null;
  readonly orderVersion: number | null;
  readonly payload: Decision;
  readonly payloadHash: string;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly expiresAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
}

export interface WholeBreak extends Break {
  readonly comments: readonly {
    readonly id: string;
    readonly at: string;
    readonly author: string;
    readonly text: string;
  }[];
  readonly approvals: readonly Approval[];
}

export interface Health {
  readonly status: string;
  readonly database: string;
  readonly exchange: ({ readonly answers: boolean } & Readonly<Record<string, unknown>>) | null;
  readonly problems: readonly string[];
}

export interface OpsStatus {
  readonly at: string;
  readonly environment: string;
  readonly database: string;
  readonly paused: { readonly since: string; readonly by: string; readonly reason: string } | null;
  readonly restored: { readonly since: string } | null;
  readonly missedDays: readonly string[];
  readonly exchange: {
    readonly url: string;
    readonly answers: boolean;
    readonly silentSince: string | null;
  };
  readonly tradingDate: string;
  readonly session: { readonly open: boolean; readonly opensAt: string | null };
  readonly capabilities: readonly {
    readonly name: string;
    readonly scope: string;
    readonly state: string;
    readonly answeredAt: string | null;
    readonly says: string | null;
  }[];
  readonly keys: readonly {
    readonly id: string;
    readonly slots: number;
    readonly held: number;
    readonly heldByLane: Readonly<Record<string, number>>;
    readonly state: string;
    readonly since: string | null;
    readonly restsUntil: string | null;
  }[];
  readonly requests: Readonly<Record<'Queued' | 'Sent' | 'Unknown', number>>;
  readonly proof: {
    readonly working: number;
    readonly withinMinute: number;
    readonly oldestAt: string | null;
  };
  readonly inFlight: number;
  readonly waitingFor: string | null;
  readonly securities: number;
}

export interface Run {
  readonly id: string;
  readonly cause: string;
  readonly scope: Readonly<Record<string, unknown>> | null;
  readonly dryRun: boolean;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly tradingDate: string;
  readonly calls: number;
  readonly answered: number;
  readonly orders: number;
  readonly changed: number;
  readonly fills: number;
  readonly opened: number | null;
  readonly closed: number | null;
  readonly asked: unknown;
  readonly coveredAt: string | null;
  readonly listedAt: string | null;
  readonly preview: RunPreview | null;
}

interface PreviewedBreak {
  readonly type: string | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly why: string | null;
}

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

export interface Company {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string | null;
  readonly status: string | null;
  readonly nasdPrice: string | null;
  readonly marketCap: string | null;
}

export interface Quote {
  readonly symbol: string;
  readonly securityName: string | null;
  readonly lastPrice: string | null;
  readonly change: string | null;
  readonly percentageChange: string | null;
  readonly open: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly volume: string | null;
  readonly turnoverValue: string | null;
  readonly fiftyTwoWeekHigh: string | null;
  readonly fiftyTwoWeekLow: string | null;
  readonly averageThirtyDayVolume: string | null;
  readonly sector: string | null;
}

export interface Level {
  readonly price: string;
  readonly units: string;
  readonly orders: number | string;
}

export interface Depth {
  readonly symbol: string;
  readonly timestamp: string | null;
  readonly status: string | null;
  readonly orderBook: { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
}
