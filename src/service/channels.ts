import type { Channel } from '../protocol/tracker';
import { openFilms } from './catalogue/built-in';
import type { Service } from './http/environment';
import { titleToListItem, toListItem } from './media-view';
import { nameMedia } from './name-media';
import { upNext } from './up-next';

export const channelTitles = [
  { id: 'open-films', title: 'Open films', description: 'Films that everybody may watch and share' },
  { id: 'my-series', title: 'My series', description: 'What you watch, and where you are in it' },
] as const;

/** A channel with its lists as this person sees it. `undefined`: there is none of this id. */
export async function findChannel(
  service: Service,
  id: string,
  userId: number,
  origin: string,
): Promise<Channel | undefined> {
  const details = channelTitles.find((channel) => channel.id === id);
  if (details === undefined) return undefined;
  const lists =
    details.id === 'open-films'
      ? await openFilmLists(service, userId, origin)
      : await seriesLists(service, userId, origin);
  return { ...details, url: `${origin}/channels/${id}`, lists };
}

async function openFilmLists(service: Service, userId: number, origin: string): Promise<Channel['lists']> {
  const films = openFilms();
  const watched = new Set(
    service.store.playback
      .history(userId, 500, 0)
      .flatMap((row) => (row.type === 'movie' ? [row.tmdbId] : [])),
  );
  const list = (seen: boolean) =>
    films.filter((film) => watched.has(film.tmdbId) === seen).map((film) => titleToListItem(film, origin));
  return [
    { id: 'to-watch', title: 'To watch', items: list(false) },
    { id: 'watched', title: 'Watched', items: list(true) },
  ];
}

async function seriesLists(service: Service, userId: number, origin: string): Promise<Channel['lists']> {
  const next = (await upNext(service, userId, origin)).filter((item) => item.type === 'episode');
  const last = await nameMedia(service, service.store.playback.lastEpisodes(userId));
  return [
    { id: 'next', title: 'Next episodes', items: next },
    { id: 'last', title: 'Last watched', items: last.map((row) => toListItem(row, origin)) },
  ];
}
