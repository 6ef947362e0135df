import { ApiKeyRow } from './infra/auth/api-key.entity.js';
import { AuditEntryRow, AuditHeadRow } from './infra/audit/audit-entry.entity.js';
import type { Schema } from './infra/database/data-source-options.js';
import { Initial1763600000000 } from './infra/database/migrations/0001-initial.js';
import { DeskRow } from './infra/desk.entity.js';
import { DatabaseTimeRow } from './infra/database/database-time.entity.js';
import { ExchangeCallRow } from './infra/exchange/exchange-call.entity.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './infra/exchange/exchange-key.entity.js';
import { ExchangeReplyRow } from './infra/exchange/exchange-reply.entity.js';
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
    ExchangeReplyRow,
    ExchangeKeyRow,
    ExchangeScopeRow,
    ExchangeShapeRow,
    ApiKeyRow,
    AuditEntryRow,
    AuditHeadRow,
    DeskRow,
    DatabaseTimeRow,
  ],
  migrations: [Initial1763600000000],
};
