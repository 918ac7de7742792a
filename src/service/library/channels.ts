import type { Channel } from '../../protocol/tracker/channel';
import { openFilms } from '../catalogue/built-in/data';
import type { Service } from '../http/environment';
import { mediaKey } from '../../core/library/media-key';
import { nameMedia } from './name-media';
import type { Reader } from './reader';
import { toListItem } from './session-records';
import { titleToListItem } from './title-records';
import { upNext } from './up-next';

/** The channels of the service. */
export const CHANNELS = [
  { id: 'open-films', title: 'open_films', about: 'open_films_about' },
  { id: 'my-series', title: 'my_series', about: 'my_series_about' },
] as const;

/** A channel with its lists for this person. `undefined`: no channel has this id. */
export async function findChannel(
  service: Service,
  id: string,
  reader: Reader,
): Promise<Channel | undefined> {
  const found = CHANNELS.find((channel) => channel.id === id);
  if (found === undefined) return undefined;
  const { words, origin } = reader;
  return {
    id,
    title: words.text(found.title),
    description: words.text(found.about),
    url: `${origin}/channels/${id}`,
    lists: await LISTS[found.id](service, reader),
  };
}

type ChannelId = (typeof CHANNELS)[number]['id'];
type ListReader = (service: Service, reader: Reader) => Promise<Channel['lists']>;

const LISTS: Record<ChannelId, ListReader> = { 'open-films': openFilmLists, 'my-series': seriesLists };

async function openFilmLists(
  { store }: Service,
  { userId, origin, words }: Reader,
): Promise<Channel['lists']> {
  const films = openFilms();
  const watched = await store.sessions.watchedAmong(
    userId,
    films.map(({ tmdbId }) => ({ type: 'movie', tmdbId })),
  );
  const items = (isWatched: boolean) =>
    films
      .filter(({ tmdbId }) => watched.has(mediaKey({ type: 'movie', tmdbId })) === isWatched)
      .map((film) => titleToListItem(film, origin, words));
  return [
    { id: 'to-watch', title: words.text('to_watch'), items: items(false) },
    { id: 'watched', title: words.text('watched'), items: items(true) },
  ];
}

async function seriesLists(service: Service, reader: Reader): Promise<Channel['lists']> {
  const { userId, origin, words } = reader;
  const episodes = await service.store.sessions.lastEpisodes(userId);
  const next = (await upNext(service, reader, episodes)).filter((item) => item.type === 'episode');
  const last = await nameMedia(service, episodes);
  return [
    { id: 'next', title: words.text('next_episodes'), items: next },
    {
      id: 'last',
      title: words.text('last_watched'),
      items: last.map((row) => toListItem(row, origin, words)),
    },
  ];
}
