import 'reflect-metadata';
import { answerInThread } from '../../infra/database/reading-thread-program.js';
import { FillRow } from '../order/fill.entity.js';
import { DayAnswers, type DayQuestion } from './day-answers.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';

/** The program of the thread that {@link DayReports} asks. */
const entities = [DayCertificateRow, DayReadingRow, DaySignOffRow, FillRow];

answerInThread({ entities }, (brokerCode) => {
  const answers = new DayAnswers(String(brokerCode));
  return (reading, question) => answers.answer(reading, question as DayQuestion);
});
