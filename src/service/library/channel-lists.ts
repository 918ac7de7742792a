import type { ChannelBrief, ChannelDetails, ChannelType, WidgetItem } from '../../protocol/tracker/widgets';
import { openFilms } from '../catalogue/built-in/data';
import type { Service } from '../http/environment';
import type { ListRow } from '../store/lists';
import { mediaKey } from '../../core/library/media-key';
import type { TextKey } from '../texts/words';
import { toMediaItems, type ItemRow } from './media-item';
import { nextEpisodes } from './up-next';
import type { Reader } from './media-records';
import { titleRow, type Slice, type Sliced } from './widgets';

/** A channel, and the ids and names of its lists. */
type ChannelSource = Readonly<{
  brief: ChannelBrief;
  type: ChannelType;
  lists: Readonly<{ id: string; name: string }>[];
}>;

type BuiltIn = Readonly<{
  id: string;
  type: ChannelType;
  title: TextKey;
  about: TextKey;
  lists: (readonly [name: string, title: TextKey])[];
}>;

/**
 * The built-in channels: open films, and the person's series. Each person with public lists is a further one.
 */
const BUILT_IN: BuiltIn[] = [
  {
    id: 'open-films',
    type: 'EDITORIAL',
    title: 'open_films',
    about: 'open_films_about',
    lists: [
      ['to-watch', 'to_watch'],
      ['watched', 'watched'],
    ],
  },
  {
    id: 'my-series',
    type: 'THEMATIC',
    title: 'my_series',
    about: 'my_series_about',
    lists: [
      ['next', 'next_episodes'],
      ['last', 'last_watched'],
    ],
  },
];

/** Separates the channel and the list in the id of a built-in list. */
const SEPARATOR = '~';

/** All channels, first those of this tracker, then those of its people. */
export async function channelSources({ store }: Service, reader: Reader): Promise<ChannelSource[]> {
  const published = new Map<string, (ListRow & { owner: string })[]>();
  for (const list of await store.lists.published())
    published.set(list.userId, [...(published.get(list.userId) ?? []), list]);
  return [...BUILT_IN.map((channel) => builtIn(channel, reader)), ...[...published].map(ofPerson(reader))];
}

/** The part of each list that `channelDetails` contains. */
const SHOWN: Slice = { limit: 20, offset: 0, isMinimal: false };

/** A channel with its lists and the first entries of each. `undefined`: no channel has this id. */
export async function channelDetails(
  service: Service,
  id: string,
  reader: Reader,
): Promise<ChannelDetails | undefined> {
  const found = (await channelSources(service, reader)).find(({ brief }) => brief.id === id);
  if (found === undefined) return undefined;
  const lists = [];
  for (const { id: listId, name } of found.lists) {
    const list = await channelList(service, listId, reader, SHOWN);
    if (list !== undefined) lists.push({ id: listId, name, itemCount: list.total, items: list.items });
  }
  return { ...found.brief, lists };
}

/** A part of a channel's list. `undefined`: no list that the person may see has this id. */
export async function channelList(
  service: Service,
  id: string,
  reader: Reader,
  slice: Slice,
): Promise<Sliced<WidgetItem & { position: number; addedAt: string }> | undefined> {
  const rows = id.includes(SEPARATOR) ? await builtInRows(service, id, reader.userId) : undefined;
  if (rows !== undefined) {
    const part = rows.slice(slice.offset, slice.offset + slice.limit);
    const media = await toMediaItems(service, part, reader, slice.isMinimal);
    const addedAt = new Date(0).toISOString();
    const items = media.map((item, index) => ({ ...item, position: slice.offset + index, addedAt }));
    return { items, total: rows.length };
  }
  const list = await service.store.lists.find(id);
  if (list === undefined || !isVisible(list, reader.userId)) return undefined;
  const stored = await service.store.lists.items(list, slice);
  const media = await toMediaItems(service, stored, reader, slice.isMinimal);
  const items = media.map((item, index) => {
    const { notes = null, position = 0, addedAt = 0 } = stored[index] ?? {};
    return { ...item, notes, position, addedAt: new Date(addedAt).toISOString() };
  });
  return { items, total: list.items };
}

/**
 * Whether a person may see a list. Everybody who has its id may see a shared one; a public one is in a
 * channel.
 */
export function isVisible({ userId, visibility }: ListRow, reader: string): boolean {
  return userId === reader || visibility !== 'PRIVATE';
}

function builtIn({ id, type, title, about, lists }: BuiltIn, { words, origin }: Reader): ChannelSource {
  return {
    type,
    brief: {
      ...briefOf(id, type, words.text(title), origin),
      listsCount: lists.length,
      isVerified: true,
      info: { title: words.text(title), plot: words.text(about), mediatype: 'set' },
    },
    lists: lists.map(([name, key]) => ({ id: `${id}${SEPARATOR}${name}`, name: words.text(key) })),
  };
}

const ofPerson =
  ({ origin }: Reader) =>
  ([userId, lists]: [string, (ListRow & { owner: string })[]]): ChannelSource => {
    const name = lists[0]?.owner ?? '';
    const id = `${PERSON}${userId}`;
    return {
      type: 'CREATOR',
      brief: {
        ...briefOf(id, 'CREATOR', name, origin),
        listsCount: lists.length,
        owner: { id: userId, name },
      },
      lists,
    };
  };

const PERSON = 'person-';

function briefOf(id: string, type: ChannelType, title: string, origin: string): ChannelBrief {
  return {
    type: 'channel',
    id,
    channelType: type.toLowerCase(),
    slug: id,
    followersCount: 0,
    listsCount: 0,
    isVerified: false,
    owner: null,
    info: { title, plot: '', mediatype: 'set' },
    art: {},
    url: `${origin}/channels/${id}`,
  };
}

async function builtInRows(service: Service, id: string, userId: string): Promise<ItemRow[] | undefined> {
  const last = () => service.store.sessions.lastEpisodes(userId);
  switch (id) {
    case `open-films${SEPARATOR}to-watch`:
      return openFilmRows(service, userId, false);
    case `open-films${SEPARATOR}watched`:
      return openFilmRows(service, userId, true);
    case `my-series${SEPARATOR}next`:
      return (await nextEpisodes(service, userId, await last())).map(({ title }) => titleRow(title));
    case `my-series${SEPARATOR}last`:
      return last();
    default:
      return undefined;
  }
}

async function openFilmRows({ store }: Service, userId: string, isWatched: boolean): Promise<ItemRow[]> {
  const films = openFilms();
  const keyOf = (tmdbId: number) => mediaKey({ type: 'movie', tmdbId });
  const watched = await store.watchedTitles.among(
    userId,
    films.map(({ tmdbId }) => keyOf(tmdbId)),
  );
  return films.filter(({ tmdbId }) => watched.has(keyOf(tmdbId)) === isWatched).map(titleRow);
}
