import type { Item, ItemIds, MediaType } from '../../core/media/item';
import { readNumber } from '../../core/text/numerals';
import { scalar, textOf } from './clean-text';

/** What was read for each field, before it is an item. */
export interface RawItem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly seriesTitle?: unknown;
  readonly seasonNumber?: unknown;
  readonly episodeNumber?: unknown;
  readonly episodeTitle?: unknown;
  readonly year?: unknown;
  readonly ids?: {
    readonly tmdb?: unknown;
    readonly imdb?: unknown;
    readonly tvdb?: unknown;
    readonly episodeTmdb?: unknown;
  };
}

/** An item of what fits: whole numbers in their limits, clean texts, and only the fields that belong to its type. */
export function toItem(raw: RawItem): Partial<Item> {
  const seasonNumber = wholeNumber(raw.seasonNumber, 0, 9_999);
  const episodeNumber = wholeNumber(raw.episodeNumber, 1, 99_999);
  const [title, seriesTitle, episodeTitle] = [
    textOf(raw.title),
    textOf(raw.seriesTitle),
    textOf(raw.episodeTitle),
  ];
  const ids = toIds(raw.ids ?? {});
  const type =
    mediaType(raw.type) ??
    (episodeNumber !== undefined ||
    seasonNumber !== undefined ||
    (seriesTitle !== undefined && episodeTitle !== undefined)
      ? 'episode'
      : title === undefined && ids === undefined
        ? undefined
        : 'movie');
  const common = { type, year: yearOf(raw.year), ids };
  // A series alone is neither: its episode may still appear.
  const item =
    type === undefined
      ? { seriesTitle }
      : type === 'episode'
        ? { ...common, seriesTitle, seasonNumber, episodeNumber, episodeTitle }
        : { ...common, title };
  return whatIsKnown(item);
}

function mediaType(value: unknown): MediaType | undefined {
  const text = textOf(value) ?? '';
  if (/^(?:movie|film|feature)$/i.test(text)) return 'movie';
  return /^(?:(?:tv)?episode|show|series|tv)$/i.test(text) ? 'episode' : undefined;
}

function wholeNumber(value: unknown, least: number, most: number): number | undefined {
  const found = scalar(value);
  const number =
    typeof found === 'number' ? found : typeof found === 'string' ? readNumber(found, 'digits') : undefined;
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

function yearOf(value: unknown): number | undefined {
  const match = /(?<!\d)(?:18[7-9]\d|19\d\d|20\d\d)(?!\d)/.exec(textOf(value) ?? '');
  return match === null ? undefined : Number(match[0]);
}

function toIds(raw: NonNullable<RawItem['ids']>): ItemIds | undefined {
  const ids = whatIsKnown({
    tmdb: wholeNumber(raw.tmdb, 1, 1e9),
    imdb: /tt\d{5,10}/.exec(textOf(raw.imdb) ?? '')?.[0],
    tvdb: wholeNumber(raw.tvdb, 1, 1e9),
    episodeTmdb: wholeNumber(raw.episodeTmdb, 1, 1e9),
  });
  return Object.keys(ids).length === 0 ? undefined : ids;
}

function whatIsKnown<Value>(
  fields: Readonly<Record<string, Value | undefined>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
