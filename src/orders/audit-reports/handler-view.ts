import type { ActorName, Instant, PersonName, Whole } from '../../infra/formats.js';

/** Somebody who has acted on an order: as a caller, or on one of its breaks. */
export interface HandlerView {
  readonly actor: ActorName;
  /** The person whom the caller acted for. */
  readonly onBehalfOf: PersonName | null;
  /** Audit entries that it has caused. */
  readonly entries: Whole;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}
