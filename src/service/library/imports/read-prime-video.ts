import { parseSeasonEpisode } from '../../../core/text/season-episode';
import type { CsvRow } from './csv';
import { readLine, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';

/**
 * The watch history of Prime Video, as written by extensions that save its page: the time in milliseconds, a
 * series as "Name - Season 1", an episode as "Episode 5: Name". A line may occur twice.
 */
export async function readPrimeVideo(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const seen = new Set<string>();
  const read = await mapInPieces(rows, (row) => {
    const watchedAt = /^\d{12,14}$/.test(row['date watched'] ?? '') ? Number(row['date watched']) : undefined;
    const title = readLine(row['title']);
    if (watchedAt === undefined || title === undefined) return undefined;
    const episode = readLine(row['episode title']);
    const key = JSON.stringify([watchedAt, title, episode]);
    if (seen.has(key)) return 'again' as const;
    seen.add(key);
    return { ...(episode === undefined ? readFilm(title) : readEpisode(title, episode)), watchedAt };
  });
  return read.filter((row) => row !== 'again');
}

/** "Episode 0: Official Trailer" is listed as a film. */
function readFilm(title: string): ImportRow {
  const isTrailer = parseSeasonEpisode(title, true)?.episode !== undefined || /\btrailer\b/i.test(title);
  return { type: 'movie', title, isLeftOut: isTrailer || undefined };
}

function readEpisode(whole: string, label: string): ImportRow {
  const at = whole.lastIndexOf(' - ');
  const season = at < 0 ? undefined : parseSeasonEpisode(whole.slice(at + 3), true)?.season;
  const { episode, title: episodeTitle } = parseSeasonEpisode(label, true) ?? {};
  return {
    type: 'episode',
    title: season === undefined ? whole : whole.slice(0, at),
    seasonNumber: season,
    episodeNumber: episode,
    episodeTitle: readLine(episode === undefined ? label : episodeTitle),
  };
}
