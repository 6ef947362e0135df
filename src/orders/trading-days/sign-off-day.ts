import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { checkDecides } from '../../infra/auth/decisions.js';
import { DayReports } from './report/day-reports.js';
import { checkSignable, signOffStateOf } from './sign-off-rules.js';
import { TradingDayStore } from './trading-day-store.js';

/** Sign the report of a trading day; the second signature freezes it. */
export class SignOffDay extends Command<true> {
  constructor(
    readonly tradingDate: string,
    /** SHA-256 of the report that the signer read. */
    readonly reportHash: string,
    readonly text: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(SignOffDay)
export class SignOffDayHandler implements ICommandHandler<SignOffDay> {
  constructor(
    private readonly days: TradingDayStore,
    private readonly reports: DayReports,
    private readonly checkpoints: SignedCheckpoints,
  ) {}

  async execute({ tradingDate, reportHash, text, actor }: SignOffDay): Promise<true> {
    // A refusal costs the event loop nothing, so only a signature that counts makes the report there.
    const { changes, certified, ...seen } = await this.reports.signOffState(
      tradingDate,
      reportHash,
    );
    checkSignable(seen, { reportHash, actor, changes });
    this.days.remember(certified);
    const isClosed = await this.days.change(async (unit) => {
      // Once more, from the rows as they are under the lock: this report is the one that is signed.
      const day = await this.days.state(unit, tradingDate);
      await checkDecides(unit, actor);
      checkSignable(signOffStateOf(day), { reportHash, actor, changes: null });
      await this.days.sign(unit, day, text, actor);
      return day.signOffs.length > 0;
    });
    if (isClosed) this.checkpoints.soon();
    return true;
  }
}
