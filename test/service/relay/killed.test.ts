import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAccount } from '../../../src/service/relay/sink-account';
import { openStore } from '../../../src/service/store/store';
import { builtProgram } from '../built-program';
import { end } from '../service-process';
import { createTestSchema, isPostgres } from '../store/open-test-store';
import { createFakeTrakt } from './fake-trakt';
import { answerJson, historyOf, listenAs, type ReceivedRequest } from './sink-servers';

/** `MATINEE_VIEWINGS=2000 npx vitest run --project unit test/service/relay/killed.test.ts`: so many. */
const VIEWINGS = Number(process.env['MATINEE_VIEWINGS'] ?? 40);
/** Requests between two kills, at most. */
const MOST_BETWEEN = Math.max(40, Math.ceil(VIEWINGS / 4));

const PROCESS = await builtProgram('test/service/relay/relay-process.ts');
const HOUR_MS = 3_600_000;
const BEGIN = Date.UTC(2026, 0, 15, 20);
const END = BEGIN + VIEWINGS * HOUR_MS;

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-killed-'));
});
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child !== undefined) await end(child, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** When the process is killed: before the sink has stored it, before it has answered, or right after. */
const MOMENTS = ['before', 'stored', 'answered'] as const;

function createKiller(random: () => number) {
  let kill = (): void => undefined;
  let left = 0;
  const next = (): void => {
    left = 1 + Math.floor(random() * MOST_BETWEEN);
  };
  next();
  return {
    aim(aimed: () => void): void {
      kill = aimed;
    },
    /** The server, whose requests count. */
    around:
      (answer: Answer): Answer =>
      (request, response) => {
        left -= 1;
        if (left > 0) return answer(request, response);
        next();
        const moment = MOMENTS[Math.floor(random() * MOMENTS.length)];
        if (moment === 'before') return void (kill(), response.destroy());
        if (moment === 'answered') response.once('finish', kill);
        // Its answer arrives nowhere.
        else kill();
        answer(request, response);
      },
  };
}

/** Until a process has ended by itself. Returns how many were killed. */
async function runUntilDone(killer: ReturnType<typeof createKiller>, database: string): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    const start = String(END + killed * 48 * HOUR_MS);
    const running = spawn(process.execPath, [PROCESS, dataDir, database, start], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child = running;
    killer.aim(() => void running.kill('SIGKILL'));
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      running.once('exit', (...how) => resolve(how));
    });
    if (signal !== 'SIGKILL') {
      expect(code).toBe(0);
      return killed;
    }
  }
}

/** The films that were told of, each with how often. */
function timesOf(films: readonly unknown[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const film of films) times.set(String(film), (times.get(String(film)) ?? 0) + 1);
  return times;
}

test(
  'a process killed amid deliveries: none lost, and none doubled where the sink has a key',
  async () => {
    const seed = Date.now() % 2 ** 31;
    const killer = createKiller(randomOf(seed));
    const [trakt, history] = [createFakeTrakt({ now: () => BEGIN }), historyOf()];
    const told = { webhook: [] as ReceivedRequest[], jellyfin: [] as ReceivedRequest[] };
    const keep = (list: ReceivedRequest[]) => (request: ReceivedRequest, response: ServerResponse) => {
      list.push(request);
      answerJson(response, 200, {});
    };
    const servers = await Promise.all(
      [trakt.answer, history.answer, keep(told.webhook), keep(told.jellyfin)].map((answer) =>
        listenAs(killer.around(answer)),
      ),
    );
    const database = isPostgres ? await createTestSchema() : '';
    await fill(
      database,
      servers.map(({ url }) => url),
      trakt.grant(),
    );
    const killed = await runUntilDone(killer, database);
    for (const server of servers) await server.close();

    const at = `seed ${String(seed)}, ${String(killed)} killed`;
    const once = new Map(Array.from({ length: VIEWINGS }, (_, index) => [String(index + 1), 1]));
    expect(timesOf(trakt.plays.map(({ movie }) => movie?.ids.tmdb)), at).toEqual(once);
    expect(timesOf(history.viewings.map((one) => one['id'])), at).toEqual(once);
    expect(trakt.problems).toEqual([]);
    // These are told once more of what was under way: a webhook by the same id, Jellyfin's form without one.
    const ids = timesOf(told.webhook.map(({ body }) => body['id']));
    const names = timesOf(told.jellyfin.map(({ body }) => body['Provider_tmdb']));
    for (const times of [ids, names]) {
      expect(times.size, at).toBe(VIEWINGS);
      const more = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
      expect(more, at).toBeLessThanOrEqual(killed);
    }
    expect(killed, at).toBeGreaterThan(0);
    if (VIEWINGS > 100)
      console.info(
        at,
        [ids, names].map((times) => [...times.values()].filter((n) => n > 1).length),
      );
  },
  300_000 + VIEWINGS * 1000,
);

/** The sinks, and after them the viewings. */
async function fill(database: string, addresses: readonly string[], access: string): Promise<void> {
  const store = await openStore({ dataDir, now: () => BEGIN, ...(database === '' ? {} : { database }) });
  const { id: owner } = await store.users.ensureOwner();
  const [trakt = '', history = '', webhook = '', jellyfin = ''] = addresses;
  const account = writeAccount({ clientId: 'client-1', access, refresh: '', until: END * 2, givenAt: BEGIN });
  await store.relay.add(owner, { kind: 'trakt', address: trakt, secret: account });
  await store.relay.add(owner, { kind: 'api-v1', address: history, secret: 'sk_1' });
  await store.relay.add(owner, { kind: 'webhook', address: webhook, secret: '' });
  await store.relay.add(owner, { kind: 'jellyfin', address: jellyfin, secret: '' });
  for (let tmdbId = 1; tmdbId <= VIEWINGS; tmdbId += 1) {
    const watchedAt = BEGIN + tmdbId * HOUR_MS;
    const position = { progress: 6000, duration: 6000 };
    const viewing = { ids: { type: 'movie', tmdbId }, position, startedAt: watchedAt, watchedAt } as const;
    await store.viewings.put(owner, `viewing-${String(tmdbId)}`, viewing);
  }
  await store.close();
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
