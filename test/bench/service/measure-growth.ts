import { openStore } from '../../../src/service/store/store';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createWorkNames } from '../../../src/service/store/work-names';
import { median, type Figure, type FigureGroup } from '../figure';
import { inFolder, startServer, type Running } from './run-server';
import { seedHistory } from './seed-history';

/** Viewings of one person. */
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const QUICK = [1_000, 10_000];

/** What a request costs may grow so much, as the slope of both logarithms. */
const GOAL = 0.15;

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
}

/** A kind of request, by the number of the repetition. `per`: what its time is divided by. */
interface Kind {
  readonly name: string;
  readonly request: (index: number) => Request;
  readonly times?: number;
  readonly per?: (viewings: number) => number;
}

const SHOWS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Paths of reads; with a body they are sent by POST. */
export const READS: readonly (readonly [name: string, path: string, body?: object])[] = [
  ['history, first page', '/matinee/history'],
  ['history, a page of 500', '/matinee/history?limit=500'],
  ['history, last page', '/matinee/history?after=1104540000000~z'],
  ['history of one title', '/matinee/history?type=movie&tmdbId=1000'],
  ['history, films of a year', '/matinee/history?only=movie&from=2012-01-01&to=2012-12-31'],
  ['history of one series', '/matinee/history?show=7'],
  ['search that finds much', '/matinee/history?q=title'],
  ['search that finds nothing', '/matinee/history?q=nowhere'],
  ['statistics of a year', '/matinee/statistics?year=2012'],
  ['progress, first page', '/matinee/progress'],
  ['progress, last page', '/matinee/progress?after=1104540000000~z'],
  ['dashboard', '/dashboard'],
  ['up next', '/upnext'],
  ['recently watched', '/dashboard/widget?type=recently_watched'],
  ['channel of series', '/channels/my-series'],
  ['channel of films', '/channels/open-films'],
  ['status of ten series', '/media/status', { items: SHOWS.map((id) => ({ type: 'tv', id })) }],
  ['progress of a series of 1,250 episodes', '/media/show-progress', { ids: [7] }],
  ['progress of ten such series', '/media/show-progress', { ids: SHOWS }],
];

const title = (tmdbId: number) => ({ type: 'movie', tmdbId, duration: 3600 });
const ownId = (index: number) => `/api/v1/matinee/history/growth${String(index)}`;
const watchedAt = (index: number) => new Date(Date.UTC(2024, 0, 1, 0, index)).toISOString();

const KINDS: readonly Kind[] = [
  ...READS.map(([name, path, body]) => ({
    name,
    request: () => ({ path: `/api/v1${path}`, ...(body && { method: 'POST', body }) }),
  })),
  { name: 'search for a rare word', request: () => ({ path: '/api/v1/matinee/history?q=zanzibar' }) },
  { name: 'ratings', request: () => ({ path: '/api/v1/matinee/ratings' }) },
  { name: 'watchlist', request: () => ({ path: '/api/v1/watchlist' }) },
  { name: 'watched titles', request: () => ({ path: '/api/v1/history' }) },
  ...['history', 'statistics', 'series/7', 'import'].map((page) => ({
    name: `page /${page}`,
    request: () => ({ path: `/${page}` }),
  })),
  ...writes(),
  {
    name: 'export as JSON, for 1,000 viewings',
    request: () => ({ path: '/api/v1/matinee/export' }),
    times: 1,
    per: (viewings) => viewings / 1000,
  },
];

/** They come after the reads, and each undoes nothing of another one. */
function writes(): Kind[] {
  const scrobble = (index: number, progress: number) => ({
    path: '/api/v1/scrobble',
    method: 'POST',
    body: { ...title(20_000_000 + index), progress },
  });
  const put = (index: number) => ({ ...title(30_000_000 + index), watchedAt: watchedAt(index) });
  const rating = (index: number) => ({ type: 'movie', tmdbId: 1000 + 2 * (index % 400), rating: 7 });
  return [
    { name: 'a beginning', request: (index) => scrobble(index, 1) },
    { name: 'a position', request: (index) => scrobble(index, 2) },
    { name: 'a crossing of 90 %', request: (index) => scrobble(index, 3500) },
    { name: 'adding a viewing', request: (n) => ({ path: ownId(n), method: 'PUT', body: put(n) }) },
    {
      name: 'another time of a viewing',
      request: (n) => ({ path: ownId(n), method: 'PATCH', body: { watchedAt: watchedAt(n + 5000) } }),
    },
    { name: 'removing a viewing', request: (n) => ({ path: ownId(n), method: 'DELETE' }) },
    { name: 'rating', request: (n) => ({ path: '/api/v1/ratings', method: 'POST', body: rating(n) }) },
  ];
}

/** How the cost of each kind of request grows with the history of one person, on SQLite. */
export async function measureGrowth(isQuick: boolean): Promise<FigureGroup> {
  const sizes = isQuick ? QUICK : SIZES;
  const columns: number[][] = [];
  for (const size of sizes) columns.push(await measureSize(size, isQuick ? 20 : 60));
  const figures = KINDS.map(({ name }, row): Figure => {
    const times = columns.map((column) => column[row] ?? 0);
    return {
      name: `${name}: ${times.map((time) => Number(time.toPrecision(3))).join(', ')} ms`,
      value: slope(sizes, times),
      unit: '',
      goal: GOAL,
    };
  });
  const of = sizes.map((size) => size.toLocaleString('en')).join(', ');
  return { title: `SQLite: medians at ${of} viewings of one person, and their slope`, figures };
}

/** Of the line through the logarithms. */
function slope(sizes: readonly number[], times: readonly number[]): number {
  const points = sizes.map((size, index) => [Math.log(size), Math.log(times[index] ?? 1)] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (point: readonly [number, number]) => number) =>
    points.reduce((all, point) => all + of(point), 0);
  return sum((point) => (point[0] - x) * (point[1] - y)) / sum((point) => (point[0] - x) ** 2);
}

function measureSize(viewings: number, times: number): Promise<number[]> {
  return inFolder(async (folder) => {
    await seed(folder, viewings);
    const server = await startServer('sqlite-seeded', folder);
    const column: number[] = [];
    for (const kind of KINDS)
      column.push((await measureKind(server, kind, times)) / (kind.per?.(viewings) ?? 1));
    await server.close();
    return column;
  });
}

async function measureKind(server: Running, { name, request, times }: Kind, usual: number): Promise<number> {
  const taken: number[] = [];
  const count = times ?? usual;
  // The first ones read what the database has not read yet.
  const warm = times === undefined ? Math.ceil(count / 5) : 0;
  for (let index = 0; index < count + warm; index += 1) {
    const { path, body, method = 'GET' } = request(index);
    const began = performance.now();
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: path.startsWith('/api/')
        ? { 'x-api-key': server.key, 'content-type': 'application/json' }
        : { cookie: server.cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${name}: ${path} answered ${answer.status}`);
    if (index >= warm) taken.push(performance.now() - began);
  }
  return median(taken);
}

async function seed(folder: string, viewings: number): Promise<void> {
  const store = await openStore({ dataDir: folder });
  const { id } = await store.users.ensureOwner();
  await store.close();
  const db = openSqlite(folder);
  await seedHistory(db, id, { people: 1, viewings, tidy: 'ANALYZE' });
  await createWorkNames(db).set('movie:1000', ['Zanzibar']);
  // A tenth of what was watched is rated.
  await db.run(
    `INSERT INTO ratings (user_id, media, halves, rated_at)
     SELECT user_id, media, 14, watched_at FROM progress WHERE watched_at / 600000 % 10 = 0`,
  );
  await db.close();
}
