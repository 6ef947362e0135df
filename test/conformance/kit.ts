import { type Simulator, startSimulator, type SimulatorOptions } from '../../simulator/server.js';
import { conformance, type Given } from '../../src/conformance/conformance.js';
import type { Report } from '../../src/conformance/report.js';
import { Clock } from '../../src/infra/clock.js';
import { Random } from '../../src/infra/ids.js';

export const KEY = 'sk_test_simulator';

/** Friday 20 November 2026, 12:00 in Lagos. */
const NOON = Date.parse('2026-11-20T11:00:00.000Z');

/** Time passes only while somebody waits. */
export class WaitingClock extends Clock {
  private at = NOON;

  override now(): number {
    return this.at;
  }

  override steady(): number {
    return this.at;
  }

  override sleep(delayMs: number): Promise<void> {
    this.at += Math.max(1, Math.ceil(delayMs));
    return Promise.resolve();
  }
}

export interface Sitting {
  readonly code: number;
  readonly report: Report;
  readonly printed: string;
}

/** An exchange on a socket, and the real program run against it on the same clock. */
export class Kit {
  readonly clock = new WaitingClock();

  private constructor(readonly simulator: Simulator) {}

  static async open(options: SimulatorOptions = {}): Promise<Kit> {
    const clock = new WaitingClock();
    const simulator = await startSimulator({ seed: 'kit', market: 'off', clock, ...options });
    const kit = new Kit(simulator);
    (kit as { clock: WaitingClock }).clock = clock;
    return kit;
  }

  get control() {
    return this.simulator.exchange.control;
  }

  async run(given: Given = {}, signal = new AbortController().signal): Promise<Sitting> {
    let printed = '';
    const wish: Given = {
      'base-url': this.simulator.url,
      key: KEY,
      'broker-code': 'MARINA',
      account: 'C0012345',
      'client-name': 'Ada Obi',
      json: true,
      ...given,
    };
    const code = await conformance(wish, {
      clock: this.clock,
      random: new Random(),
      signal,
      print: (text) => (printed += text),
      tell: () => undefined,
    });
    return { code, report: JSON.parse(printed) as Report, printed };
  }

  /** Orders of the run that still work at the exchange. */
  get working() {
    return this.control
      .orders()
      .filter(({ status, origin }) => status === 'Working' && origin === 'client');
  }

  close(): Promise<void> {
    return this.simulator.close();
  }
}
