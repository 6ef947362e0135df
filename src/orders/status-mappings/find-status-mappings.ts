import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/page.js';
import { StatusWordsRow } from './status-mapping.entity.js';
import { wordsOfFile, wordsView, type WordsNow, type WordsView } from './status-mapping-view.js';

/** What status words mean now. */
export class GetStatusWords extends Query<WordsNow> {}

@QueryHandler(GetStatusWords)
export class GetStatusWordsHandler implements IQueryHandler<GetStatusWords> {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<WordsNow> {
    const { reading } = this.database;
    const latest = "state = 'Approved' ORDER BY version DESC LIMIT 1";
    const [approved] = await reading.find(StatusWordsRow, latest, []);
    const [waiting] = await reading.find(StatusWordsRow, "state = 'Pending' AND expires_at > ?", [
      this.clock.now(),
    ]);
    return {
      inForce:
        approved === undefined ? wordsOfFile(this.config.exchangeSettings) : wordsView(approved),
      pending: waiting === undefined ? null : wordsView(waiting),
    };
  }
}

/** The most that its column holds. */
const VERSION_MOST = 2_147_483_647;

/** Every version that was ever proposed, newest first. */
export class FindStatusWords extends Query<Page<WordsView>> {
  constructor(
    readonly limit: number,
    readonly cursor: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindStatusWords)
export class FindStatusWordsHandler implements IQueryHandler<FindStatusWords> {
  constructor(private readonly database: Database) {}

  async execute({ limit, cursor }: FindStatusWords): Promise<Page<WordsView>> {
    const before =
      cursor === null ? VERSION_MOST : Math.min(numericCursorKey(cursor), VERSION_MOST);
    const rows = await this.database.read((manager) =>
      manager
        .createQueryBuilder(StatusWordsRow, 'w')
        .where('w.version < :before', { before })
        .orderBy('w.version', 'DESC')
        .limit(limit + 1)
        .getMany(),
    );
    const page = pageOf(rows, limit, (row) => String(row.version));
    return { data: page.data.map(wordsView), page: page.page };
  }
}
