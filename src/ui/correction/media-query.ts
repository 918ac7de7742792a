import type { Item, MediaType } from '../../core/media/item';
import { defined } from '../../core/values/defined';
import type { MessageInput } from '../../protocol/messages/messages';

/** What the fields of the search hold, as it was typed. */
export type MediaQuery = Readonly<{
  type: MediaType;
  title: string;
  year: string;
  season: string;
  episode: string;
}>;

/** Characters; the limit of the message `media.search`. */
export const MAX_SEARCH_LENGTH = 300;

/** A search for an item of a page or for media of the tracker. */
export function queryOf(from: Partial<Item>): MediaQuery {
  return {
    type: from.type ?? (from.seriesTitle === undefined ? 'movie' : 'episode'),
    title: (from.seriesTitle ?? from.title ?? '').slice(0, MAX_SEARCH_LENGTH),
    year: fieldOf(from.year),
    season: fieldOf(from.seasonNumber),
    episode: fieldOf(from.episodeNumber),
  };
}

/** The message for a search. Numbers that are not whole or out of range are left out. */
export function searchInput({
  type,
  title,
  year,
  season,
  episode,
}: MediaQuery): MessageInput<'media.search'> {
  const numbers = {
    seasonNumber: wholeNumber(season, 0, 9999),
    episodeNumber: wholeNumber(episode, 1, 99_999),
  };
  return defined({
    type,
    title: title.trim(),
    year: wholeNumber(year, 1870, 2200),
    ...(type === 'episode' ? numbers : undefined),
  });
}

function fieldOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function wholeNumber(typed: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
