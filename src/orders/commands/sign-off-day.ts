import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSamePerson, type Actor } from '../../infra/auth/actor.js';
import { problem } from '../../infra/http/problem.js';
import { DayBook } from '../store/day-book.js';

/** One of two people signs the report of a trading day; with the second it is frozen. */
export class SignOffDay extends Command<true> {
  constructor(
    readonly tradingDate: string,
    /** SHA-256 of the report that was looked at. */
    readonly reportHash: string,
    readonly text: string | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(SignOffDay)
export class SignOffDayHandler implements ICommandHandler<SignOffDay> {
  constructor(private readonly days: DayBook) {}

  execute({ tradingDate, reportHash, text, actor }: SignOffDay): Promise<true> {
    return this.days.change(async (unit): Promise<true> => {
      const day = await this.days.state(unit, tradingDate);
      if (day.reportHash !== reportHash) {
        throw problem('report-changed', 'The report says something else than what was looked at.');
      }
      if (day.certificates.at(-1)?.factsHash === day.factsHash) {
        throw problem('day-closed', 'Two people have signed these facts already.');
      }
      const { unsettled } = day.report;
      if (unsettled.length > 0) {
        throw problem('day-not-settled', `The day cannot be signed: ${unsettled.join('; ')}.`);
      }
      if (day.signOffs.some((signOff) => isSamePerson(signOff.signedBy, actor.name))) {
        throw problem('second-person-needed', 'Nobody signs the same report twice.');
      }
      await this.days.sign(unit, day, text, actor);
      return true;
    });
  }
}
