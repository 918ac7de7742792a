import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { compareNames } from './compare-names';
import { languageOf, type Evidence, type Question } from './question';
import { differsBySeason, statedSeason } from './season-of-name';
import type { EvidenceKind } from './weights';

/** What the numbers and the name of an episode say about the candidate. */
export function episodeEvidence(item: Item, media: Media): Evidence[] {
  const name = episodeName(item, media);
  const number = episodeNumber(item, media);
  const isNamed = name?.kind === 'episode-name';
  const isOpen = number === undefined && !isNamed;
  return [
    isNamed ? decidedByName(number, item, media) : number,
    name,
    isOpen ? ({ kind: 'episode-open' } as const) : undefined,
  ].filter((one) => one !== undefined);
}

/**
 * Evidence for a video of several episodes. It is certain if the video is as long as all of them together and
 * the tracker has each of them. Otherwise the tracker may count in another way, or the video may be one of
 * the episodes.
 */
export function rangeEvidence({ item, duration = 0 }: Question, media: Media): Evidence[] {
  if (item.lastEpisodeNumber === undefined) return [];
  const count = episodesOf(item);
  const share = duration / (count * (media.runtime ?? Infinity));
  return hasEpisodes(media, count) && share > 0.85 && share < 1.2 ? [] : [{ kind: 'episodes-open' }];
}

/** The season has this many episodes from this one on. */
function hasEpisodes(media: Media, count: number): boolean {
  const { seasonNumber = 0, episodeNumber } = media;
  return count > 1 && episodeNumber !== undefined && isPlace(media, seasonNumber, episodeNumber + count - 1);
}

/** The number of episodes in the video; 1 if the stated last episode does not follow the first. */
export function episodesOf({ episodeNumber: first = 0, lastEpisodeNumber: last = first }: Item): number {
  return Math.max(1, last - first + 1);
}

/** The episode's name decides which season is meant, and whether the number runs through all seasons. */
function decidedByName(number: Evidence | undefined, item: Item, media: Media): Evidence | undefined {
  if (number?.kind === 'season-open') return undefined;
  const isCounted = number?.kind === 'numbers-differ' && isCountedTo(media, item.episodeNumber ?? 0);
  return isCounted ? { kind: 'numbers-counted' } : number;
}

/** `undefined` if the page states no episode number. */
function episodeNumber(item: Item, media: Media): Evidence | undefined {
  const { seasonNumber: season, episodeNumber: episode } = item;
  if (episode === undefined || media.episodeNumber === undefined) return undefined;
  if (isPartOfSeason(item, media)) return { kind: 'numbers-open' };
  if (episode === media.episodeNumber && season === media.seasonNumber) return { kind: 'numbers' };
  if (episode === media.episodeNumber && differsBySeason(item, media)) return { kind: 'numbers-counted' };
  const stated = statedSeason(item, media) ?? season;
  return stated === undefined ? withoutSeason(media, episode) : countedOn(media, stated, episode);
}

/** A number that continues from the previous season leads to the stated season. */
function countedOn(media: Media, season: number, episode: number): Evidence {
  const isCounted = media.seasonNumber === season && !isPlace(media, season, episode);
  return { kind: isCounted && isCountedTo(media, episode) ? 'numbers-counted' : 'numbers-differ' };
}

/**
 * The title states a season that the tracker has as part of a longer one. Its first episode in that season is
 * not known, so neither is the number that is meant.
 */
function isPartOfSeason(item: Item, media: Media): boolean {
  const { seasons = [] } = media;
  const stated = seasons.length === 0 ? undefined : statedSeason(item, media);
  return stated !== undefined && seasons.every(({ number }) => number < stated);
}

/**
 * A number without a season is certain only if it can be meant in one way: the series has one season; or no
 * season is that long, and its country numbers through all seasons (anime, Turkish series). Elsewhere a site
 * may divide the seasons differently.
 */
function withoutSeason(media: Media, episode: number): Evidence {
  const { seasons = [], seasonNumber = 0 } = media;
  const numbered = seasons.filter(({ number }) => number > 0);
  const asLong = numbered.filter(({ episodes }) => episodes >= episode);
  const isOnly = numbered.length === 1 && asLong.some(({ number }) => number === seasonNumber);
  if (isOnly && media.episodeNumber === episode) return { kind: 'numbers-counted' };
  if (asLong.length === 0 && /^(?:ja|tr)$/.test(media.originalLanguage ?? '') && isCountedTo(media, episode))
    return { kind: 'numbers-counted' };
  return { kind: asLong.length === 0 && seasons.length > 0 ? 'numbers-differ' : 'season-open' };
}

/** The tracker's series has this season, and this episode in it. */
function isPlace({ seasons = [] }: Media, season: number, episode: number): boolean {
  return seasons.some(({ number, episodes }) => number === season && episode <= episodes);
}

/** The media has the place of a number that runs through all seasons without the specials. */
function isCountedTo({ seasons = [], seasonNumber = 0, episodeNumber }: Media, episode: number): boolean {
  const before = seasons
    .filter(({ number }) => number > 0 && number < seasonNumber)
    .reduce((sum, { episodes }) => sum + episodes, 0);
  const length = seasons.find(({ number }) => number === seasonNumber)?.episodes ?? 0;
  const place = episode - before;
  return seasonNumber > 0 && place > 0 && place <= length && place === episodeNumber;
}

/** `undefined` if the names cannot be compared. */
function episodeName(item: Item, media: Media): Evidence | undefined {
  const { episodeTitle } = item;
  if (episodeTitle === undefined || isNumberOnly(episodeTitle, item.episodeNumber)) return undefined;
  if (media.matchedBy === 'airDate' && item.episodeNumber === undefined) return { kind: 'episode-name' };
  const names = knownEpisodeNames(media);
  if (names.some(({ title }) => isLike(episodeTitle, title))) return { kind: 'episode-name' };
  const page = languageOf(item);
  const isKnown = names.some(({ language }) => language !== undefined && languageOf({ language }) === page);
  const isUnlike = names.some(({ title }) => compareNames(episodeTitle, title) !== 'script');
  if (!isUnlike) return undefined;
  return { kind: episodeKind(isKnown, item) };
}

/**
 * A name in another language than the page's cannot contradict it. Without a number, the name must be the
 * same.
 */
function episodeKind(isKnown: boolean, { seasonNumber, episodeNumber: number }: Item): EvidenceKind {
  const isNumbered = seasonNumber !== undefined && number !== undefined;
  return isKnown || !isNumbered ? 'episode-differs' : 'episode-unlike';
}

function knownEpisodeNames({ title, episodeTitles = [], episodeNumber }: Media): KnownName[] {
  const shown = title === undefined || isNumberOnly(title, episodeNumber) ? [] : [{ title }];
  return [...shown, ...episodeTitles];
}

/** "Chapter One: The Vanishing of Will Byers" is also listed as "The Vanishing of Will Byers". */
function isLike(asked: string, known: string): boolean {
  const likeness = compareNames(asked, known);
  return likeness === 'same' || likeness === 'variant' || likeness === 'part' || likeness === 'near';
}

/** The name only repeats the number: "Folge 3", "第3話", "3. Bölüm". */
function isNumberOnly(title: string, episode: number | undefined): boolean {
  const plain = plainTitle(title);
  const [number] = plain.match(/\d+/g) ?? [];
  const rest = plain.replace(/\d+/, '').trim();
  return number !== undefined && Number(number) === episode && rest.length <= 12 && !rest.includes(' ');
}
