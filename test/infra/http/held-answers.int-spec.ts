import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, NotFoundException } from '@nestjs/common';
import { setTimeout as after } from 'node:timers/promises';
import { createHttpServer } from '../../../src/infra/http/http-server.js';
import { AppLogger, createLogger } from '../../../src/infra/logging.js';

@Controller()
class Told {
  @Get('found')
  found(): object {
    return { found: true };
  }

  @Get('missing')
  missing(): never {
    throw new NotFoundException();
  }
}

@Module({ controllers: [Told] })
class Root {}

describe('an answer of the API', () => {
  it.each([
    ['found', 200],
    ['missing', 404],
    ['nowhere', 404],
  ])('leaves when what it tells of is on the disk: /%s', async (path, status) => {
    const stored: { settled: Promise<void> | null } = { settled: null };
    const logger = new AppLogger(createLogger('silent'));
    const app = await createHttpServer({ module: Root }, logger, stored);
    await app.init();
    const ask = (): Promise<number> => app.inject(`/${path}`).then(({ statusCode }) => statusCode);
    expect(await ask()).toBe(status);
    let arrive = (): void => undefined;
    stored.settled = new Promise((resolve) => (arrive = resolve));
    let answered = false;
    const answer = ask().finally(() => (answered = true));
    await after(50);
    expect(answered).toBe(false);
    arrive();
    expect(await answer).toBe(status);
    await app.close();
  });

  it('is an error when the disk did not take what it tells of', async () => {
    const lost = Promise.reject(new Error('the disk is gone'));
    const logger = new AppLogger(createLogger('silent'));
    const app = await createHttpServer({ module: Root }, logger, { settled: lost });
    await app.init();
    const { statusCode, body } = await app.inject('/found');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('found');
    await app.close();
  });
});
