import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine, readTime, viewedAt, type ImportRow } from './import-row';
import { fieldsOf, listOf } from './json-fields';
import { rowsOfLists, SHOW, shelved } from './list-rows';
import { stopped } from './read-tv-time-lists';

type Row = ImportRow | undefined;

/** An entry of an anime list: how far somebody is, not when each episode was watched. */
export type AnimeEntry = Readonly<{
  title: string | undefined;
  isFilm: boolean;
  standing?: 'planned' | 'dropped' | undefined;
  /** Episodes that were watched. */
  progress: number;
  /** How often all of them were watched again. */
  again?: number | undefined;
  /** When the last one was watched. */
  finishedAt?: number | undefined;
  score?: number | undefined;
}>;

/** Episodes of an entry that are counted at most. */
const MOST_EPISODES = 2000;

/**
 * A film, or the episodes up to the progress. Only the last one has the day of the end; the others were
 * watched at some time before, and of what was watched again no time is known. Sites of anime list each
 * season as a title of its own, so no season is stated, and a score is that of no series.
 */
export function rowsOfAnime(entry: AnimeEntry): Row[] {
  const { title, isFilm, standing, again, score } = entry;
  if (title === undefined) return [undefined];
  const work = { ...(isFilm ? ({ type: 'movie' } as const) : SHOW), title };
  if (standing === 'planned') return [shelved('watchlist', work)];
  const viewings = isFilm ? filmOf(entry) : episodesOf(entry);
  const dropped = standing === 'dropped' && !isFilm ? [stopped(work)] : [];
  const said = [...viewings, ...seenAgain(viewings, again), ...dropped];
  if (said.length === 0) return [undefined];
  return score === undefined || isFilm ? said : [...said, undefined];
}

function seenAgain(viewings: readonly ImportRow[], times = 0): ImportRow[] {
  const other = { watchedAt: undefined, rating: undefined, isUndated: undefined, isLeftOut: true };
  return Array.from({ length: Math.min(times, MOST_EPISODES) }, () => viewings)
    .flat()
    .slice(0, MOST_EPISODES)
    .map((row) => ({ ...row, ...other }));
}

function filmOf({ title, progress, finishedAt, score }: AnimeEntry): ImportRow[] {
  if (progress === 0) return [];
  const rated = score === undefined ? {} : { rating: score, ratedAt: finishedAt };
  return [{ type: 'movie', title, ...viewedAt(finishedAt), ...rated }];
}

function episodesOf({ title, progress, finishedAt }: AnimeEntry): ImportRow[] {
  const count = Math.min(progress, MOST_EPISODES);
  return Array.from({ length: count }, (_, index) => {
    const viewed = viewedAt(index === count - 1 ? finishedAt : undefined);
    return { type: 'episode', title, episodeNumber: index + 1, ...viewed };
  });
}

/** AniList's answer of `MediaListCollection`, as programs that save a list write it. */
export function readAniList(content: Fields): Row[] {
  const lists = aniListLists(content);
  const entries = lists
    .filter(({ isCustomList }) => isCustomList !== true)
    .flatMap((list) => listOf(list['entries']));
  // Its scores are 1 to 10, or 1 to 100.
  const scale = entries.some(({ score }) => Number(score) > 10) ? 10 : 1;
  const listed = lists
    .filter(({ isCustomList }) => isCustomList === true)
    .flatMap((list) =>
      listOf(list['entries']).map((entry) => ({
        aim: { list: readLine(list['name']) ?? '' },
        entry: keptOf(entry),
      })),
    );
  return [...entries.flatMap((entry) => readEntry(entry, scale)), ...rowsOfLists('AniList', listed)];
}

const STANDINGS = new Map<unknown, AnimeEntry['standing']>([
  ['PLANNING', 'planned'],
  ['DROPPED', 'dropped'],
]);

function readEntry(entry: Fields, scale: number): Row[] {
  const { year, month, day } = fieldsOf(entry['completedAt']);
  const score = Math.round((2 * Number(entry['score'])) / scale) / 2;
  return rowsOfAnime({
    ...mediaOf(entry),
    standing: STANDINGS.get(entry['status']),
    progress: readCount(entry['progress']) ?? 0,
    again: readCount(entry['repeat']),
    finishedAt: readTime(dayText(year, month, day)),
    score: score >= 1 && score <= 10 ? score : undefined,
  });
}

function mediaOf(entry: Fields): Pick<AnimeEntry, 'title' | 'isFilm'> {
  const media = fieldsOf(entry['media']);
  const titles = fieldsOf(media['title']);
  const title = titles['romaji'] ?? titles['userPreferred'] ?? titles['english'] ?? titles['native'];
  return { title: readLine(title), isFilm: media['format'] === 'MOVIE' };
}

function keptOf(entry: Fields) {
  const { title, isFilm } = mediaOf(entry);
  return title === undefined
    ? undefined
    : { work: { ...(isFilm ? ({ type: 'movie' } as const) : SHOW), title } };
}

export function isAniList(content: Fields): boolean {
  return aniListLists(content).some((list) => listOf(list['entries']).some((entry) => 'media' in entry));
}

function aniListLists(content: Fields): Fields[] {
  const data = fieldsOf(content['data'] ?? content);
  const collection = fieldsOf(data['MediaListCollection'] ?? data['anime'] ?? data);
  return listOf(collection['lists']);
}

function dayText(...parts: readonly unknown[]): string {
  const [year, month, day] = parts.map((part) => readId(part));
  if (year === undefined || month === undefined || day === undefined) return '';
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
