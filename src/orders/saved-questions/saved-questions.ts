import { Injectable } from '@nestjs/common';
import { identityOf, type Actor } from '../../infra/audit/actor.js';
import { AuditLog, lockTrail } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { fieldProblem, problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Ids } from '../../infra/runtime/ids.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';
import type { QuestionKind } from './question-kinds.js';
import { SavedQuestionRow } from './saved-question.entity.js';

export type SavedQuestion = Readonly<SavedQuestionRow>;

/** Names to texts, as in the query of a route. */
export type QuestionFilters = Readonly<Record<string, string>>;

const STREAM = 'audit';
/** All readers look through them. */
const QUESTIONS_MAX = 500;

/** Changes of one caller in any hour: each leaves an entry in the trail for ever. */
const CHANGES_MAX = 60;
const HOUR_MS = 3_600_000;

/** Questions that people have given a name: shared by all readers of the trail, each change recorded in it. */
@Injectable()
export class SavedQuestions {
  private readonly lately: SlidingWindow;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.lately = new SlidingWindow(clock, { max: CHANGES_MAX, windowMs: HOUR_MS });
  }

  /** By name, those behind this one. */
  list(after: string, most: number): Promise<readonly SavedQuestion[]> {
    const where = 'name_key > ? ORDER BY name_key LIMIT ?';
    return this.database.questions.find(SavedQuestionRow, where, [identityOf(after), most]);
  }

  /** Replaces the question of that name. */
  save(
    name: string,
    question: { readonly kind: QuestionKind; readonly filters: QuestionFilters },
    actor: Actor,
  ): Promise<SavedQuestion> {
    const { kind, filters } = question;
    return this.change(name, actor, async (unit, before) => {
      const changes = {
        name,
        kind,
        filters: JSON.stringify(filters),
        changedBy: actor.name,
        changedAt: this.clock.now(),
      };
      if (before === null) await this.refuseTooMany(unit);
      const row = before ?? { id: this.ids.next('que'), nameKey: identityOf(name) };
      if (before === null) await unit.insert(SavedQuestionRow, { ...row, ...changes });
      else await unit.update(SavedQuestionRow, { id: row.id }, changes);
      await this.record(unit, 'QUESTION_SAVED', { name, kind, filters }, actor);
      return { ...row, ...changes };
    });
  }

  private async refuseTooMany(unit: Unit): Promise<void> {
    const [row] = await unit.query<{ count: number }>(
      'SELECT count(*) AS count FROM saved_questions',
    );
    if ((row?.count ?? 0) < QUESTIONS_MAX) return;
    const message = `must name a saved question: ${QUESTIONS_MAX} are saved already, so remove one before you add another`;
    throw fieldProblem('validation-failed', 'name', message);
  }

  /** False when there was none. */
  remove(name: string, actor: Actor): Promise<boolean> {
    return this.change(name, actor, async (unit, before) => {
      if (before === null) return false;
      await unit.execute('DELETE FROM saved_questions WHERE id = ?', [before.id]);
      const { kind } = before;
      const filters = JSON.parse(before.filters) as QuestionFilters;
      await this.record(unit, 'QUESTION_REMOVED', { name: before.name, kind, filters }, actor);
      return true;
    });
  }

  /** The trail names no account; searches find the entry by what is kept beside it. */
  private record(
    unit: Unit,
    type: string,
    { name, kind, filters }: { name: string; kind: QuestionKind; filters: QuestionFilters },
    actor: Actor,
  ): Promise<unknown> {
    const { accountNumber, ...named } = filters;
    const about = accountNumber === undefined ? {} : { accountNumber };
    const ofOneAccount = accountNumber !== undefined;
    const fact = { type, body: { name, kind, filters: named, ofOneAccount } };
    return this.audit.append(unit, { stream: STREAM, about }, actor, [fact]);
  }

  /** Serialised over all instances: the second change sees the first. */
  private async change<T>(
    name: string,
    actor: Actor,
    act: (unit: Unit, before: SavedQuestionRow | null) => Promise<T>,
  ): Promise<T> {
    // All keys and sessions of a person have the person's name.
    const waitMs = this.lately.take(actor.name);
    if (waitMs !== null) throw tooMany(waitMs);
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      const [before] = await unit.find(SavedQuestionRow, 'name_key = ?', [identityOf(name)]);
      return act(unit, before ?? null);
    });
  }
}

function tooMany(waitMs: number): Error {
  const detail = `You have changed saved questions ${CHANGES_MAX} times within an hour.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
