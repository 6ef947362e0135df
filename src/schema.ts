import { ApiKeyRow } from './infra/auth/api-keys/api-key.entity.js';
import { KeyStoreRow } from './infra/auth/api-keys/key-store.entity.js';
import { PersonRow } from './infra/auth/person.entity.js';
import { findUnprovenKeys, findUnprovenPersons } from './infra/auth/unproven-rights.js';
import { UsedSignInRow } from './infra/auth/oidc/used-sign-in.entity.js';
import { SessionRow } from './infra/auth/sessions/session.entity.js';
import { AuditEntryRow, AuditHeadRow } from './infra/audit/audit-entry.entity.js';
import { AuditCheckpointRow, AuditTreeRow } from './infra/audit/checkpoints/audit-tree.entity.js';
import { AuditSubjectRow } from './infra/audit/audit-subject.entity.js';
import { AuditNumberRow } from './infra/audit/audit-number.entity.js';
import type { Schema } from './infra/database/data-source-options.js';
import { Initial1763600000000 } from './infra/database/migrations/0001-initial.js';
import { DatabaseOwner1795500000000 } from './infra/database/migrations/0002-database-owner.js';
import { SavedQuestions1795800000000 } from './infra/database/migrations/0003-saved-questions.js';
import { AuditExports1795900000000 } from './infra/database/migrations/0004-audit-exports.js';
import { LegalHolds1796000000000 } from './infra/database/migrations/0005-legal-holds.js';
import { TraceParents1796100000000 } from './infra/database/migrations/0006-trace-parents.js';
import { SchemaVersion1796200000000 } from './infra/database/migrations/0007-schema-version.js';
import { SignInWithOidc1796300000000 } from './infra/database/migrations/0008-sign-in-with-oidc.js';
import { UnitsBeforeAnEdit1796400000000 } from './infra/database/migrations/0009-units-before-an-edit.js';
import { BreakSettings1796500000000 } from './infra/database/migrations/0010-break-settings.js';
import { SearchCandidates1796600000000 } from './infra/database/migrations/0011-search-candidates.js';
import { AuditNumbers1796700000000 } from './infra/database/migrations/0012-audit-numbers.js';
import { ExportEntries1796800000000 } from './infra/database/migrations/0013-export-entries.js';
import { MissingSince1796900000000 } from './infra/database/migrations/0014-missing-since.js';
import { ShownWorking1797000000000 } from './infra/database/migrations/0015-shown-working.js';
import { EndedWithoutAnEdit1797100000000 } from './infra/database/migrations/0016-ended-without-an-edit.js';
import { RunsByTime1797200000000 } from './infra/database/migrations/0017-runs-by-time.js';
import { AccountSpellings1797300000000 } from './infra/database/migrations/0018-account-spellings.js';
import { SchedulerLease1797400000000 } from './infra/database/migrations/0019-scheduler-lease.js';
import { AccountKeys1797500000000 } from './infra/database/migrations/0020-account-keys.js';
import { ShownMatched1797600000000 } from './infra/database/migrations/0021-shown-matched.js';
import { TurnsOfChanges1798100000000 } from './infra/database/migrations/0022-turns-of-changes.js';
import { SchedulerLeaseRow } from './infra/database/ownership/scheduler-lease.entity.js';
import { SchemaVersionRow } from './infra/database/schema-version.entity.js';
import { DeskRow } from './orders/desk-switch/desk.entity.js';
import { DatabaseOwnerRow } from './infra/database/ownership/database-owner.entity.js';
import { DatabaseTimeRow } from './infra/database/database-time.entity.js';
import { ExchangeCallRow } from './infra/exchange/client/exchange-call.entity.js';
import { ExchangeKeyRow, ExchangeScopeRow } from './infra/exchange/keys/exchange-key.entity.js';
import { ExchangeReplyRow } from './infra/exchange/client/exchange-reply.entity.js';
import { SchemaDriftRow } from './infra/exchange/client/schema-drift.entity.js';
import { CalendarDayRow } from './market/trading-calendar/calendar-day.entity.js';
import { SecurityRow } from './market/securities/security.entity.js';
import { ApprovalRow } from './orders/break-desk/approval.entity.js';
import { BreakCommentRow } from './orders/breaks/break-comment.entity.js';
import { BreakRow } from './orders/breaks/break.entity.js';
import { BreakSettingsRow } from './orders/breaks/break-settings.entity.js';
import {
  DayCertificateRow,
  DayReadingRow,
  DaySignOffRow,
} from './orders/trading-days/day-close.entity.js';
import { findUnprovenCertificates } from './orders/trading-days/unproven-certificates.js';
import { OrderLimitsRow } from './orders/order-limits/order-limits.entity.js';
import { FillRow } from './orders/order/fill.entity.js';
import { OrderRequestRow } from './orders/order/requests/order-request.entity.js';
import { IdempotencyKeyRow, OrderNumberRow, OrderRow } from './orders/order/order.entity.js';
import { ListWatermarkRow } from './orders/order/list-watermark.entity.js';
import { ReconciliationRunRow } from './orders/reconciliation/runs/reconciliation-run.entity.js';
import { findUnprovenMappings } from './orders/status-mappings/unproven-mappings.js';
import { StatusMappingRow } from './orders/status-mappings/status-mapping.entity.js';
import { AuditExportRow } from './orders/audit-exports/audit-export.entity.js';
import { SavedQuestionRow } from './orders/saved-questions/saved-question.entity.js';
import { findContradictedHolds, findUnprovenHolds } from './orders/retention/contradicted-holds.js';
import { LegalHoldRow } from './orders/retention/legal-hold.entity.js';
import { SightingRow } from './orders/order-numbers/sighting.entity.js';

