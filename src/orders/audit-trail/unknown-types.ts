import { Query, QueryHandler, type IQueryHandler, type QueryBus } from '@nestjs/cqrs';
import { Database } from '../../infra/database/database.js';
import { wantedOf } from '../../infra/http/input/query-dto.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { ENTRY_TYPES, isKnownType } from './entries/entry-types.js';

/*
 * Whoever mistypes a type of entry must not take the empty page for an answer. A trail also has types that this release
 * does not write: of an older one, or of a newer instance beside this one. `/v1/audit/names` lists those, so a filter takes them.
 */

/** What a filter says to a type that nothing can have. */
export const TYPES_WANTED = wantedOf(ENTRY_TYPES);

/** Which of these neither a release is known to write nor the trail has. */
export class UnknownTypes extends Query<readonly string[]> {
  constructor(readonly types: readonly string[]) {
    super();
  }
}

@QueryHandler(UnknownTypes)
export class UnknownTypesHandler implements IQueryHandler<UnknownTypes> {
  constructor(private readonly database: Database) {}

  /** One look into the index for each. */
  async execute({ types }: UnknownTypes): Promise<readonly string[]> {
    const unknown: string[] = [];
    for (const type of types.filter((one) => !isKnownType(one))) {
      const sql = 'SELECT sequence FROM audit_entries WHERE type = ? LIMIT 1';
      const [entry] = await this.database.questions.query(sql, [type]);
      if (entry === undefined) unknown.push(type);
    }
    return unknown;
  }
}

/** 400 for a type that no entry can have; `field` as the caller has named it. */
export async function refuseUnknownTypes(
  queries: Pick<QueryBus, 'execute'>,
  types: readonly string[] = [],
  field = 'type',
): Promise<void> {
  if (types.every(isKnownType)) return;
  const unknown = await queries.execute(new UnknownTypes(types));
  if (unknown.length > 0) throw fieldProblem('validation-failed', field, TYPES_WANTED);
}
