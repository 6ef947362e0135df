import type {
  Id,
  Instant,
  LagosDate,
  MaskableSha256,
  Text,
  Whole,
} from '../../../infra/formats.js';
import type { ReasonDetails, TimesDetails } from './order-entry-bodies.js';

/* What the entries say that are not about an order, by their types; as in `order-entry-bodies.ts`. */

/** Any of an entry's fields. */
export type OpenDetails = Readonly<Record<string, unknown>>;

export interface DeniedDetails extends OpenDetails {
  /**
   * The code of the problem.
   * @example "scope-missing"
   */
  readonly code: string;
  /**
   * The method of the request.
   * @example "POST"
   */
  readonly method: string;
  /** The route; null: there is none at the address. */
  readonly route: string | null;
}

export interface InstructionRefusedDetails extends DeniedDetails {
  /** Names of the fields that are wrong; what stood in them is not kept. */
  readonly fields: readonly string[];
  /** How many names the caller had made up. */
  readonly unknownFields: Whole;
  /** The order of the path; null: it names none. */
  readonly orderId: Id | null;
  /**
   * Another subject of the path: an id of ours, a day, or a version.
   * @example "brk_01M7W9V1GHGDXV473P1P44ZYCB"
   */
  readonly subject?: string;
}

/** A question by what it asks for; what a caller may have typed a client into is not kept. */
export interface AskedDetails extends OpenDetails {
  /** What was asked for, by the names of the parameters. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Whether it asked for one account, which is not named. */
  readonly ofOneAccount: boolean;
}

export interface ReadDetails extends AskedDetails {
  /** The route, or the command; null: several, that are not told apart. */
  readonly route: string | null;
  /** Names of other parameters, whose values are not kept. */
  readonly more: readonly string[];
}

export interface ReadAgainDetails extends ReadDetails {
  /** How often, beyond the one that is an entry of its own. */
  readonly times: Whole;
}

export interface ExportedDetails extends AskedDetails {
  /**
   * How it is written.
   * @example "ndjson"
   */
  readonly format: string;
}

export interface VerifiedDetails extends OpenDetails {
  /**
   * What was done.
   * @example "full"
   */
  readonly mode: string;
  /** Whether the trail holds. */
  readonly valid: boolean;
  /** The first entry that does not hold; null: none. */
  readonly firstBadSequence: Whole | null;
}

export interface BackupDetails extends OpenDetails {
  /**
   * The name of the file.
   * @example "marina-2026-11-20.db"
   */
  readonly file: string;
  /** Of the trail in it. */
  readonly entries: Whole;
  /** Whether it is encrypted. */
  readonly encrypted: boolean;
}

export interface CalendarDetails extends OpenDetails {
  readonly tradingDate: LagosDate;
}

export interface ClockSteppedDetails extends OpenDetails {
  /** Of the start that noticed it. */
  readonly instance: string;
  /**
   * By how much; below zero: back.
   * @example -3600000
   */
  readonly byMs: number;
  readonly from: Instant;
  readonly to: Instant;
}

export interface RestoredDetails extends OpenDetails {
  /** The last entry that the restored database had. */
  readonly lastSequence: Whole;
  /** The last one that is forgotten. */
  readonly forgottenSequence: Whole;
}

export interface DayReadDetails extends OpenDetails {
  readonly tradingDate: LagosDate;
  /** The call whose reply was read. */
  readonly callId: Id;
}

export interface ExchangeAskedDetails extends OpenDetails {
  /**
   * What for.
   * @example "order"
   */
  readonly question: string;
}

export interface ExchangeKeyDetails extends OpenDetails {
  /**
   * Short digest of our key at the exchange.
   * @example "5b1c2d"
   */
  readonly key: string;
}

export interface ExchangeScopeDetails extends ExchangeKeyDetails {
  /**
   * What it may do, or not.
   * @example "order.post"
   */
  readonly scope: string;
}

export interface KeyDetails extends OpenDetails {
  /** The API key. */
  readonly key: Id;
  /**
   * Whose it is.
   * @example "ada.obi"
   */
  readonly name: string;
}

export interface HoldDetails extends ReasonDetails {
  /** The legal hold. */
  readonly hold: Id;
}

export interface ComparedDetails extends OpenDetails {
  /** How many orders were rebuilt. */
  readonly orders: Whole;
  /** How many differences there were. */
  readonly differences: Whole;
}

export interface PersonDetails extends OpenDetails {
  readonly person: Id;
  /**
   * The name of the person.
   * @example "ada.obi"
   */
  readonly name: string;
}

export interface QuestionDetails extends OpenDetails {
  /** The name of the saved question. */
  readonly name: string;
}

export interface RunAskedDetails extends OpenDetails {
  /**
   * What the run is over.
   * @example "everything"
   */
  readonly over: string;
  /** Whether it was to change nothing. */
  readonly dryRun: boolean;
}

