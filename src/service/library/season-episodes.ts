import { createAllowance } from '../catalogue/allowance';
import type { Service } from '../http/environment';
import { mediaKey } from '../../core/library/media-key';
import type { MediaRow } from '../store/media';
import { nameUntitled } from './name-media';
import type { EpisodeTick } from './series';

/** An episode of a season with its name, its ticks and its rating. */
export interface EpisodeOfSeason extends EpisodeTick {
  readonly media: string;
  readonly title: string | undefined;
  /** 1 to 10. */
  readonly rating: number | undefined;
}

/** Limits of requests to the film database for the names of a season, and of simultaneous look-ups. */
const REQUEST_LIMIT = 4;
const NAME_LIMIT = 100;

/** Names and ratings of episodes of a season. Names that are missing are looked up and stored. */
export async function seasonEpisodes(
  service: Service,
  userId: string,
  { tmdbId, number }: Readonly<{ tmdbId: number; number: number }>,
  episodes: readonly EpisodeTick[],
): Promise<EpisodeOfSeason[]> {
  const keyOf = (episode: number) =>
    mediaKey({ type: 'episode', tmdbId, seasonNumber: number, episodeNumber: episode });
  const keys = episodes.map((episode) => keyOf(episode.number));
  const known = await service.store.media.episodeTitles(keys);
  const unnamed = episodes
    .filter((episode) => !known.has(keyOf(episode.number)))
    .slice(0, NAME_LIMIT)
    .map((episode) => rowOf(tmdbId, number, episode.number));
  const found = await nameUntitled(service, unnamed, createAllowance({ requests: REQUEST_LIMIT }));
  const names = new Map([...known, ...found.map((row) => [row.media, row.episodeTitle] as const)]);
  const ratings = await service.store.ratings.gradesOf(userId, keys);
  return episodes.map((episode) => {
    const media = keyOf(episode.number);
    return { ...episode, media, title: names.get(media) ?? undefined, rating: ratings.get(media) };
  });
}

function rowOf(tmdbId: number, seasonNumber: number, episodeNumber: number): MediaRow {
  return {
    media: mediaKey({ type: 'episode', tmdbId, seasonNumber, episodeNumber }),
    type: 'episode',
    tmdbId,
    episodeId: null,
    seasonNumber,
    episodeNumber,
    title: null,
    episodeTitle: null,
    year: null,
  };
}
