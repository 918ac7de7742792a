import type { Item, ItemIds } from '../media/item';
import type { Media } from '../media/media';
import { cleanTitle } from './clean-title';
import { episodeEvidence, rangeEvidence } from './episode-evidence';
import { lengthEvidence } from './length-evidence';
import { nameEvidence } from './name-evidence';
import { languageOf, type Evidence, type Question } from './question';
import { weights } from './weights';

/**
 * Everything that the page's statements say about one candidate; at most one of each sort. Where the page
 * states an id, the length tells a clip from the work, and not one work from another.
 */
export function evidenceFor(question: Question, media: Media): readonly Evidence[] {
  const { item } = question;
  const ids = idEvidence(item, media);
  const isNamedById = ids.some(({ kind, asRival }) => kind === 'id' || asRival !== undefined);
  const hasPlace = item.type === 'episode' && !isBySiteId(item, media);
  return [
    ...ids,
    ...(isNamedById ? [] : [...nameEvidence(item, media), ...yearEvidence(item, media)]),
    ...(hasPlace ? episodeEvidence(item, media) : []),
    ...rangeEvidence(question, media),
    ...lengthEvidence(media, question).filter(({ kind }) => ids.length === 0 || kind === 'runtime-clip'),
    ...(!isNamedById && isInLanguageOf(item, media) ? [{ kind: 'language' } as const] : []),
  ];
}

/** The page is in the language in which the work was made. */
function isInLanguageOf(item: Item, { originalLanguage: language }: Media): boolean {
  return language !== undefined && languageOf(item) === languageOf({ language });
}

/** The tracker has compared the numbers: the site may call what is season 3 a series of one season. */
function isBySiteId({ ids }: Item, { matchedBy }: Media): boolean {
  return ids?.site !== undefined && matchedBy === 'siteId';
}

function idEvidence(item: Item, media: Media): readonly Evidence[] {
  const { ids } = item;
  if (ids === undefined) return [];
  if (isBySiteId(item, media)) return [{ kind: 'id' }];
  if (ids.tmdb !== undefined && ids.tmdb !== media.tmdbId) return [otherId(media)];
  if (isOtherFilm(item, media)) return [{ kind: 'id-differs' }];
  const isStated = ids.tmdb !== undefined || (ids.episodeTmdb !== undefined && ids.episodeTmdb === media.id);
  if (isStated) return [{ kind: 'id' }];
  return isAskedById(ids, media) ? [{ kind: 'id-asked' }] : [];
}

/** A tracker that is asked by an IMDb id need not say so. */
function isAskedById({ imdb }: ItemIds, { matchedBy }: Media): boolean {
  return imdb !== undefined || matchedBy === 'externalId';
}

/** Where the page states the ids of two works, each is as likely meant, so none of them is sent. */
function otherId({ matchedBy }: Media): Evidence {
  const kind = 'id-differs';
  return matchedBy === 'externalId' ? { kind, asRival: weights.id } : { kind };
}

/** Of an episode a page may state its own IMDb id, and the tracker that of the series. */
function isOtherFilm({ type, ids }: Item, { imdbId }: Media): boolean {
  return type === 'movie' && ids?.imdb !== undefined && imdbId !== undefined && ids.imdb !== imdbId;
}

function yearEvidence(item: Item, media: Media): readonly Evidence[] {
  const { type, title, seriesTitle } = item;
  const { year = cleanTitle((type === 'movie' ? title : seriesTitle) ?? '').year } = item;
  if (year === undefined || media.year === undefined) return [];
  const distance = year - media.year;
  if (distance === 0) return [{ kind: 'year' }];
  if (Math.abs(distance) === 1) return [{ kind: 'year-near' }];
  return [{ kind: type === 'episode' && distance > 0 ? 'year-later' : 'year-differs' }];
}
