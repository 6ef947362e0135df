import { Injectable } from '@nestjs/common';
import { instant } from '../clock.js';
import { Database } from '../database/database.js';
import { ExchangeKeyRow } from './exchange-call.entity.js';
import { ExchangeKeys, scopesDown } from './exchange-keys.js';
import { SLOTS, useOf, type Lane } from './rate-budget.js';

export interface KeyReport {
  readonly id: string;
  readonly slots: number;
  readonly held: number;
  readonly heldByLane: Readonly<Partial<Record<Lane, number>>>;
  /** Until when the key sends nothing, and which status of the exchange is the reason. */
  readonly restsUntil: string | null;
  readonly restsBecause: string | null;
  readonly scopesRefused: readonly string[];
}

/** How much of each key's rolling minute is in use, and which keys are out of order. */
@Injectable()
export class BudgetReport {
  constructor(
    private readonly database: Database,
    private readonly keys: ExchangeKeys,
  ) {}

  async heldBy(lane: Lane): Promise<number> {
    const reports = await this.report();
    return reports.reduce((sum, report) => sum + (report.heldByLane[lane] ?? 0), 0);
  }

  report(): Promise<KeyReport[]> {
    return this.database.units.run(async (unit) => {
      const now = await unit.now();
      const reports: KeyReport[] = [];
      for (const { id } of this.keys.keys) {
        const [row] = await unit.find(ExchangeKeyRow, 'id = ?', [id]);
        const use = await useOf(unit, id, now);
        const down = row === undefined ? {} : scopesDown(row);
        const rests = row !== undefined && row.frozenUntil > now;
        reports.push({
          id,
          slots: SLOTS,
          held: use.held,
          heldByLane: use.heldByLane,
          restsUntil: rests ? instant(row.frozenUntil) : null,
          restsBecause: row?.frozenBy ?? null,
          scopesRefused: Object.keys(down),
        });
      }
      return reports;
    });
  }
}
