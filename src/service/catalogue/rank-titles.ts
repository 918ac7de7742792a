import { compareNames } from '../../core/matching/compare-names';
import { judge } from '../../core/matching/judge';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import type { ResolveRequest } from '../../protocol/tracker/resolve';
import type { Title } from './catalogue';

/**
 * The titles in the order in which they match the question best. Each film and episode is listed once, with
 * its other names if they were looked up.
 */
export function rankTitles(request: ResolveRequest, titles: readonly Title[]): Title[] {
  const fullestFirst = titles.toSorted(
    (a, b) => Number(b.titles !== undefined) - Number(a.titles !== undefined),
  );
  const byMedia = new Map(fullestFirst.map((title) => [toMedia(title), title]));
  const judged = judge({ item: toItem(request) }, [...byMedia.keys()]);
  return judged.flatMap(({ media }) => byMedia.get(media) ?? []);
}

/** Whether one of the names is the requested one, or a spelling of it. */
export function hasName(asked: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const likeness = compareNames(asked, name);
    return likeness === 'same' || likeness === 'variant';
  });
}

function toItem(request: ResolveRequest): Item {
  const { type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle, year, language } = request;
  return defined({ type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle, year, language });
}

/** A title of the catalogue in the form that `judge` weighs. */
export function toMedia(title: Title): Media {
  const {
    type,
    episodeId,
    title: workTitle,
    episodeTitle,
    titles,
    episodeTitles,
    seasons,
    ...fields
  } = title;
  return {
    ...fields,
    type,
    ...defined({ id: episodeId, titles, episodeTitles, seasons }),
    ...(type === 'movie' ? { title: workTitle } : defined({ seriesTitle: workTitle, title: episodeTitle })),
  };
}
