import { Hono } from 'hono';
import type { Env, Service } from './environment';
import { createMiddleware } from 'hono/factory';

/**
 * `/healthz` answers while the process runs. `/readyz` answers with 200 if the database can be reached and is
 * intact, otherwise with 503. They reveal nothing else.
 */
export function healthRoutes({ store }: Pick<Service, 'store'>) {
  return new Hono<Env>()
    .get('/healthz', (c) => c.text('ok\n'))
    .get('/readyz', async (c) => {
      const isReady = await store.ping().then(
        () => true,
        () => false,
      );
      if (store.health.damage() !== undefined) return c.text('the database is damaged\n', 503);
      if (isReady) return c.text('ok\n');
      return c.text('the database is away\n', 503, { 'Retry-After': '5' });
    });
}

/** Upper limits of the histogram's buckets in seconds. Most answers should be below the first. */
const LIMITS = [0.005, 0.02, 0.05, 0.25, 1] as const;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Counts requests by method and status, and their durations; `/metrics` shows them in Prometheus format.
 * Contains no path, person, title or address.
 */
export function createMetrics() {
  const requests = new Map<string, number>();
  const within = LIMITS.map(() => 0);
  let count = 0;
  let seconds = 0;
  const measure = createMiddleware<Env>(async (c, next) => {
    const began = performance.now();
    await next();
    const took = (performance.now() - began) / 1000;
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    const labels = `method="${method}",status="${String(c.res.status)}"`;
    requests.set(labels, (requests.get(labels) ?? 0) + 1);
    for (const [index, limit] of LIMITS.entries())
      if (took <= limit) within[index] = (within[index] ?? 0) + 1;
    count += 1;
    seconds += took;
  });
  const text = () =>
    [
      '# TYPE matinee_requests_total counter',
      ...[...requests].map(([labels, n]) => `matinee_requests_total{${labels}} ${String(n)}`),
      '# TYPE matinee_request_seconds histogram',
      ...LIMITS.map((limit, at) => `matinee_request_seconds_bucket{le="${limit}"} ${String(within[at])}`),
      `matinee_request_seconds_bucket{le="+Inf"} ${String(count)}`,
      `matinee_request_seconds_sum ${seconds.toFixed(6)}`,
      `matinee_request_seconds_count ${String(count)}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${String(process.memoryUsage.rss())}`,
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(process.cpuUsage().user + process.cpuUsage().system) / 1e6}`,
      '# TYPE process_start_time_seconds gauge',
      `process_start_time_seconds ${((Date.now() - process.uptime() * 1000) / 1000).toFixed(3)}`,
      '',
    ].join('\n');
  const type = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  return { measure, routes: new Hono<Env>().get('/metrics', (c) => c.body(text(), 200, type)) };
}
