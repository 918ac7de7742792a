import { readCount, readId, readLine, readTime, viewedAt, type ImportRow } from './import-row';
import { fieldsOf, listOf, type Fields } from './json-fields';

/** An entry of an anime list: how far somebody is, not when each episode was watched. */
export interface AnimeEntry {
  readonly title: string | undefined;
  readonly isFilm: boolean;
  /** Episodes that were watched. */
  readonly progress: number;
  /** When the last one was watched. */
  readonly finishedAt: number | undefined;
  readonly score: number | undefined;
}

/** Episodes of an entry that are counted at most. */
const MOST_EPISODES = 2000;

/**
 * A film, or the episodes up to the progress. Only the last one has the day of the end; the others were
 * watched at some time before. Sites of anime list each season as a title of its own, so no season is stated.
 */
export function rowsOfAnime({
  title,
  isFilm,
  progress,
  finishedAt,
  score,
}: AnimeEntry): (ImportRow | undefined)[] {
  if (title === undefined || progress === 0) return [undefined];
  if (isFilm) {
    const rated = score === undefined ? {} : { rating: score, ratedAt: finishedAt };
    return [{ type: 'movie', title, ...viewedAt(finishedAt), ...rated }];
  }
  const count = Math.min(progress, MOST_EPISODES);
  return Array.from({ length: count }, (_, index) => {
    const viewed = viewedAt(index === count - 1 ? finishedAt : undefined);
    return { type: 'episode', title, episodeNumber: index + 1, ...viewed };
  });
}

/** AniList's answer of `MediaListCollection`, as programs that save a list write it. */
export function readAniList(content: Fields): (ImportRow | undefined)[] {
  const lists = aniListLists(content);
  return lists
    .filter(({ isCustomList }) => isCustomList !== true)
    .flatMap((list) => listOf(list['entries']))
    .flatMap((entry) => {
      const media = fieldsOf(entry['media']);
      const titles = fieldsOf(media['title']);
      const { year, month, day } = fieldsOf(entry['completedAt']);
      const [score, progress] = [Number(entry['score']), readCount(entry['progress']) ?? 0];
      return rowsOfAnime({
        title: readLine(titles['romaji'] ?? titles['userPreferred'] ?? titles['english'] ?? titles['native']),
        isFilm: media['format'] === 'MOVIE',
        progress: entry['status'] === 'PLANNING' ? 0 : progress,
        finishedAt: readTime(dayText(year, month, day)),
        score: score >= 1 && score <= 10 ? score : undefined,
      });
    });
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
