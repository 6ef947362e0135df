import type { Capability, KeyReport } from '../../infra/exchange/keys/capabilities.js';
import type { Instant, LagosDate, Whole } from '../../infra/formats.js';
import type { DeskView } from '../desk-switch/desk-switch.js';
import type { RequestCounts } from '../dispatch/count-requests.js';
import type { ProofAges } from './measure-proof.js';

/** What operations look at: the state of the desk, its queues, and what works at the exchange. */
export interface OpsStatusView extends DeskView {
  readonly at: Instant;
  /** Whether orders are real. */
  readonly environment: 'test' | 'live';
  /** The kind of the database. */
  readonly database: 'sqlite' | 'postgres';
  /** Trading days whose trades were never read. */
  readonly missedDays: readonly LagosDate[];
  /** Whether the exchange answers. */
  readonly exchange: {
    /**
     * Null: the simulator that comes with Marina.
     * @example "https://exchange.example.com"
     */
    readonly url: string | null;
    /** False while no call is answered. */
    readonly answers: boolean;
    readonly silentSince: Instant | null;
  };
  readonly tradingDate: LagosDate;
  /** Of the exchange, by the trading calendar. */
  readonly session: {
    /** Whether orders are sent now. */
    readonly open: boolean;
    /** Null while it is open. */
    readonly opensAt: Instant | null;
    /** Null while it is closed, and where it never closes. */
    readonly closesAt: Instant | null;
  };
  /** What works at the exchange. */
  readonly capabilities: readonly Capability[];
  /** The keys for the exchange, each with its own rate budget. */
  readonly keys: readonly KeyReport[];
  readonly requests: RequestCounts;
  readonly proof: ProofAges;
  /** Calls that are under way at this instance. */
  readonly inFlight: Whole;
  /**
   * Why requests wait; null: none has to.
   * @example "Post: the desk is paused"
   */
  readonly waitingFor: string | null;
  /** Securities in the directory; 0: it has not been loaded yet. */
  readonly securities: Whole;
}

export interface LivenessView {
  /** Always this. */
  readonly status: 'live';
}

export interface ReadinessView {
  /** Whether orders can be stored and sent. */
  readonly status: 'ready' | 'paused' | 'degraded' | 'not ready' | 'stopping';
  /** Whether the database answers, and took the last write. */
  readonly database: 'up' | 'down';
  /** Whether the exchange answers, and the state of each capability; null: not known. */
  readonly exchange: ExchangeReadiness | null;
  /**
   * What is missing, and what that means.
   * @example ["fills: blind to fills"]
   */
  readonly problems: readonly string[];
}

export interface ExchangeReadiness {
  /** Whether it answers at all. */
  readonly answers: boolean;
  /** Up, Down, Failing or Untried, by capability. */
  readonly [capability: string]: boolean | string;
}
