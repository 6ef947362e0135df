import type * as Console from '../../console/api/answers.js';
import type { Day } from '../../console/day/day-of.js';
import type { Page } from '../../src/infra/http/page.js';
import type { SessionView } from '../../src/infra/auth/sessions/session-view.js';
import type { EventView } from '../../src/orders/audit-trail/audit-events.js';
import type {
  ApprovalView,
  BreakView,
  WholeBreakView,
} from '../../src/orders/break-desk/break-view.js';
import type { CallView, FillView } from '../../src/orders/order-queries/order-history.js';
import type { OrderView, PendingView } from '../../src/orders/order-queries/order-view.js';
import type { RunView } from '../../src/orders/reconciliation/runs/find-runs.js';
import type { DayView } from '../../src/orders/trading-days/day-view.js';

/** What the service answers is what the console's types say: the compiler compares them, except for free JSON. */
type Holds<Written, Answered extends Written> = [Written, Answered];

export type Answers = [
  Holds<Console.Page<string>, Page<string>>,
  Holds<Console.Session, SessionView>,
  Holds<Console.Pending, PendingView>,
  Holds<Console.Order, OrderView>,
  Holds<Omit<Console.AuditEvent, 'body'>, EventView>,
  Holds<Console.Fill, FillView>,
  Holds<Console.ExchangeCall, CallView>,
  Holds<Console.Break, BreakView>,
  Holds<Console.WholeBreak, WholeBreakView>,
  Holds<Console.Approval, ApprovalView>,
  Holds<Omit<Console.Run, 'preview'>, RunView>,
  Holds<Day, DayView>,
];
