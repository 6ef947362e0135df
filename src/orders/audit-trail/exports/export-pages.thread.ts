import 'reflect-metadata';
import { AuditEntryRow, AuditHeadRow } from '../../../infra/audit/audit-entry.entity.js';
import { AuditNumberRow } from '../../../infra/audit/audit-number.entity.js';
import { AuditSubjectRow } from '../../../infra/audit/audit-subject.entity.js';
import { answerInThread } from '../../../infra/database/threads/reading-thread-program.js';
import { OrderNumberRow, OrderRow } from '../../order/order.entity.js';
import { ExportPages, type ExportQuestion } from './export-pages.js';

/** The program of the thread that {@link ExportThread} asks. */
const entities = [
  AuditEntryRow,
  AuditHeadRow,
  AuditNumberRow,
  AuditSubjectRow,
  OrderNumberRow,
  OrderRow,
];

answerInThread({ entities }, () => {
  const pages = new ExportPages();
  return (questions, question) => pages.answer(questions, question as ExportQuestion);
});