export interface StartedDetails extends OpenDetails {
  /** An id that no other start has. */
  readonly instance: string;
  /**
   * Of Marina.
   * @example "0.1.0"
   */
  readonly version: string;
  /** Of the settings. */
  readonly configDigest: MaskableSha256;
}

export interface StoppedDetails extends OpenDetails {
  /** That of its start. */
  readonly instance: string;
  /**
   * Why it stopped.
   * @example "asked"
   */
  readonly reason: string;
}

export interface SessionDetails extends OpenDetails {
  readonly session: Id;
}

export interface SigningKeyDetails extends OpenDetails {
  /** The public key, as the verifier takes it. */
  readonly verifierKey: string;
}

export interface StatusWordsDetails extends OpenDetails {
  readonly version: Whole;
}

export interface DaysReadDetails extends OpenDetails {
  /** The last day that is read. */
  readonly until: LagosDate;
  /** The days that were read late. */
  readonly missed: readonly string[];
}

export interface ResumedDetails extends OpenDetails {
  /** Why, in the words of whoever did it. */
  readonly reason: Text;
}

export interface DeskEntryBodies {
  readonly ACCESS_DENIED: DeniedDetails;
  readonly ACCESS_DENIED_AGAIN: TimesDetails;
  readonly AUDIT_EXPORTED: ExportedDetails;
  readonly AUDIT_READ: ReadDetails;
  readonly AUDIT_READ_AGAIN: ReadAgainDetails;
  readonly BACKUP_MADE: BackupDetails;
  readonly CALENDAR_DAY_REMOVED: CalendarDetails;
  readonly CALENDAR_DAY_SET: CalendarDetails;
  readonly CHECKPOINT_ASKED: OpenDetails;
  readonly CLIENTS_REMOVED: OpenDetails;
  readonly CLOCK_STEPPED: ClockSteppedDetails;
  readonly DATABASE_MOVED: OpenDetails;
  readonly DATABASE_OLDER_THAN_CHECKPOINT: RestoredDetails;
  readonly DAY_READ: DayReadDetails;
  readonly DESK_CAUGHT_UP: OpenDetails;
  readonly DESK_PAUSED: ResumedDetails;
  readonly DESK_RESUMED: ResumedDetails;
  readonly DUE_TIMES_SET: OpenDetails;
  readonly EXCHANGE_ASKED: ExchangeAskedDetails;
  readonly EXCHANGE_KEY_ACCEPTED_AGAIN: ExchangeKeyDetails;
  readonly EXCHANGE_KEY_REFUSED: ExchangeKeyDetails;
  readonly EXCHANGE_SCOPE_ACCEPTED_AGAIN: ExchangeScopeDetails;
  readonly EXCHANGE_SCOPE_REFUSED: ExchangeScopeDetails;
  readonly INSTRUCTION_REFUSED: InstructionRefusedDetails;
  readonly INSTRUCTION_REFUSED_AGAIN: TimesDetails;
  readonly KEY_BOUND_TO_ACCOUNT: KeyDetails;
  readonly KEY_CREATED: KeyDetails;
  readonly KEY_EXPIRY_SET: KeyDetails;
  readonly KEY_REVOKED: KeyDetails;
  readonly KEY_ROTATED: KeyDetails;
  readonly LEGAL_HOLD_PLACED: HoldDetails;
  readonly LEGAL_HOLD_RELEASED: HoldDetails;
  readonly ORDERS_COMPARED: ComparedDetails;
  readonly ORDER_LIMITS_REMOVED: OpenDetails;
  readonly ORDER_LIMITS_SET: OpenDetails;
  readonly PERSON_CHANGED: PersonDetails;
  readonly PERSON_CREATED: PersonDetails;
  readonly PERSON_LINKED: PersonDetails;
  readonly QUESTION_REMOVED: QuestionDetails;
  readonly QUESTION_SAVED: QuestionDetails;
  readonly QUOTES_RECORDED: OpenDetails;
  readonly RUNS_REMOVED: OpenDetails;
  readonly RUN_ASKED: RunAskedDetails;
  readonly SERVICE_STARTED: StartedDetails;
  readonly SERVICE_STOPPED: StoppedDetails;
  readonly SIGNED_IN: SessionDetails;
  readonly SIGNED_OUT: SessionDetails;
  readonly SIGNING_KEY_CREATED: SigningKeyDetails;
  readonly SIGNING_KEY_ROTATED: SigningKeyDetails;
  readonly STATUS_WORDS_APPROVED: StatusWordsDetails;
  readonly STATUS_WORDS_EXPIRED: StatusWordsDetails;
  readonly STATUS_WORDS_PROPOSED: StatusWordsDetails;
  readonly STATUS_WORDS_REJECTED: StatusWordsDetails;
  readonly TRADING_DAYS_READ: DaysReadDetails;
  readonly TRAIL_VERIFIED: VerifiedDetails;
  readonly TRAIL_VERIFIED_AGAIN: TimesDetails;
}
