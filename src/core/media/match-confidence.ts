import type { Item } from './item';
import type { Media } from './media';
import { titleSimilarity } from './title-similarity';

/** 0 to 1. From here on a match is sent without asking; below it is held for review. */
export const confidenceBar = 0.7;

/**
 * How certain it is that the tracker's media is the page's item, 0 to 1. An id that the page states decides
 * it. Otherwise titles are compared, and every number that differs takes away more than a title can give.
 * `duration`: seconds that the player states.
 */
export function confidenceOf(item: Item, media: Media, duration?: number): number {
  if (item.type !== media.type || statesOtherId(item, media)) return 0;
  if (statesId(item, media)) return numberFactor(item, media);
  const isFoundById = item.ids?.imdb !== undefined;
  return (
    titleConfidence(item, media) *
    yearFactor(item, media) *
    numberFactor(item, media) *
    (isFoundById ? 1 : runtimeFactor(media, duration))
  );
}

function statesOtherId({ ids }: Item, { tmdbId }: Media): boolean {
  return ids?.tmdb !== undefined && ids.tmdb !== tmdbId;
}

/** The page itself names the work by an id, also where it shows only a part of it. */
function statesId({ ids }: Item, { tmdbId, id }: Media): boolean {
  if (ids === undefined) return false;
  const isWork = ids.tmdb !== undefined && ids.tmdb === tmdbId;
  return isWork || (ids.episodeTmdb !== undefined && ids.episodeTmdb === id);
}

function titleConfidence(item: Item, media: Media): number {
  const [read, found] =
    item.type === 'movie' ? [item.title, media.title] : [item.seriesTitle, media.seriesTitle];
  // Only an id was sent, or the tracker names nothing, so there is no title that could contradict.
  if (read === undefined || found === undefined || found === '')
    return item.ids?.imdb === undefined ? 0.5 : 0.9;
  return titleSimilarity(read, found, item.year !== undefined && item.year === media.year);
}

function yearFactor(item: Item, media: Media): number {
  if (item.year === undefined || media.year === undefined) return 1;
  // A film is often dated a year apart (festival, country); an episode may state its own year, after its
  // series'.
  const isLaterEpisode = item.type === 'episode' && item.year > media.year;
  return isLaterEpisode || Math.abs(item.year - media.year) <= 1 ? 1 : 0.5;
}

function numberFactor(item: Item, media: Media): number {
  if (item.type === 'movie') return 1;
  const { seasonNumber, episodeNumber } = item;
  if (seasonNumber !== undefined && episodeNumber !== undefined && media.episodeNumber !== undefined) {
    const isSame = episodeNumber === media.episodeNumber && seasonNumber === media.seasonNumber;
    return isSame ? 1 : 0.4;
  }
  return episodeTitleFactor(item, media);
}

/**
 * Without a season the number may run through all seasons, so the title of the episode decides where both
 * state one.
 */
function episodeTitleFactor({ episodeTitle, episodeNumber }: Item, { title }: Media): number {
  if (episodeTitle !== undefined && title !== undefined)
    return titleSimilarity(episodeTitle, title) >= 0.5 ? 1 : 0.5;
  return episodeNumber === undefined ? 0.6 : 0.9;
}

/** What plays for less than half of the known runtime, or for more than 2.5 times of it, is not that film. */
function runtimeFactor({ runtime }: Media, duration: number | undefined): number {
  if (runtime === undefined || runtime < shortestRuntime || duration === undefined || duration <= 0) return 1;
  const ratio = duration / runtime;
  return ratio < 0.5 || ratio > 2.5 ? 0.5 : 1;
}

/** Seconds. A catalogue that states less has no runtime for this title, or one in another unit. */
const shortestRuntime = 60;
