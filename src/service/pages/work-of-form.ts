import type { MediaIds } from '../../core/library/media-key';

/** The key of a film, a series or an episode, as a form of a page states it. */
export const WORK = /^(?:(?:movie|show):\d{1,15}|episode:\d{1,15}(?::\d{1,5}:\d{1,5})?)$/;

/** `undefined`: it is no film and no episode. */
export function idsOfWork(work: string): MediaIds | undefined {
  if (!WORK.test(work) || work.startsWith('show:')) return undefined;
  const [type, first, season, episode] = work.split(':');
  if (type === 'movie') return { type, tmdbId: Number(first) };
  if (season === undefined) return { type: 'episode', episodeId: Number(first) };
  const place = { seasonNumber: Number(season), episodeNumber: Number(episode) };
  return { type: 'episode', tmdbId: Number(first), ...place };
}
