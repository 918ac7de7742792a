import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';

/** Where the data of a service is. */
export interface DataPlace {
  /** A folder. */
  readonly dataDir: string;
  /** `postgres://…` instead of a file in the folder. */
  readonly database?: string | undefined;
}

/** Updates of one person, one for each film, and how they were answered. */
export interface Load {
  readonly key: string;
  readonly acknowledged: Map<number, number>;
  readonly unanswered: number[];
  readonly problems: string[];
  repeated: number;
  next: number;
}

/** With a key of the owner of an empty store. */
export async function createLoad(place: DataPlace): Promise<Load> {
  const store = await openStore(place);
  const key = await store.keys.create((await store.users.ensureOwner()).id, 'sk', 'load');
  await store.close();
  return { key, acknowledged: new Map(), unanswered: [], problems: [], repeated: 0, next: 0 };
}

/** One update for each film. False: no answer, or 503. */
export async function send(
  { key, acknowledged, problems }: Load,
  address: string,
  film: number,
): Promise<boolean> {
  const progress = progressOf(film);
  const answer = await fetch(`${address}/scrobble`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'movie', progress, duration: 100, tmdbId: film }),
  }).catch(() => undefined);
  if (answer?.status === 200) acknowledged.set(film, progress);
  else if (answer !== undefined && answer.status !== 503) problems.push(`status ${String(answer.status)}`);
  return answer?.status === 200;
}

function progressOf(film: number): number {
  return 1 + (film % 100);
}

/** Acknowledged updates that are not stored, films with too many viewings, and what `check` finds. */
export async function compare({ acknowledged }: Load, { dataDir, database }: DataPlace) {
  const db = database === undefined ? openSqlite(dataDir) : await openPostgres(database);
  const positions = await db.all<{ media: string; progress: number }>('SELECT media, progress FROM progress');
  const viewings = await db.all<{ media: string; n: number }>(
    'SELECT media, count(*) AS n FROM watches GROUP BY media',
  );
  await db.close();
  const progress = new Map(positions.map((row) => [row.media, row.progress]));
  const watched = new Map(viewings.map((row) => [row.media, row.n]));
  const lost = [...acknowledged].filter(([film, position]) => {
    const media = `movie:${String(film)}`;
    return progress.get(media) !== position || (watched.get(media) ?? 0) < (position >= 90 ? 1 : 0);
  });
  const doubled = viewings.filter(({ media, n }) => n > (progressOf(Number(media.slice(6))) >= 90 ? 1 : 0));
  const store = await openStore({ dataDir, database });
  const problems = await store.check();
  await store.close();
  return {
    lost: lost.map(([film]) => `movie:${String(film)}`),
    doubled: doubled.map(({ media }) => media),
    problems,
  };
}
