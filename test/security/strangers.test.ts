import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRandom, pick } from '../core/definition/worst-input';
import { filmRecord, seriesRecord, useFilmDatabase } from '../service/catalogue/with-film-database';

// A household has looked up every second of these titles. Whoever has no key asks every route about all of them:
// status, type and length of the answers are the same for both halves, and their times cannot be told apart.
// MATINEE_PROBES: how many questions.

const PROBES = Number(process.env['MATINEE_PROBES'] || 3_000);
const seed = Number(process.env['MATINEE_SEED'] ?? Date.now() % 1e9);
/** By chance one round in twenty is below; what can be told apart is so in each. */
const ROUNDS = 3;
const TOLD_APART = 0.05;
/** Bytes: a number or a time in an answer can have a digit more. */
const SAME_LENGTH = 16;

const random = createRandom(seed);
const titles = Array.from({ length: 80 }, (_, index) => ({
  id: 710_000 + index,
  name: `Quiet Harbour ${String(10 + index)}`,
  half: random() < 0.5 ? ('asked' as const) : ('unasked' as const),
}));
const own = useFilmDatabase({
  data: {
    works: titles.flatMap(({ id, name }) => [filmRecord(id, name), seriesRecord(id, `${name} Days`, [2])]),
    decoys: [],
  },
});

type Title = (typeof titles)[number];
interface Answer {
  /** Status and type. */
  readonly kind: string;
  readonly length: number;
}

type Halves<T> = Record<Title['half'], T[]>;

test(
  `a stranger learns of no title whether it was asked for (seed ${String(seed)})`,
  { timeout: 7_200_000 },
  async () => {
    await lookUp();
    let p = 0;
    for (let round = 0; round < ROUNDS && p <= TOLD_APART; round += 1) {
      const { answers, times } = await ask(PROBES);
      const differing = [...answers].filter(([, { asked, unasked }]) => !isSame(asked, unasked));
      expect(differing).toEqual([]);
      const posters = [...times].flatMap(([route, one]) => (route.includes('/poster/') ? [one] : []));
      const found = { posters: chance(posters), all: chance([...times.values()]) };
      console.info(
        `${String(PROBES)} probes of ${String(times.size)} routes: p ${found.posters.toFixed(3)} of posters, ` +
          `${found.all.toFixed(3)} of all`,
      );
      p = Math.min(found.posters, found.all);
    }
    expect(p).toBeGreaterThan(TOLD_APART);
    expect(own.service.faults).toEqual([]);
  },
);

/** The household looks titles up, watches them, and sees their posters. */
async function lookUp(): Promise<void> {
  const { service } = own;
  const key = await service.store.posterKey();
  for (const { id, name, half } of titles) {
    if (half === 'unasked') continue;
    await own.resolve({ type: 'movie', title: name });
    await own.resolve({ type: 'episode', seriesTitle: `${name} Days`, seasonNumber: 1, episodeNumber: 1 });
    await service.scrobble({ type: 'movie', tmdbId: id, progress: 95, duration: 100 });
    for (const work of [`movie/${String(id)}`, `show/${String(id)}`]) {
      const mac = createHmac('sha256', key).update(work).digest('base64url').slice(0, 22);
      const shown = await service.app.request(`/poster/${work}?k=${mac}`);
      expect(shown.headers.get('content-type')).toBe('image/jpeg');
    }
  }
}

/** Half of the questions are about posters; the others go through all routes. */
async function ask(count: number) {
  const { routes } = own.service.app;
  const posters = routes.filter(({ path }) => path.startsWith('/poster/'));
  const answers = new Map<string, Halves<Answer>>();
  const times = new Map<string, Halves<number>>();
  for (let index = 0; index < count; index += 1) {
    const { method, path } = pick(random, random() < 0.5 ? posters : routes);
    const title = pick(random, titles);
    const { answer, ms } = await probe(method, path, title);
    add(answers, `${method} ${path}`, title, answer);
    add(times, `${method} ${path}`, title, ms);
  }
  return { answers, times };
}

