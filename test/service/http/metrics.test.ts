import { expect, test } from 'vitest';
import { startTest } from '../service-under-test';

test('/metrics counts requests and their times, and names no path, key or title', async () => {
  const service = await startTest({ metrics: true });
  const film = { type: 'movie', tmdbId: 10_378, progress: 95, duration: 100 };
  for (let count = 0; count < 3; count += 1) await service.scrobble(film);
  await service.call('GET', '/matinee/history', { key: 'sk_wrong' });
  await service.app.request('/healthz', { method: 'PROPFIND' });
  const response = await service.app.request('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await response.text();
  expect(text).toContain('\nmatinee_requests_total{method="POST",status="200"} 3\n');
  expect(text).toContain('\nmatinee_requests_total{method="GET",status="401"} 1\n');
  expect(text).toContain('matinee_requests_total{method="other",status="403"} 1\n');
  expect(text).toContain('\nmatinee_request_seconds_count 5\n');
  expect(text).toContain('\nmatinee_request_seconds_bucket{le="+Inf"} 5\n');
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d{7,}\n/);
  // Each line is a comment, or a name with labels and a number.
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# TYPE \w+ (?:counter|gauge|histogram)|\w+(?:\{[^}]*\})? \d+(?:\.\d+)?)$/);
  for (const secret of ['/history', '/scrobble', service.sk, '10378']) expect(text).not.toContain(secret);
  await service.close();
});

test('without the option there is no /metrics', async () => {
  const service = await startTest();
  expect((await service.app.request('/metrics')).status).toBe(404);
  await service.close();
});
