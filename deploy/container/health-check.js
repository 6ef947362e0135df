import { get } from 'node:http';

/** For HEALTHCHECK: exits with 0 if the service in this container answers `/health/live`, else with 1. */
const ANSWERS_WITHIN_MS = 4_000;
const EVERY_ADDRESS = ['0.0.0.0', '::'];
const { HOST = '127.0.0.1', PORT = '3000' } = process.env;

const request = get({
  host: EVERY_ADDRESS.includes(HOST) ? '127.0.0.1' : HOST,
  port: PORT,
  path: '/health/live',
  agent: false,
  signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
});
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('error', () => process.exit(1));
