import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { problem } from '../../infra/http/problems/problem.js';
import { BreakDesk } from './break-desk.js';
import { BreakLimits } from './break-limits.js';

/** Of one break: each stays in the trail of its order, which is read before a request of that is sent. */
const COMMENTS_MAX = 1_000;

/** Comment on a break; comments are never changed. */
export class CommentBreak extends Command<void> {
  constructor(
    readonly breakId: string,
    readonly text: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(CommentBreak)
export class CommentBreakHandler implements ICommandHandler<CommentBreak> {
  constructor(
    private readonly desk: BreakDesk,
    private readonly limits: BreakLimits,
  ) {}

  async execute({ breakId, text, actor }: CommentBreak): Promise<void> {
    await this.desk.change(breakId, async (unit, locked) => {
      const last = await unit.query(
        `SELECT 1 AS comment FROM break_comments WHERE break_id = ? LIMIT 1 OFFSET ${COMMENTS_MAX - 1}`,
        [breakId],
      );
      if (last.length > 0) {
        throw problem('too-many-comments', `The break has ${COMMENTS_MAX} comments.`);
      }
      this.limits.takeComment(breakId);
      await this.desk.comment(unit, locked, text, actor);
    });
  }
}