/** All entities, migrations and what the rows of some tables need in the trail. */
export const SCHEMA: Schema = {
  entities: [
    OrderRow,
    OrderNumberRow,
    IdempotencyKeyRow,
    OrderRequestRow,
    FillRow,
    BreakRow,
    BreakCommentRow,
    BreakSettingsRow,
    ApprovalRow,
    SightingRow,
    ListWatermarkRow,
    StatusMappingRow,
    DayReadingRow,
    DaySignOffRow,
    DayCertificateRow,
    ReconciliationRunRow,
    SecurityRow,
    CalendarDayRow,
    OrderLimitsRow,
    SavedQuestionRow,
    AuditExportRow,
    LegalHoldRow,
    ExchangeCallRow,
    ExchangeReplyRow,
    ExchangeKeyRow,
    ExchangeScopeRow,
    SchemaDriftRow,
    ApiKeyRow,
    KeyStoreRow,
    PersonRow,
    SessionRow,
    UsedSignInRow,
    AuditEntryRow,
    AuditHeadRow,
    AuditSubjectRow,
    AuditNumberRow,
    AuditTreeRow,
    AuditCheckpointRow,
    DeskRow,
    DatabaseOwnerRow,
    DatabaseTimeRow,
    SchemaVersionRow,
    SchedulerLeaseRow,
  ],
  migrations: [
    Initial1763600000000,
    DatabaseOwner1795500000000,
    SavedQuestions1795800000000,
    AuditExports1795900000000,
    LegalHolds1796000000000,
    TraceParents1796100000000,
    SchemaVersion1796200000000,
    SignInWithOidc1796300000000,
    UnitsBeforeAnEdit1796400000000,
    BreakSettings1796500000000,
    SearchCandidates1796600000000,
    AuditNumbers1796700000000,
    ExportEntries1796800000000,
    MissingSince1796900000000,
    ShownWorking1797000000000,
    EndedWithoutAnEdit1797100000000,
    RunsByTime1797200000000,
    AccountSpellings1797300000000,
    SchedulerLease1797400000000,
    AccountKeys1797500000000,
    ShownMatched1797600000000,
    TurnsOfChanges1798100000000,
  ],
  servedFrom: 8,
  findUnprovenRows: [
    findUnprovenMappings,
    findUnprovenCertificates,
    findUnprovenPersons,
    findUnprovenKeys,
    findUnprovenHolds,
  ],
  findContradictions: [findContradictedHolds],
};
