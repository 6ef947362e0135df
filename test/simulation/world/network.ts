import type {
  WireCall,
  WireReply,
} from '../../../src/infra/exchange/transport/exchange-transport.js';
import { ENDPOINTS, isList } from '../../../src/infra/exchange/schema/endpoints.js';
import type { Call } from '../../../simulator/call-log.js';
import type { Delivery, Exchange, ExchangeReply } from '../../../simulator/exchange.js';
import type { FaultOrder } from '../../../simulator/control/faults.js';
import { SeededRandom } from '../../../simulator/seeded-random.js';
import type { BookedCall } from '../books.js';
import { never, type Life } from '../life.js';
import type { Plan } from '../plans/plan.js';
import { asOrder, concerns, LATER_FAULTS, WIRE_FAULTS, type WireFault } from './wire-faults.js';
import type { World } from './world.js';

/** One call that was handed to the network, and what is known of it there. */
export interface Sent {
  readonly at: number;
  readonly endpoint: string;
  readonly body: string | null;
  readonly life: Life;
  /** Its row of the journal; null is a violation. */
  readonly journal: BookedCall | null;
  fault: WireFault | null;
  /** As the exchange has logged it; null when it never came there. */
  arrival: Call | null;
  /** The process has been told how it ended. */
  ended: boolean;
  /** The exchange's own answer came to the process, whole and unchanged. */
  read: boolean;
}

const LISTS_OF_ORDERS: ReadonlySet<string> = new Set([
  'broker/order/enquiry',
  'shareholder/enquiry',
]);
/** Whatever became of the call, its answer is the exchange's own. */
const HARMLESS: ReadonlySet<WireFault | null> = new Set([
  null,
  'lateEffect',
  'lateReply',
  'duplicateDelivery',
]);
/** By the gateway, which asks nobody, or because of an error. */
const isRefused = (status: number): boolean =>
  status >= 500 || [401, 402, 403, 429].includes(status);
const PREFIX = '/v2/vendor/';
const LATE_REPLY_MS = 30_000;

/** The way between the service and the exchange. Calls arrive, if at all, before our deadline. */
export class Network {
  readonly sent: Sent[] = [];
  readonly struck = new Map<WireFault, number>();
  /** Nothing goes wrong any more. */
  calm = false;
  /** Nobody can be reached until then. */
  awayUntil = 0;
  private readonly random: SeededRandom;
  private readonly timeoutMs: number;
  private readonly latestEffectMs: number;

  constructor(
    private readonly world: World,
    private readonly exchange: Exchange,
    private readonly plan: Plan,
    private readonly watch: {
      readonly journalOf: (call: WireCall, endpoint: string) => BookedCall | null;
      readonly sending: (sent: Sent) => void;
      readonly answered: (sent: Sent, reply: string) => void;
    },
  ) {
    this.random = new SeededRandom(`network/${plan.seed}`);
    this.timeoutMs = Number(plan.environment['EXCHANGE_TIMEOUT_MS']);
    // What takes effect is done by the end of the quiet time: nobody could wait for ever.
    this.latestEffectMs = this.timeoutMs + Number(plan.environment['EXCHANGE_QUIET_MS']) - 500;
  }

  readonly send = (call: WireCall, life: Life): Promise<WireReply> => {
    if (life.pass('before a send')) return never();
    const [path = ''] = call.path.slice(PREFIX.length).split('?');
    const sent: Sent = {
      at: this.world.now,
      endpoint: path,
      body: call.body,
      life,
      journal: this.watch.journalOf(call, path),
      fault: this.faultFor(path),
      arrival: null,
      ended: false,
      read: false,
    };
    this.sent.push(sent);
    this.watch.sending(sent);
    const replied = new Promise<WireReply>((resolve) => {
      this.carry(call, sent, (reply) => life.whenAwake(() => this.end(sent, reply, resolve)));
    });
    return life.pass('after a send') ? never() : replied;
  };

  private end(sent: Sent, reply: WireReply, resolve: (reply: WireReply) => void): void {
    const { life } = sent;
    if (sent.ended || life.isOver) return;
    sent.ended = true;
    if (reply.kind === 'Reply' && !isRefused(reply.status)) {
      sent.read = HARMLESS.has(sent.fault);
      // The rows that are left in a short list are the exchange's.
      if (sent.read || sent.fault === 'shortList') this.watch.answered(sent, reply.body);
    }
    if (!life.pass('before a reply')) resolve(reply);
  }

  private faultFor(endpoint: string): WireFault | null {
    if (this.calm) return null;
    if (this.world.now < this.awayUntil) return this.random.pick(['notSent', 'lostRequest']);
    if (this.listsAreAway() && LISTS_OF_ORDERS.has(endpoint)) {
      const isEmpty = this.plan.listsAre === 'empty';
      return this.strike(
        isEmpty ? 'emptyList' : this.random.pick(['error500Before', 'gatewayBefore']),
      );
    }
    const hidden = this.listsAreAway() && this.plan.listsAre === 'empty';
    if (hidden && endpoint === 'order/post' && this.random.chance(0.6)) {
      return this.strike(this.random.pick(['lostReply', '429']));
    }
    const { postsLost, editsLost, postRepliesLost, editRepliesLost } = this.plan;
    const lost = { 'order/post': postRepliesLost, 'order/edit': editRepliesLost }[endpoint] ?? 0;
    if (lost > 0 && this.random.chance(lost)) return this.strike('lostReply');
    const never = { 'order/post': postsLost, 'order/edit': editsLost }[endpoint] ?? 0;
    if (never > 0 && this.random.chance(never)) return this.strike('lostRequest');
    const known = Object.entries(ENDPOINTS).find(([name]) => name === endpoint);
    const hasRows = known !== undefined && isList(known[1]);
    for (const fault of [...WIRE_FAULTS, ...LATER_FAULTS]) {
      const probability = this.plan.faults[fault];
      if (probability === undefined || !concerns(fault, endpoint, hasRows)) continue;
      if (!this.random.chance(probability)) continue;
      return this.strike(fault);
    }
    return null;
  }

