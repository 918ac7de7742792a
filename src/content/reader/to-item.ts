import type { Item, ItemIds, MediaType } from '../../core/media/item';
import { readDigits } from '../../core/text/numerals';
import { defined } from '../../core/values/defined';
import { scalar, textOf, isSomething } from './clean-text';

/** The raw values of an item's fields, of any type. */
export type RawItem = Readonly<{
  type?: unknown;
  /** The proof of a film, if nothing states the type; `null` if the connector defines no proof. */
  film?: unknown;
  title?: unknown;
  seriesTitle?: unknown;
  seasonNumber?: unknown;
  episodeNumber?: unknown;
  episodeTitle?: unknown;
  year?: unknown;
  language?: unknown;
  ids?: Readonly<{
    tmdb?: unknown;
    imdb?: unknown;
    tvdb?: unknown;
    episodeTmdb?: unknown;
    site?: unknown;
  }>;
}>;

/**
 * The valid part of the raw values: integers within their limits, clean texts, only fields that belong to the
 * type.
 */
export function toItem(raw: RawItem): Partial<Item> {
  const title = textOf(raw.title);
  const ids = toIds(raw.ids ?? {});
  // The site's own id names nothing by itself: if the page has no texts yet, nothing is known.
  const site = textOf(raw.ids?.site);
  const episode = episodeOf(raw);
  const hasNumber = (episode.seasonNumber ?? episode.episodeNumber) !== undefined;
  const hasTitles = episode.seriesTitle && episode.episodeTitle;
  // Without a proof of its own, a title beside a series name belongs to an episode without a number.
  const isFilm = raw.film === null ? !episode.seriesTitle : isSomething(raw.film);
  const impliedType = hasNumber || hasTitles ? 'episode' : isFilm && (title ?? ids) && 'movie';
  const type = mediaType(raw.type) ?? impliedType;
  // With only a series the type is open: the episode may appear later.
  if (!type) return defined({ seriesTitle: episode.seriesTitle });
  const fields = type === 'episode' ? episode : { title };
  return defined({
    type,
    year: yearOf(raw.year),
    language: textOf(raw.language),
    ids: site ? { ...ids, site } : ids,
    ...fields,
  });
}

function episodeOf(raw: RawItem) {
  // "25-26": a video of several episodes.
  const [, first, last] = /^(\d+)-(\d+)$/.exec(String(raw.episodeNumber)) ?? [];
  return {
    seriesTitle: textOf(raw.seriesTitle),
    seasonNumber: integerIn(raw.seasonNumber, 0, 9_999),
    episodeNumber: integerIn(first ?? raw.episodeNumber, 1, 99_999),
    lastEpisodeNumber: integerIn(last, 1, 99_999),
    episodeTitle: textOf(raw.episodeTitle),
  };
}

function mediaType(value: unknown): MediaType | undefined {
  const text = textOf(value) ?? '';
  if (/^(?:movie|film|feature)$/i.test(text)) return 'movie';
  return /^(?:(?:tv)?episode|show|series|tv)$/i.test(text) ? 'episode' : undefined;
}

function integerIn(value: unknown, least: number, most: number): number | undefined {
  const found = scalar(value);
  const number = typeof found === 'string' ? readDigits(found) : found;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

/** The first number from 1870 to 2099. */
function yearOf(value: unknown): number | undefined {
  const match = /(?<!\d)(?:18[7-9]\d|19\d\d|20\d\d)(?!\d)/.exec(textOf(value) ?? '');
  return match === null ? undefined : Number(match[0]);
}

function toIds(raw: NonNullable<RawItem['ids']>): ItemIds | undefined {
  const ids = defined({
    tmdb: integerIn(raw.tmdb, 1, 1e9),
    imdb: /tt\d{5,10}/.exec(textOf(raw.imdb) ?? '')?.[0],
    tvdb: integerIn(raw.tvdb, 1, 1e9),
    episodeTmdb: integerIn(raw.episodeTmdb, 1, 1e9),
  });
  return Object.keys(ids).length === 0 ? undefined : ids;
}
