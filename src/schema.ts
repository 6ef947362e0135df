import { ApiKeyRow } from './infra/auth/api-key.entity.js';
import { AuditEntryRow, AuditHeadRow } from './infra/audit/audit-entry.entity.js';
import type { Schema } from './infra/database/data-source-options.js';
import { Initial1763600000000 } from './infra/database/migrations/0001-initial.js';
import { Capabilities1763690000000 } from './infra/database/migrations/0002-capabilities.js';
import { Desk1763700000000 } from './infra/database/migrations/0003-desk.js';
import { DeskRow } from './infra/desk.entity.js';
import { Searches1763710000000 } from './infra/database/migrations/0004-searches.js';
import { BreakDesk1763720000000 } from './infra/database/migrations/0005-break-desk.js';
import { DayClose1763730000000 } from './infra/database/migrations/0006-day-close.js';
import { TradingCalendar1763750000000 } from './infra/database/migrations/0008-trading-calendar.js';
import { ExternalOrders1763760000000 } from './infra/database/migrations/0009-external-orders.js';
import { StatusWords1763770000000 } from './infra/database/migrations/0010-status-words.js';
import { LargeBooks1763780000000 } from './infra/database/migrations/0011-large-books.js';
import { ReconciliationRuns1763790000000 } from './infra/database/migrations/0012-reconciliation-runs.js';
import { ChangedTrades1763800000000 } from './infra/database/migrations/0013-changed-trades.js';
import { Listings1763810000000 } from './infra/database/migrations/0014-listings.js';
import { EndedAndRepeated1763820000000 } from './infra/database/migrations/0015-ended-and-repeated.js';
import { DoubtedNumbers1763830000000 } from './infra/database/migrations/0016-doubted-numbers.js';
import { PricesAndCloses1763870000000 } from './infra/database/migrations/0020-prices-and-closes.js';
import { UnansweredCalls1763880000000 } from './infra/database/migrations/0021-unanswered-calls.js';
import { BlockedRequests1763881000000 } from './infra/database/migrations/0021-blocked-requests.js';
import { FailuresInARow1763882000000 } from './infra/database/migrations/0021-failures-in-a-row.js';
import { DatabaseTimeRow } from './infra/database/database-time.entity.js';
import { DoubtedOrders1763850000000 } from './infra/database/migrations/0018-doubted-orders.js';
import { ExchangeCallRow } from './infra/exchange/exchange-call.entity.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './infra/exchange/exchange-key.entity.js';
import { ExchangeShapeRow } from './infra/exchange/exchange-shape.entity.js';
import { CalendarDayRow } from './market/calendar-day.entity.js';
import { SecurityRow } from './market/security.entity.js';
import { ApprovalRow } from './orders/store/approval.entity.js';
import { BreakCommentRow } from './orders/store/break-comment.entity.js';
import { BreakRow } from './orders/store/break.entity.js';
import {
  DayCertificateRow,
  DayReadingRow,
  DaySignOffRow,
} from './orders/store/day-close.entity.js';
import { FillRow } from './orders/store/fill.entity.js';
import { OrderRequestRow } from './orders/store/order-request.entity.js';
import { IdempotencyKeyRow, OrderNumberRow, OrderRow } from './orders/store/order.entity.js';
import { ListingRow } from './orders/store/listing.entity.js';
import { ReconciliationRunRow } from './orders/store/reconciliation-run.entity.js';
import { StatusWordsRow } from './orders/store/status-words.entity.js';
import { StrangerRow } from './orders/store/stranger.entity.js';

/** Everything the database holds, by name. */
export const SCHEMA: Schema = {
  entities: [
    OrderRow,
    OrderNumberRow,
    IdempotencyKeyRow,
    OrderRequestRow,
    FillRow,
    BreakRow,
    BreakCommentRow,
    ApprovalRow,
    StrangerRow,
    ListingRow,
    StatusWordsRow,
    DayReadingRow,
    DaySignOffRow,
    DayCertificateRow,
    ReconciliationRunRow,
    SecurityRow,
    CalendarDayRow,
    ExchangeCallRow,
    ExchangeKeyRow,
    ExchangeScopeRow,
    ExchangeShapeRow,
    ApiKeyRow,
    AuditEntryRow,
    AuditHeadRow,
    DeskRow,
    DatabaseTimeRow,
  ],
  migrations: [
    Initial1763600000000,
    Capabilities1763690000000,
    Desk1763700000000,
    Searches1763710000000,
    BreakDesk1763720000000,
    DayClose1763730000000,
    TradingCalendar1763750000000,
    ExternalOrders1763760000000,
    StatusWords1763770000000,
    LargeBooks1763780000000,
    ReconciliationRuns1763790000000,
    ChangedTrades1763800000000,
    Listings1763810000000,
    EndedAndRepeated1763820000000,
    DoubtedNumbers1763830000000,
    DoubtedOrders1763850000000,
    PricesAndCloses1763870000000,
    UnansweredCalls1763880000000,
    BlockedRequests1763881000000,
    FailuresInARow1763882000000,
  ],
};
