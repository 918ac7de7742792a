import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom } from '../core/definition/worst-input';
import { startTest } from '../service/service-under-test';
import { threadTime } from '../support/thread-time';
import { grow, LARGEST } from './growth/grow';
import { units } from './growth/units';

// Every route, with and without a key, is asked with texts that grow by repetition up to the allowed size. A
// request may be refused, but it may not keep a neighbour waiting. MATINEE_GROWN_SECONDS: how long.

const SECONDS = Number(process.env['MATINEE_GROWN_SECONDS'] ?? 60);
const LONGEST_WAIT_MS = 200;
const seed = Number(process.env['MATINEE_SEED'] ?? Date.now() % 1e9);

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
  readonly about: string;
}

test(
  `no grown request keeps a neighbour waiting (seed ${String(seed)})`,
  { timeout: (SECONDS + 120) * 1000 },
  async () => {
    const service = await startTest();
    const cookie = await service.signedIn();
    const { routes } = service.app;
    const random = createRandom(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const slow: string[] = [];
    const end = Date.now() + SECONDS * 1000;
    let count = 0;
    let longest = 0;
    while (Date.now() < end) {
      const asked = anyRequest();
      let wait = await waitOf(asked);
      // Once can be the garbage collector: what waits is asked again.
      for (let again = 0; again < 4 && wait > LONGEST_WAIT_MS; again += 1)
        wait = Math.min(wait, await waitOf(asked));
      longest = Math.max(longest, wait);
      if (wait > LONGEST_WAIT_MS) slow.push(`${asked.about}: ${wait.toFixed(0)} ms`);
      count += 1;
    }
    console.info(`${String(count)} grown requests, longest wait ${longest.toFixed(0)} ms`);
    expect(slow).toEqual([]);
    expect(service.faults).toEqual([]);
    expect(count).toBeGreaterThan(SECONDS);
    await service.close();

    /** The longest time in which nothing else had its turn, of this thread. */
    async function waitOf({ path, init }: Asked): Promise<number> {
      let last = threadTime();
      let most = 0;
      const answered = new AbortController();
      const neighbour = (async () => {
        while (!answered.signal.aborted) {
          await setImmediate();
          const now = threadTime();
          most = Math.max(most, now - last);
          last = now;
        }
      })();
      const response = await service.app.request(path, init);
      await response.arrayBuffer();
      answered.abort();
      await neighbour;
      return most;
    }

    function anyRequest(): Asked {
      const route = pick(routes);
      const unit = pick(units);
      const size = pick([1_000, 16_000, LARGEST - 400, LARGEST - 400]);
      const text =
        pick(['', '"', '[', '{"a":"', '{"title":"', 'a=']) +
        grow(unit, size) +
        pick(['', '"', '"}', '\u0001']);
      const short = encodeURIComponent(grow(unit, pick([1, 60, 2_000])).replaceAll(/\p{Cs}/gu, 'x'));
      const path = route.path.replaceAll(/:\w+(?:\{(?:[^{}]|\{[^{}]*\})*\})?\??|\*/g, () =>
        pick([short, '1', 'movie']),
      );
      const query = pick(['', `?q=${short}`, `?search=${short}&next=${short}`]);
      const type = pick([
        'application/json',
        'application/json',
        'application/x-www-form-urlencoded',
        'text/csv',
        'multipart/form-data; boundary=a',
      ]);
      const caller = pick([
        {},
        { authorization: `Bearer ${service.sk}` },
        { cookie, origin: 'http://localhost' },
      ]);
      const headers = { 'content-type': type, 'accept-language': headerText(grow(unit, 400)), ...caller };
      const hasBody = route.method !== 'GET' && route.method !== 'HEAD';
      const about = `${route.method} ${route.path} ${JSON.stringify(unit)} ${String(size)} ${type}`;
      return {
        path: path + query,
        about,
        init: { method: route.method, headers, ...(hasBody && { body: text }) },
      };
    }
  },
);

/** What a header may contain. */
const headerText = (text: string) => text.replaceAll(/[^\t -~]/g, 'x').trim();
