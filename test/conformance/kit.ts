import type { Control } from '../../simulator/control/control.js';
import type { OrderView } from '../../simulator/control/oracle-views.js';
import { type Simulator, startSimulator, type SimulatorOptions } from '../../simulator/server.js';
import { conformance, type Given } from '../../src/conformance/conformance.js';
import type { Report } from '../../src/conformance/report.js';
import { Clock } from '../../src/infra/runtime/clock.js';
import { Random } from '../../src/infra/runtime/ids.js';

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

export interface Printed {
  readonly code: number;
  readonly printed: string;
}

export interface Sitting extends Printed {
  readonly report: Report;
}

/** Options, and the key in `EXCHANGE_API_KEYS`; null: that is not set. */
type Tried = Given & { readonly secret?: string | null };

type Tell = (line: string) => void;

/** A simulated exchange, and the real program run against it on the same clock. */
export class Kit {
  private constructor(
    readonly simulator: Simulator,
    private readonly clock: WaitingClock,
  ) {}

  static async open(options: SimulatorOptions = {}): Promise<Kit> {
    const clock = new WaitingClock();
    const simulator = await startSimulator({ seed: 'kit', market: 'off', clock, ...options });
    return new Kit(simulator, clock);
  }

  get control(): Control {
    return this.simulator.exchange.control;
  }

  async run(given: Tried = {}, signal?: AbortSignal, tell?: Tell): Promise<Sitting> {
    const { code, printed } = await this.text({ json: true, ...given }, signal, tell);
    return { code, report: JSON.parse(printed) as Report, printed };
  }

  /** Runs it as a person would. `tell` is called as each step begins. */
  async text(
    { secret = KEY, ...given }: Tried = {},
    signal?: AbortSignal,
    tell?: Tell,
  ): Promise<Printed> {
    let printed = '';
    const options: Given = {
      'base-url': this.simulator.url,
      'broker-code': 'MARINA',
      account: 'C0012345',
      'client-name': 'Ada Obi',
      ...given,
    };
    const code = await conformance(options, {
      variables: { EXCHANGE_API_KEYS: secret ?? undefined },
      clock: this.clock,
      random: new Random(),
      signal: signal ?? new AbortController().signal,
      print: (text) => void (printed += text),
      tell: tell ?? (() => undefined),
    });
    return { code, printed };
  }

  /** Orders of the run that are still working at the exchange. */
  get working(): readonly OrderView[] {
    return this.control
      .orders()
      .filter(({ status, origin }) => status === 'Working' && origin === 'client');
  }

  close(): Promise<void> {
    return this.simulator.close();
  }
}