  private listsAreAway(): boolean {
    const since = this.world.now - this.plan.startAt - this.plan.warmUpMs;
    return since >= 0 && since < this.plan.listsAwayMs;
  }

  private strike(fault: WireFault): WireFault {
    this.struck.set(fault, (this.struck.get(fault) ?? 0) + 1);
    return fault;
  }

  private carry(call: WireCall, sent: Sent, end: (reply: WireReply) => void): void {
    const { world } = this;
    const { fault } = sent;
    const name = describe(sent);
    world.trace(() => `-> ${name}${fault === null ? '' : ` [${fault}]`}`);
    if (fault === 'notSent') {
      world.after(this.way(), () => end({ kind: 'NotSent', failure: 'ECONNREFUSED: refused' }));
      return;
    }
    world.after(this.timeoutMs, () => {
      if (!sent.ended && !sent.life.isOver) world.trace(() => `<- ${name}: no reply in time`);
      end({ kind: 'NoReply', failure: 'UND_ERR_ABORTED: the deadline has passed' });
    });
    if (fault === 'lostRequest') return;
    world.after(Math.min(this.way(), this.timeoutMs), () => this.arrive(call, sent, end));
  }

  private arrive(call: WireCall, sent: Sent, end: (reply: WireReply) => void): void {
    const { world, exchange } = this;
    const { fault } = sent;
    const { unreadMs } = exchange;
    if (unreadMs > 0) {
      // What would be read later than the end of the quiet time is never read: nobody could wait for ever.
      if (unreadMs > this.latestLie(sent)) return;
      world.trace(() => `.. ${describe(sent)} is not read for ${unreadMs} ms`);
      world.after(unreadMs, () => this.arrive(call, sent, end));
      return;
    }
    const order = fault === null ? null : asOrder(fault, sent.endpoint, this.random);
    if (order !== null) exchange.control.queueFault({ ...order, ...this.lateness(order) });
    const delivery = exchange.receive({
      method: call.method,
      path: call.path,
      headers: {
        authorization: `Bearer ${call.secret}`,
        'content-type': 'application/json',
        ...(call.operator === null ? {} : { 'x-api-username': call.operator }),
      },
      ...(call.body === null ? {} : { body: call.body }),
    });
    // A doubled call is logged twice, the second time when it takes effect.
    sent.arrival = exchange.control.calls().at(-1) ?? null;
    const lie = fault === 'lateEffect' ? this.random.between(0, this.latestLie(sent)) : 0;
    if (lie === 0) this.answer(delivery, sent, end);
    else world.after(lie, () => this.answer(delivery, sent, end));
  }

  private lateness({ endpoint, fault }: FaultOrder): Pick<FaultOrder, 'ms'> {
    const { takenLateMs } = this.plan;
    const isLate = takenLateMs > 0 && endpoint === 'order/post' && fault === 'lostReply';
    return isLate ? { ms: this.random.between(1_000, takenLateMs) } : {};
  }

  private latestLie(sent: Sent): number {
    return Math.max(0, sent.at + this.latestEffectMs - this.world.now);
  }

  private answer(delivery: Delivery, sent: Sent, end: (reply: WireReply) => void): void {
    const answered = delivery.answer();
    const text = `<- ${describe(sent)}: ${answered.status} ${answered.wire.ending} ${answered.body.slice(0, 400)}`;
    const late = sent.fault === 'lateReply' ? this.random.between(0, LATE_REPLY_MS) : 0;
    this.world.after(this.way() + late, () => {
      if (!sent.ended) this.world.trace(() => text);
      end(replyOf(answered));
    });
  }

  private way(): number {
    const { wayMs, slowShare, slowMs, startAt } = this.plan;
    const usual = 1 + wayMs * (0.5 + this.random.next());
    const isSlow = !this.calm && this.world.now < startAt + slowMs;
    if (!isSlow || !this.random.chance(slowShare)) return usual;
    return this.random.between(0, this.timeoutMs * 1.2);
  }
}

function replyOf({ status, headers, body, wire }: ExchangeReply): WireReply {
  if (wire.ending !== 'complete') {
    return { kind: 'NoReply', failure: `ECONNRESET: the connection was ${wire.ending}` };
  }
  const after = headers['retry-after'];
  const wait = after === undefined ? {} : { retryAfterMs: Number(after) * 1_000 };
  return { kind: 'Reply', status, body, ...wait };
}

function describe({ endpoint, body, journal }: Sent): string {
  return `${endpoint} ${journal?.id.slice(-6) ?? '(no row)'} ${body ?? ''}`;
}