function add<T>(to: Map<string, Halves<T>>, route: string, { half }: Title, value: T): void {
  const halves = to.get(route) ?? { asked: [], unasked: [] };
  to.set(route, halves);
  halves[half].push(value);
}

/** One question without a key, which names the title wherever there is room. */
async function probe(method: string, path: string, { id, name }: Title) {
  // No allowance is used up.
  own.service.wait(1000);
  const fields = { type: 'movie', id: String(id), tmdbId: String(id), title: name, name, q: name };
  const filled = path
    .replaceAll(/:kind\{[^}]*\}/g, () => pick(random, ['movie', 'show']))
    .replaceAll(/:\w+(?:\{(?:[^{}]|\{[^{}]*\})*\})?\??|\*/g, String(id));
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  const isForm = !path.startsWith('/api/');
  const init = {
    method,
    headers: { origin: 'http://localhost', 'content-type': isForm ? FORM : 'application/json' },
    ...(hasBody && {
      body: isForm ? String(new URLSearchParams(fields)) : JSON.stringify({ ...fields, id }),
    }),
  };
  const address = `${filled}?${String(new URLSearchParams(fields))}`;
  const start = performance.now();
  const response = await own.service.app.request(address, init);
  const { byteLength } = await response.arrayBuffer();
  const ms = performance.now() - start;
  const type = response.headers.get('content-type') ?? '';
  return { answer: { kind: `${String(response.status)} ${type}`, length: byteLength }, ms };
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether the answers of both halves are of the same kinds. One half may not have been asked. */
function isSame(asked: readonly Answer[], unasked: readonly Answer[]): boolean {
  if (asked.length === 0 || unasked.length === 0) return true;
  const kindsOf = (half: readonly Answer[]) => [...new Set(half.map(({ kind }) => kind))].sort().join();
  const lengthsOf = (half: readonly Answer[]) => half.map(({ length }) => length);
  const isNear = (a: number, b: number) => Math.abs(a - b) <= SAME_LENGTH;
  return (
    kindsOf(asked) === kindsOf(unasked) &&
    isNear(Math.min(...lengthsOf(asked)), Math.min(...lengthsOf(unasked))) &&
    isNear(Math.max(...lengthsOf(asked)), Math.max(...lengthsOf(unasked)))
  );
}

/**
 * The probability of so large a difference by chance, where both halves are alike: the ranks of their times within
 * each route, added up (van Elteren). No outlier counts for more than its rank.
 */
function chance(routes: readonly Halves<number>[]): number {
  let [difference, variance] = [0, 0];
  for (const { asked, unasked } of routes) {
    const [few, many] = [asked.length, asked.length + unasked.length];
    const order = [
      ...asked.map((ms) => ({ ms, isAsked: true })),
      ...unasked.map((ms) => ({ ms, isAsked: false })),
    ];
    order.sort((a, b) => a.ms - b.ms);
    const ranks = order.reduce((sum, { isAsked }, index) => sum + (isAsked ? index + 1 : 0), 0);
    difference += (ranks - (few * (many + 1)) / 2) / (many + 1);
    variance += (few * unasked.length) / 12 / (many + 1);
  }
  return variance === 0 ? 1 : 2 * upperTail(Math.abs(difference) / Math.sqrt(variance));
}

/** Of the normal distribution (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const sum = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429].reduce(
    (total, factor, index) => total + factor * t ** (index + 1),
    0,
  );
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

test('times that differ by a tenth are told apart, and equal ones are not', () => {
  const noise = () => random() + random() + random();
  const halves = (more: number) =>
    Array.from({ length: 30 }, () => ({
      asked: Array.from({ length: 40 }, () => noise() + more),
      unasked: Array.from({ length: 40 }, noise),
    }));
  expect(chance(halves(0.15))).toBeLessThan(0.001);
  expect(Math.max(...Array.from({ length: 3 }, () => chance(halves(0))))).toBeGreaterThan(TOLD_APART);
});
