import type { ApiKeyView } from '../src/infra/auth/api-keys/api-key-view.js';
import type { IssuedKey } from '../src/infra/auth/api-keys/api-keys.js';
import type { PersonView } from '../src/infra/auth/persons/person-view.js';
import type { SignInOptionsView } from '../src/infra/auth/oidc/sign-in-options-view.js';
import type { SessionView } from '../src/infra/auth/sessions/session-view.js';
import type { AuditProof } from '../src/infra/audit/checkpoints/audit-proofs.js';
import type { Page } from '../src/infra/http/input/page.js';
import type { ProblemBody } from '../src/infra/http/problems/problem.js';
import type { CalendarDayView } from '../src/market/trading-calendar/trading-calendar.controller.js';
import type { HandledOrderView } from '../src/orders/audit-reports/find-handled-orders.js';
import type { BestExecutionView } from '../src/orders/best-execution/find-best-execution.js';
import type { UnknownOutcomeOfOrderView } from '../src/orders/audit-reports/find-unknown-outcomes.js';
import type { AuditExportView } from '../src/orders/audit-exports/audit-exports.controller.js';
import type { AuditedOrderFields, EventFields } from '../src/orders/audit-trail/audit-events.js';
import type { EntryBodies } from '../src/orders/audit-trail/entries/entry-types.js';
import type { TrailNamesView } from '../src/orders/audit-trail/find-trail-names.js';
import type {
  CheckpointView,
  SignedCheckpointView,
  VerificationView,
} from '../src/orders/audit-trail/audit-view.js';
import type { BulkResultsView } from '../src/orders/break-desk/break-bulk.controller.js';
import type {
  ApprovalView,
  BreakView,
  RecheckedBreakView,
  WholeBreakView,
} from '../src/orders/break-desk/break-view.js';
import type { BreakSettingsView } from '../src/orders/breaks/break-settings.controller.js';
import type { OrderCandidatesView } from '../src/orders/break-desk/candidates/find-candidates.js';
import type { DeskView } from '../src/orders/desk-switch/desk-switch.js';
import type { ExchangeCallView } from '../src/orders/operations/find-exchange-calls.js';
import type { SchemaDriftView } from '../src/orders/operations/find-schema-drift.js';
import type {
  LivenessView,
  OpsStatusView,
  ReadinessView,
} from '../src/orders/operations/ops-view.js';
import type { OrderLimitsView } from '../src/orders/order-limits/order-limits.controller.js';
import type { OrderTermsView } from '../src/orders/order-limits/order-terms.controller.js';
import type { CallView, FillView } from '../src/orders/order-queries/order-history.js';
import type { FoundClientView } from '../src/orders/order-queries/find-clients.js';
import type { ClientView } from '../src/orders/order-queries/unmask-client.js';
import type { LegalHoldView } from '../src/orders/retention/legal-holds.controller.js';
import type { OrderView } from '../src/orders/order-queries/order-view.js';
import type { RunView } from '../src/orders/reconciliation/runs/find-runs.js';
import type {
  StatusMappingsNow,
  StatusMappingsView,
} from '../src/orders/status-mappings/status-mapping-view.js';
import type { DayReport, DayView } from '../src/orders/trading-days/day-view.js';
import type { SavedQuestionView } from '../src/orders/saved-questions/saved-questions.controller.js';
import type { DaySummary } from '../src/orders/trading-days/day-summary.js';

/**
 * All that routes answer, but for the exchange's own records. `npm run api` generates the schemas of the API
 * description from these types, under their names without `View`; a page of orders is `OrderPage`.
 */
export type ApiTypes = readonly [
  ApiKeyView, ApprovalView, AuditExportView, AuditProof, BreakSettingsView, BreakView, BulkResultsView, CalendarDayView, ClientView, DayReport, DayView, DeskView,
  EntryBodies, EventFields, IssuedKey, LegalHoldView, LivenessView, OpsStatusView, OrderCandidatesView, OrderLimitsView, OrderTermsView, OrderView, PersonView, ProblemBody,
  ReadinessView, RecheckedBreakView, RunView, SavedQuestionView, SessionView, SignedCheckpointView, SignInOptionsView, StatusMappingsNow, TrailNamesView,
  VerificationView, WholeBreakView,
  Page<ApiKeyView>, Page<ApprovalView>, Page<AuditExportView>, Page<BreakView>, Page<CalendarDayView>, Page<CallView>, Page<CheckpointView>,
  AuditedOrderFields, Page<DaySummary>, Page<ExchangeCallView>, Page<FillView>, Page<FoundClientView>, Page<LegalHoldView>, Page<OrderLimitsView>, Page<OrderView>, Page<PersonView>,
  Page<RunView>, Page<SavedQuestionView>, Page<SchemaDriftView>, Page<SignedCheckpointView>, Page<StatusMappingsView>,
  Page<UnknownOutcomeOfOrderView>, Page<HandledOrderView>, Page<BestExecutionView>,
]; // prettier-ignore
