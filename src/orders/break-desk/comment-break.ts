import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { BreakDesk } from './break-desk.js';

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
  constructor(private readonly desk: BreakDesk) {}

  async execute({ breakId, text, actor }: CommentBreak): Promise<void> {
    await this.desk.change(breakId, async (unit, locked) => {
      await this.desk.comment(unit, locked, text, actor);
    });
  }
}
