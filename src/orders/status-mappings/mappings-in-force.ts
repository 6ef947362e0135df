import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { StatusMappings, MappedStatus } from '../order/order-status.js';
import { StatusMappingRow } from './status-mapping.entity.js';

/** The status words that records are read by; each pass looks for a newer version before it asks. */
@Injectable()
export class MappingsInForce {
  private held: StatusMappings;
  private isAnnounced = false;

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.held = { version: 0, meanings: config.exchangeSettings?.statusWords ?? new Map() };
  }

  get mappings(): StatusMappings {
    return this.held;
  }

  /** A newer version has been approved here: records are worth another look soon. */
  announce(): void {
    this.isAnnounced = true;
  }

  /** Whether one was announced since this was asked last. */
  takeAnnouncement(): boolean {
    const { isAnnounced } = this;
    this.isAnnounced = false;
    return isAnnounced;
  }

  async refresh(): Promise<void> {
    const latest = "state = 'Approved' ORDER BY version DESC LIMIT 1";
    const [row] = await this.database.reading.find(StatusMappingRow, latest, []);
    if (row === undefined || row.version === this.held.version) return;
    this.held = { version: row.version, meanings: new Map(Object.entries(meaningsIn(row))) };
  }
}

export function meaningsIn({
  words,
}: Pick<StatusMappingRow, 'words'>): Record<string, MappedStatus> {
  return JSON.parse(words) as Record<string, MappedStatus>;
}
