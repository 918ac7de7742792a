import type { Media } from './media';

/** The numbers of the next episode, if the tracker has stated the lengths of the seasons. */
export function nextEpisode({
  type,
  seasonNumber,
  episodeNumber,
  seasons,
}: Media): Readonly<{ seasonNumber: number; episodeNumber: number }> | undefined {
  if (type !== 'episode' || seasonNumber === undefined || episodeNumber === undefined) return undefined;
  const lengthOf = (number: number) => seasons?.find((season) => season.number === number)?.episodes ?? 0;
  if (episodeNumber < lengthOf(seasonNumber)) return { seasonNumber, episodeNumber: episodeNumber + 1 };
  const isLast = episodeNumber === lengthOf(seasonNumber) && lengthOf(seasonNumber + 1) > 0;
  return isLast ? { seasonNumber: seasonNumber + 1, episodeNumber: 1 } : undefined;
}
