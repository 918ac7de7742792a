import { liveTitles, type LiveEpisode, type LiveFilm, type LiveShow } from './live-titles';

type Fields = Readonly<Record<string, unknown>>;

export type LiveMedia =
  | { readonly type: 'movie'; readonly film: LiveFilm }
  | { readonly type: 'tv'; readonly show: LiveShow }
  | { readonly type: 'episode'; readonly show: LiveShow; readonly episode: LiveEpisode };

/** Ids and titles of the live service, as its documents describe how they are asked for. */
export function createLiveMedia() {
  const { films, shows } = liveTitles();
  const filmOf = (id: number | undefined) => films.find((one) => one.id === id);
  const showOf = (id: number | undefined) => shows.find((one) => one.id === id);

  function episodeOf(show: LiveShow | undefined, fields: Fields): LiveMedia | undefined {
    const season = numberOf(fields['seasonNumber']);
    const number = numberOf(fields['episodeNumber']);
    const episode = show?.episodes.find((one) => one.season === season && one.number === number);
    return show && episode && { type: 'episode', show, episode };
  }

  /** `refused`: neither an id, nor a title, nor the place of an episode. `undefined`: not found. */
  function resolve(fields: Fields): LiveMedia | 'refused' | undefined {
    const imdbId = fields['imdbId'] ?? fields['imdb_id'];
    const tmdbId = numberOf(fields['tmdbId'] ?? fields['tmdb_id']);
    const { type, title } = fields;
    if (type !== undefined && type !== 'movie' && type !== 'tv' && type !== 'episode') return 'refused';
    if (typeof imdbId === 'string') {
      const film = films.find((one) => one.imdbId === imdbId);
      const show = shows.find((one) => one.imdbId === imdbId);
      if (film !== undefined) return { type: 'movie', film };
      return show && { type: 'tv', show };
    }
    if (type === 'episode') {
      const series = numberOf(fields['tvShowId']) ?? tmdbId;
      const isPlace = fields['seasonNumber'] !== undefined && fields['episodeNumber'] !== undefined;
      return series === undefined || !isPlace ? 'refused' : episodeOf(showOf(series), fields);
    }
    if (tmdbId !== undefined && type !== undefined) return byId(type, tmdbId);
    return typeof title === 'string' && title.trim() !== '' ? byTitle(fields, title) : 'refused';
  }

  function byId(type: unknown, id: number): LiveMedia | undefined {
    const film = type === 'movie' ? filmOf(id) : undefined;
    const show = type === 'tv' ? showOf(id) : undefined;
    if (film !== undefined) return { type: 'movie', film };
    return show && { type: 'tv', show };
  }

  function byTitle({ type, year }: Fields, title: string): LiveMedia | undefined {
    const isIt = (one: { readonly title: string; readonly year: number }) =>
      one.title.toLowerCase() === title.trim().toLowerCase() &&
      (year === undefined || Math.abs(one.year - Number(year)) <= 1);
    const film = type === 'tv' ? undefined : films.find(isIt);
    if (film !== undefined) return { type: 'movie', film };
    const show = type === 'movie' ? undefined : shows.find(isIt);
    return show && { type: 'tv', show };
  }

  /** A film or an episode as `POST /scrobble` and others name it. */
  function named(fields: Fields): LiveMedia | undefined {
    const { type } = fields;
    const id = numberOf(fields['id']);
    const series = numberOf(fields['tvShowId']) ?? numberOf(fields['tmdbId']);
    if (type === 'movie') return byId('movie', id ?? numberOf(fields['tmdbId']) ?? 0);
    if (type === 'tv') return byId('tv', id ?? 0);
    if (type !== 'episode') return undefined;
    for (const show of shows) {
      const episode = show.episodes.find((one) => one.id === id);
      if (episode !== undefined) return { type: 'episode', show, episode };
    }
    return episodeOf(showOf(series), fields);
  }

  return { films, shows, showOf, resolve, named };
}

/** The number of a number or of its digits; the service takes both. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** The key of a film, series or episode in the answer of `POST /media/status`. */
export function keyOf(media: LiveMedia): string {
  switch (media.type) {
    case 'movie':
      return `movie:${String(media.film.id)}`;
    case 'tv':
      return `tv:${String(media.show.id)}`;
    case 'episode':
      return `episode:${String(media.episode.id)}`;
  }
}

const picture = (id: number) => `https://image.tmdb.org/t/p/w342/p${String(id)}.jpg`;

/** The answer of `POST /media/resolve`. */
export function resolved(media: LiveMedia): Fields {
  const work = media.type === 'movie' ? media.film : media.show;
  const about = {
    type: media.type,
    imdbId: work.imdbId,
    posterUrl: picture(work.id),
    matchConfidence: 'high',
  };
  if (media.type !== 'episode') return { ...about, tmdbId: work.id, title: work.title };
  const { id, season, number, title } = media.episode;
  return { ...about, tmdbId: id, title, ...placeOf(media.show, season, number) };
}

/** An entry of a listing: the long form of a media item. */
export function listed(media: LiveMedia, more: Fields = {}): Fields {
  const work = media.type === 'movie' ? media.film : media.show;
  const { id, title, imdbId, year } = work;
  const art = { poster: picture(id), fanart: picture(id) };
  if (media.type !== 'episode') {
    const info = { title, plot: 'A plot.', mediatype: media.type === 'tv' ? 'tvshow' : 'movie' };
    return { type: media.type, tmdbId: id, imdbId, title, year, info, art, ...more };
  }
  const { episode, show } = media;
  return {
    type: 'episode',
    tmdbId: episode.id,
    title: episode.title,
    year,
    ...placeOf(show, episode.season, episode.number),
    info: {
      title: episode.title,
      tvshowtitle: show.title,
      season: episode.season,
      episode: episode.number,
      mediatype: 'episode',
    },
    art,
    ...more,
  };
}

/** The short form of a media item. */
export function brief(media: LiveMedia): Fields {
  const work = media.type === 'movie' ? media.film : media.show;
  const { title } = work;
  const type = media.type === 'movie' ? 'movie' : 'tv';
  return { id: work.id, type, title, posterPath: `/p${String(work.id)}.jpg` };
}

function placeOf({ id }: LiveShow, seasonNumber: number, episodeNumber: number): Fields {
  return { tvShowId: id, seasonNumber, episodeNumber };
}
