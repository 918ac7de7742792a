import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Channel, ListItem } from '../../protocol/tracker/widgets';
import { originOf, type Env, type Service } from '../http/environment';
import { droppedShows, upNext } from '../library/up-next';
import type { Words } from '../texts/words';
import { layout, show, showSentence, type Html, wordsOf } from './layout';
import { nextSection } from './next-section';
import { doneNotice } from './forms';
import { requireUser } from './signed-in';
import { openFilms } from '../catalogue/built-in/data';
import { mediaKey } from '../../core/library/media-key';
import { nameMedia } from '../library/name-media';
import { type Reader, toListItem, titleToListItem } from '../library/media-records';

/** Maximum number of entries of "Up next" on its own page. */
const NEXT_LIMIT = 60;

/** `/channels/{id}`: a channel with its lists. */
export function channelPages(service: Service) {
  return new Hono<Env>()
    .use('/channels/*', requireUser(service))
    .get('/channels/:id', (c) => showChannel(c, service, c.req.param('id')));
}

async function showChannel(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const user = c.get('user');
  const words = wordsOf(c);
  const channel = await findChannel(service, id, { userId: user.id, origin: originOf(c, service), words });
  if (channel === undefined) return showSentence(c, 'channel_not_found', 'no_channel', 404);
  const isMine = id === 'my-series';
  const next = isMine ? await nextSection(c, service, { limit: NEXT_LIMIT, kind: 'wall' }) : '';
  const lists = channel.lists.filter((list) => next === '' || list.id !== 'next');
  const main = html`${doneNotice(c)} ${otherChannels(words, id)} ${next}
  ${lists.map((list) => listSection(words, list))} ${isMine ? await droppedSection(c, service) : ''}`;
  return show(c, layout(c, channel.title, main));
}

function otherChannels(words: Words, id: string): Html {
  return html`<nav class="views" aria-label="${words.text('channels')}">
    ${CHANNELS.toReversed().map(
      (channel) =>
        html`<a href="/channels/${channel.id}" ${channel.id === id ? html`aria-current="true"` : ''}
          >${words.text(channel.title)}</a
        >`,
    )}
  </nav>`;
}

function listSection(words: Words, { title, items }: Channel['lists'][number]): Html {
  return html`<section>
    <h2>${title} (${words.format.number(items.length)})</h2>
    ${items.length === 0 ? html`<p class="soft">${words.text('nothing_here')}</p>` : ''}
    <ul class="rows">
      ${items.map((item) => itemRow(words, item))}
    </ul>
  </section>`;
}

function itemRow(words: Words, { type, url, title, subtitle, posterUrl, tmdbId }: ListItem): Html {
  const poster =
    posterUrl === undefined
      ? ''
      : html`<img src="${posterUrl}" alt="" width="48" height="72" loading="lazy" />`;
  const isSeries = type === 'episode' && tmdbId !== undefined;
  return html`<li class="viewing">
    ${poster}
    <span class="names">
      <a href="${url}" dir="auto">${title}</a> <span class="soft" dir="auto">${subtitle ?? ''}</span>
      ${isSeries ? html`<a class="soft" href="/series/${tmdbId}">${words.text('all_episodes')}</a>` : ''}
    </span>
  </li>`;
}

async function droppedSection(c: Context<Env>, service: Service): Promise<Html | ''> {
  const words = wordsOf(c);
  const shows = await droppedShows(service, c.get('user').id, '');
  if (shows.length === 0) return '';
  const row = ({ media: { title, url, tmdbId } }: (typeof shows)[number]) =>
    html`<li class="viewing">
      <span class="names">
        <a href="${url}" dir="auto">${title ?? words.text('series_id', String(tmdbId))}</a>
      </span>
      <form method="post" action="/title">
        <input type="hidden" name="back" value="/channels/my-series" />
        <button class="quiet small" name="do" value="take-back ${tmdbId}">${words.text('take_back')}</button>
      </form>
    </li>`;
  return html`<section>
    <h2>${words.text('dropped')}</h2>
    <ul class="rows">
      ${shows.map(row)}
    </ul>
  </section>`;
}

/** The channels of the service. */
const CHANNELS = [
  { id: 'open-films', title: 'open_films', about: 'open_films_about' },
  { id: 'my-series', title: 'my_series', about: 'my_series_about' },
] as const;

/** A channel with its lists for this person. `undefined`: no channel has this id. */
async function findChannel(service: Service, id: string, reader: Reader): Promise<Channel | undefined> {
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
