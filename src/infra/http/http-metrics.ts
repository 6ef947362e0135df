import type { Metrics } from '../observability/metrics.js';
import type { AnswerListener } from './answered-requests.js';

/** Seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In place of a route or method that is not known. */
const NONE = 'none';

/** Requests by route and method. A route is a pattern, so that no caller can add a series. */
export function httpMetrics(metrics: Metrics): AnswerListener {
  const requests = metrics.counter('http_requests_total', 'Answered requests', [
    'route',
    'method',
    'status',
  ]);
  const durations = metrics.histogram(
    'http_request_seconds',
    'Duration of answered requests; streams, which end with their connection, are left out',
    { buckets: DURATIONS, labels: ['route', 'method'] },
  );
  return ({ route, method, status, durationMs, complete }) => {
    const labels = { route: route ?? NONE, method: method ?? NONE };
    requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
    if (complete) durations.observe(labels, durationMs / 1_000);
  };
}
