import { Database } from '../../../../src/infra/database/database.js';
import { SchedulerLease } from '../../../../src/infra/database/ownership/scheduler-lease.js';
import { Metrics } from '../../../../src/infra/observability/metrics.js';
import { Ids, InstanceId, Random } from '../../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../../src/schema.js';
import { stopTime } from '../../../support/databases/database-time.js';
import { readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

describe('The lease of scheduled work', () => {
  let url: string;
  let clock: HandClock;
  const opened: Database[] = [];

  beforeEach(async () => {
    url = await readyDatabase('postgres');
    clock = new HandClock();
    await stopTime(url, clock.now());
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });

  async function instance(databaseUrl = url): Promise<SchedulerLease> {
    const database = await Database.open(databaseUrl, SCHEMA, clock);
    opened.push(database);
    return new SchedulerLease(
      database,
      clock,
      new InstanceId(new Ids(clock, new Random())),
      new Metrics(),
    );
  }

  async function pass(ms: number): Promise<void> {
    clock.pass(ms);
    await stopTime(url, clock.now());
  }

  it('is held by one of two that ask at the same moment, and kept by renewing it', async () => {
    const both = [await instance(), await instance()];
    await Promise.all(both.map((lease) => lease.renew()));
    const held = both.map(({ isHeld }) => isHeld);
    expect([...held].sort()).toEqual([false, true]);
    for (let second = 0; second < 10; second += 1) {
      await pass(1_000);
      await Promise.all(both.map((lease) => lease.renew()));
      expect(both.map(({ isHeld }) => isHeld)).toEqual(held);
    }
  });

  it('passes to another once its holder has not renewed it for four seconds', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    await pass(3_999);
    await other.renew();
    expect([one.isHeld, other.isHeld]).toEqual([true, false]);
    await pass(1);
    expect(one.isHeld).toBe(false);
    await other.renew();
    expect(other.isHeld).toBe(true);
    await one.renew();
    expect(one.isHeld).toBe(false);
  });

  it('passes at once when its holder gives it back, who does not take it again', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    await one.end();
    expect(one.isHeld).toBe(false);
    await one.renew();
    expect(one.isHeld).toBe(false);
    await other.renew();
    expect(other.isHeld).toBe(true);
  });

  it('passes to another if the clock of the database was set back since', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    await stopTime(url, clock.now() - 3_600_000);
    await other.renew();
    expect(other.isHeld).toBe(true);
  });

  it('is left to another by a holder that cannot do the work, and taken again if there is none', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    await one.giveUp();
    await one.renew();
    expect(one.isHeld).toBe(false);
    await other.renew();
    expect(other.isHeld).toBe(true);
    await other.giveUp();
    await pass(2_500);
    await one.renew();
    expect(one.isHeld).toBe(true);
  });

  it('is not held by one whose renewal took as long as the lease, and is free for others then', async () => {
    const [one, other] = [await instance(), await instance()];
    const slow = one.renew();
    clock.pass(4_000);
    await slow;
    expect(one.isHeld).toBe(false);
    await other.renew();
    expect(other.isHeld).toBe(true);
  });

  it('that is on its way to a process that ends is given back', async () => {
    const [one, other] = [await instance(), await instance()];
    await Promise.all([one.renew(), one.end()]);
    expect(one.isHeld).toBe(false);
    await other.renew();
    expect(other.isHeld).toBe(true);
  });

  it('has a new term for its holder only if another one has held it meanwhile', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    const { term } = one;
    await one.giveUp();
    await pass(4_000);
    await one.renew();
    expect([one.isHeld, one.term]).toEqual([true, term]);
    await one.giveUp();
    await other.renew();
    await other.end();
    await pass(4_000);
    await one.renew();
    expect([one.isHeld, one.term]).toEqual([true, term + 1]);
  });

  it('is not given back by one that does not hold it', async () => {
    const [one, other] = [await instance(), await instance()];
    await one.renew();
    await other.renew();
    await other.end();
    await one.renew();
    expect(one.isHeld).toBe(true);
  });

  it('is always held on SQLite, where there is one process', async () => {
    const lease = await instance(await readyDatabase('sqlite'));
    expect(lease.isHeld).toBe(true);
    await lease.renew();
    expect(lease.isHeld).toBe(true);
  });
});
