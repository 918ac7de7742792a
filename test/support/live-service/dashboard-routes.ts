import { Hono } from 'hono';
import { LIST_ID, type LiveAccount } from './live-account';
import { listed, type createLiveMedia, type LiveMedia } from './live-media';
import { fail, ok, page, type Fields } from './respond';

const CHANNEL_ID = 'a-universe';

/** The dashboard with its widgets, channels, and what comes next. */
export function dashboardRoutes(media: ReturnType<typeof createLiveMedia>, account: LiveAccount) {
  const api = new Hono();
  const itemsOf = (id: string) => account.lists.get(id)?.items ?? new Map<string, LiveMedia>();

  api.get('/upnext', (c) =>
    page(
      c,
      nextEpisodes().map(({ show, episode }) => ({
        showId: show.id,
        showTitle: show.title,
        posterPath: `/p${String(show.id)}.jpg`,
        nextEpisode: {
          id: episode.id,
          seasonNumber: episode.season,
          episodeNumber: episode.number,
          title: episode.title,
          airDate: '2008-01-27',
        },
      })),
    ),
  );

  api.get('/channels', (c) => page(c, [channel()]));
  api.get('/channels/:id', (c) =>
    c.req.param('id') === CHANNEL_ID
      ? ok(c, { ...channel(), lists: [{ id: LIST_ID, name: 'Phase one', itemCount: itemsOf(LIST_ID).size }] })
      : fail(c, 404, 'NOT_FOUND', 'Channel not found'),
  );

  api.get('/dashboard', (c) => {
    const widgets = WIDGETS.map(([type, title], index) => ({
      id: `${type}-${String(index + 1)}`,
      type,
      title,
      props: {},
      apiUrl: `${index % 2 === 0 ? '' : new URL(c.req.url).origin}/api/v1/dashboard/widget?type=${type}${type === 'list' ? `&listId=${LIST_ID}` : ''}`,
    }));
    return ok(c, {
      widgets: [...widgets, { id: 'stats-1', type: 'stats', title: 'Statistics', props: {} }],
      filters: [],
    });
  });
  api.get('/dashboard/widget', (c) => {
    switch (c.req.query('type') ?? '') {
      case 'up_next':
        return page(
          c,
          nextEpisodes().map((one) => listed({ type: 'episode', ...one })),
        );
      case 'recent_watchlist':
        return page(
          c,
          [...account.watchlist.values()].map((one) => listed(one)),
        );
      case 'continue_watching':
        return page(c, sessionsOf());
      case 'active_movie_scrobbles':
        return page(c, sessionsOf('movie'));
      case 'active_tv_scrobbles':
        return page(c, sessionsOf('episode'));
      case 'upcoming_releases':
      case 'upcoming_schedule':
        return page(
          c,
          media.films.slice(0, 45).map((film) => listed({ type: 'movie', film })),
        );
      case 'list':
        return page(
          c,
          [...itemsOf(c.req.query('listId') ?? LIST_ID).values()].map((one) => listed(one)),
        );
      default:
        return fail(c, 400, 'VALIDATION_ERROR', 'Unknown widget type');
    }
  });

  function sessionsOf(type?: LiveMedia['type']): Fields[] {
    return [...account.sessions.values()]
      .filter((one) => type === undefined || one.media.type === type)
      .map(({ media: one, progress, duration }) => listed(one, { progress, duration }));
  }

  function nextEpisodes() {
    const watched = [...account.history.values()].flatMap(({ media: one }) =>
      one.type === 'episode' ? [one] : [],
    );
    return watched.flatMap(({ show, episode }) => {
      const next = show.episodes[show.episodes.indexOf(episode) + 1];
      return next === undefined ? [] : [{ show, episode: next }];
    });
  }
  return api;
}

const WIDGETS = [
  ['up_next', 'Up Next'],
  ['continue_watching', 'Continue watching'],
  ['recent_watchlist', 'Watchlist'],
  ['active_movie_scrobbles', 'Films in progress'],
  ['active_tv_scrobbles', 'Series in progress'],
  ['upcoming_releases', 'Upcoming releases'],
  ['upcoming_schedule', 'Schedule'],
  ['list', 'Phase one'],
] as const;

function channel(): Fields {
  return {
    type: 'channel',
    id: CHANNEL_ID,
    channelType: 'universe',
    slug: 'a-universe',
    followersCount: 12,
    listsCount: 1,
    isVerified: true,
    owner: { id: 'u1', name: 'Ana' },
    info: { title: 'A universe', plot: 'Films that belong together.', mediatype: 'set' },
    art: { poster: 'https://image.tmdb.org/t/p/w342/c.jpg' },
  };
}
