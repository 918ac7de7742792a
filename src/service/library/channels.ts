import type { Channel } from '../../protocol/tracker/channel';
import { openFilms } from '../catalogue/built-in/data';
import type { Service } from '../http/environment';
import { mediaKey } from '../store/media-key';
import type { TextKey } from '../texts/languages';
import { nameMedia } from './name-media';
import { toListItem } from './session-records';
import { titleToListItem } from './title-records';
import { upNext } from './up-next';

/** The channels of the service. */
export const channelTitles = [
  { id: 'open-films', title: 'Open films', description: 'Free and public-domain films' },
  { id: 'my-series', title: 'My series', description: 'The series you watch and the next episode of each' },
] as const;

/** The texts of the channels for people. */
export const channelTexts: Readonly<Record<ChannelId, { readonly title: TextKey; readonly about: TextKey }>> =
  {
    'open-films': { title: 'open_films', about: 'open_films_about' },
    'my-series': { title: 'my_series', about: 'my_series_about' },
  };

/** A channel with its lists for this person. `undefined`: no channel has this id. */
export async function findChannel(
  service: Service,
  id: string,
  userId: string,
  origin: string,
): Promise<Channel | undefined> {
  const details = channelTitles.find((channel) => channel.id === id);
  if (details === undefined) return undefined;
  const lists = await LISTS[details.id](service, userId, origin);
  return { ...details, url: `${origin}/channels/${id}`, lists };
}

export type ChannelId = (typeof channelTitles)[number]['id'];
type ListReader = (service: Service, userId: string, origin: string) => Promise<Channel['lists']>;

const LISTS: Record<ChannelId, ListReader> = { 'open-films': openFilmLists, 'my-series': seriesLists };

async function openFilmLists({ store }: Service, userId: string, origin: string): Promise<Channel['lists']> {
  const films = openFilms();
  const watched = await store.sessions.watchedAmong(
    userId,
    films.map(({ tmdbId }) => ({ type: 'movie', tmdbId })),
  );
  const items = (isWatched: boolean) =>
    films
      .filter(({ tmdbId }) => watched.has(mediaKey({ type: 'movie', tmdbId })) === isWatched)
      .map((film) => titleToListItem(film, origin));
  return [
    { id: 'to-watch', title: 'To watch', items: items(false) },
    { id: 'watched', title: 'Watched', items: items(true) },
  ];
}

async function seriesLists(service: Service, userId: string, origin: string): Promise<Channel['lists']> {
  const episodes = await service.store.sessions.lastEpisodes(userId);
  const next = (await upNext(service, userId, origin, episodes)).filter((item) => item.type === 'episode');
  const last = await nameMedia(service, episodes);
  return [
    { id: 'next', title: 'Next episodes', items: next },
    { id: 'last', title: 'Last watched', items: last.map((row) => toListItem(row, origin)) },
  ];
}
