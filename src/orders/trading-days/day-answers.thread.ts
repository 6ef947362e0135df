import 'reflect-metadata';
import { answerInThread } from '../../infra/database/threads/reading-thread-program.js';
import { AppLogger, createLogger } from '../../infra/observability/logging.js';
import { FillRow } from '../order/fill.entity.js';
import { DayAnswers, type DayAnswersSettings, type DayQuestion } from './day-answers.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';

/** The program of the thread that {@link DayReports} asks. */
const entities = [DayCertificateRow, DayReadingRow, DaySignOffRow, FillRow];

answerInThread({ entities }, (own) => {
  const { brokerCode, logLevel } = own as DayAnswersSettings;
  const logger = new AppLogger(createLogger(logLevel));
  const answers = new DayAnswers(brokerCode, logger.for('trading days'));
  return (reading, question) => answers.answer(reading, question as DayQuestion);
});
