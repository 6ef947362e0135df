import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { StatusMappings, MappedStatus } from '../order/order-status.js';
import { ApprovedMappings } from './approved-mappings.js';
import type { StatusMappingRow } from './status-mapping.entity.js';

/** The mappings by which records are read; each reconciliation run refreshes them before it asks. */
@Injectable()
export class MappingsInForce {
  private current: StatusMappings;
  private isAnnounced = false;

  constructor(
    private readonly database: Database,
    config: Config,
    private readonly approved: ApprovedMappings,
  ) {
    this.current = { version: 0, meanings: config.exchangeSettings?.statusWords ?? new Map() };
  }

  get mappings(): StatusMappings {
    return this.current;
  }

  /** A newer version was approved here: records should be read again soon. */
  announce(): void {
    this.isAnnounced = true;
  }

  /** Whether one was announced since the last call. */
  takeAnnouncement(): boolean {
    const { isAnnounced } = this;
    this.isAnnounced = false;
    return isAnnounced;
  }

  /** Answers whether a newer version is in force now. */
  async refresh(): Promise<boolean> {
    const row = await this.approved.newest(this.database.reading);
    // Not an older one either: then somebody has changed the row of the one that is in force.
    if (row === null || row.version <= this.current.version) return false;
    this.current = { version: row.version, meanings: new Map(Object.entries(meaningsIn(row))) };
    return true;
  }
}

export function meaningsIn({
  words,
}: Pick<StatusMappingRow, 'words'>): Record<string, MappedStatus> {
  return JSON.parse(words) as Record<string, MappedStatus>;
}
