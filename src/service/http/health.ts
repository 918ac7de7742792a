import { Hono } from 'hono';
import type { Env, Service } from './environment';

/**
 * `/healthz`: the process answers. `/readyz`: so does the database, and its files are intact; otherwise 503.
 * They reveal nothing else.
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
