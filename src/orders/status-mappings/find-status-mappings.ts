import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { ApprovedMappings } from './approved-mappings.js';
import { StatusMappingRow } from './status-mapping.entity.js';
import {
  mappingsOfFile,
  statusMappingsView,
  type StatusMappingsNow,
  type StatusMappingsView,
} from './status-mapping-view.js';

export class GetStatusMappings extends Query<StatusMappingsNow> {}

@QueryHandler(GetStatusMappings)
export class GetStatusMappingsHandler implements IQueryHandler<GetStatusMappings> {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly approved: ApprovedMappings,
  ) {}

  async execute(): Promise<StatusMappingsNow> {
    const { reading } = this.database;
    const approved = await this.approved.newest(reading);
    const [pending] = await reading.find(StatusMappingRow, "state = 'Pending' AND expires_at > ?", [
      this.clock.now(),
    ]);
    return {
      inForce:
        approved === null
          ? mappingsOfFile(this.config.exchangeSettings)
          : statusMappingsView(approved),
      pending: pending === undefined ? null : statusMappingsView(pending),
    };
  }
}

/** The maximum of its column. */
const VERSION_MAX = 2_147_483_647;

/** All versions ever proposed, newest first. */
export class FindStatusMappings extends Query<Page<StatusMappingsView>> {
  constructor(
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindStatusMappings)
export class FindStatusMappingsHandler implements IQueryHandler<FindStatusMappings> {
  constructor(private readonly database: Database) {}

  async execute({ limit, cursor }: FindStatusMappings): Promise<Page<StatusMappingsView>> {
    const before = cursor === null ? VERSION_MAX : Math.min(numericCursorKey(cursor), VERSION_MAX);
    const rows = await this.database.questions.read((manager) =>
      manager
        .createQueryBuilder(StatusMappingRow, 'w')
        .where('w.version < :before', { before })
        .orderBy('w.version', 'DESC')
        .limit(limit + 1)
        .getMany(),
    );
    const page = pageOf(rows, limit, (row) => String(row.version));
    return { data: page.data.map(statusMappingsView), page: page.page };
  }
}
