/** Lines that must not be written, each with the ban or rule that has to stop it. */
export type PlantedLine = readonly [stoppedBy: string, text: string];

/** In `src` and in the simulator. */
export const BANNED_EVERYWHERE: readonly PlantedLine[] = [
  ['fetch', "void fetch('http://exchange/');"],
  ['fetch', "void globalThis.fetch('http://exchange/');"],
  ['time', 'Date.now();'],
  ['time', 'const { now } = Date;'],
  ['time', 'new Date();'],
  ['time', 'Date();'],
  ['time', 'performance.now();'],
  ['time', "import { performance as counter } from 'node:perf_hooks';"],
  ['time', 'process.hrtime();'],
  ['timers', 'setTimeout(() => undefined, 1);'],
  ['timers', 'globalThis.setInterval(() => undefined, 1);'],
  ['timers', "import { setTimeout as pause } from 'node:timers/promises';"],
  ['deadline', 'AbortSignal.timeout(1);'],
  ['randomness', 'Math.random();'],
  ['randomness', 'crypto.getRandomValues(new Uint8Array(1));'],
  ['randomness', "import { randomBytes } from 'node:crypto';"],
  ['randomness', "import { randomInt } from 'crypto';"],
  ['randomness', "import * as everything from 'node:crypto';"],
  ['uuid', "import { randomUUID } from 'node:crypto';"],
  ['environment', "process.env['HOST'];"],
  ['environment', 'const { env } = process;'],
  ['environment', "import { env as given } from 'node:process';"],
  ['detours', "import { forwardRef } from '@nestjs/common';"],
  ['detours', "await import('./order-view.js');"],
  ['enums', 'enum Side { Buy, Sell }'],
  ['barrels', "export * from './order-view.js';"],
  ['barrels', 'export default 1;'],
  ['parameters', 'function many(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1): void {}'],
];

export const BANNED_IN_SRC: readonly PlantedLine[] = [
  ['status', "order.status = 'Filled';"],
  ['status', "draft.set({ status: 'Cancelled' });"],
  ['orderRows', "await unit.update(OrderRow, { id: '1' }, {});"],
  ['orderRows', "await unit.execute('UPDATE orders SET version = 1');"],
  ['orderRows', 'await unit.execute(`DELETE FROM fills`);'],
  ['trailRows', 'await unit.insert(AuditEntryRow, {});'],
  ['trailRows', "await unit.execute('DELETE FROM audit_entries');"],
  ['aliases', 'await unit.query(`SELECT id AS orderId FROM orders`);'],
  ['aliases', "await unit.query('SELECT id AS orderId FROM orders');"],
  ['events', "import { EventBus } from '@nestjs/cqrs';"],
  ['routeConfigs', 'class Orders { @RouteConfig(OPEN) @Public() @RouteConfig(URGENT) post() {} }'],
];

export const BANNED_IN_TESTS: readonly PlantedLine[] = [
  ['time', 'const end = Date.now() + 1_000;'],
  ['time', 'const began = performance.now();'],
  ['time', 'const today = new Date();'],
  ['timers', 'await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['timers', "import { setTimeout as after } from 'node:timers/promises';"],
  ['timers', 'setInterval(() => undefined, 50);'],
  ['deadline', 'AbortSignal.timeout(50);'],
  ['deadlines', "it('runs', () => undefined, 20_000);"],
  ['deadlines', "it.each([1])('runs', () => undefined, 20_000);"],
  ['deadlines', 'beforeAll(() => undefined, START_MS);'],
  ['mocks', "jest.mock('../src/infra/runtime/clock.js');"],
  ['mocks', "jest.unstable_mockModule('../src/infra/runtime/clock.js', () => ({}));"],
  ['unsupported', 'expect.assertions(1);'],
  ['unsupported', "it.failing('runs', () => undefined);"],
  ['unsupported', 'expect.hasAssertions();'],
  ['unsupported', "it.concurrent('runs', async () => undefined);"],
  ['unsupported', "test.failing('runs', () => undefined);"],
  ['unsupported', "test.concurrent('runs', async () => undefined);"],
  ['unsupported', 'expect(1).toMatchSnapshot();'],
  ['unsupported', 'expect(1).toMatchInlineSnapshot();'],
  ['unsupported', 'expect(() => 1).toThrowErrorMatchingSnapshot();'],
  ['realClock', 'const clock = new Clock();'],
  ['seeds', "import fc from 'fast-check';"],
  ['focus', "it.only('runs', () => undefined);"],
  ['focus', "describe.skip('rests', () => undefined);"],
  ['enums', 'enum Side { Buy, Sell }'],
];

const DEEP = 'if (a) { if (b) { if (c) { if (d) { a(); } } } }';
const LONG = ['function long(): void {', ...Array<string>(60).fill('  void 0;'), '}'].join('\n');

/** Rules of ESLint that need no types. */
export const RULES: readonly PlantedLine[] = [
  ['no-console', 'console.log(1);'],
  ['no-empty', 'try { run(); } catch {}'],
  ['max-depth', DEEP],
  ['max-lines-per-function', LONG],
  ['eqeqeq', 'if (a == b) run();'],
  ['no-param-reassign', 'function put(target: number): void { target = 1; }'],
  ['prefer-spread', 'run.apply(undefined, d);'],
];

/** In files without decorators. */
export const TYPE_IMPORTS: readonly PlantedLine[] = [
  [
    '@typescript-eslint/consistent-type-imports',
    "import { View } from './view.js'; const v: View = 1;",
  ],
];

/** Declarations used by the lines above. */
export const PREAMBLE = [
  "declare const side: 'BUY' | 'SELL';",
  'declare const [a, b, c, d]: readonly (() => void)[];',
  'declare const maybe: string | null;',
  'declare function run(): void;',
].join('\n');
