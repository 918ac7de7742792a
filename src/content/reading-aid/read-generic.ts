import { isReadable, type Item } from '../../core/media/item';
import { parseSeasonEpisode } from '../../core/text/season-episode';
import type { SeasonEpisode, SeveralEpisodes } from '../../core/text/label-text';
import { statedDay, type StatedDay } from '../../core/text/stated-day';
import { defined } from '../../core/values/defined';
import { plainTitle } from '../../core/text/normalize-title';
import { isPlausibleTitle } from '../../core/workbench/page-facts';
import { textOf } from '../reader/clean-text';
import { pageNames } from '../reader/element-text';
import type { MediaSessionTexts, ReadContext, GenericReading } from '../reader/context';
import { addressesOf, hasType, readJsonLd, type JsonLdObject } from '../reader/page-json';
import { isTranslated, queryAll } from '../reader/query';
import { toItem } from '../reader/to-item';
import { followPath } from '../reader/transform';
import { addressNumbers, headingsOf, pageTitle, tabTitle, type AddressNumbers } from './title-and-address';

type GenericContext = Pick<ReadContext, 'document' | 'url' | 'memory' | 'mediaSession'>;

/** The item that a page states for search engines and browsers. Needs no definition. */
export function readGeneric(context: GenericContext): GenericReading {
  const stated = fromLinkedData(context);
  const found = stated ?? fromMediaSession(context) ?? fromOpenGraph(context) ?? fromTitle(context);
  if (!found || (found.confidence <= 0.5 && !isPlausible(found.item, context))) return nothing;
  return withAddress(found, context.url);
}

/**
 * Adds the numbers in the address: many players state them there and show only the title. A name that is
 * neither the series nor declared to be a film belongs to an episode of an unknown series.
 */
function withAddress(found: GenericReading, url: URL): GenericReading {
  const numbers = addressNumbers(url);
  if (numbers === undefined) return found;
  const { item, confidence } = found;
  if (item.type === 'movie') return confidence >= 0.5 ? found : episodeAt(found, numbers);
  const { seriesTitle, seasonNumber = numbers.season, episodeNumber = numbers.episode } = item;
  if (seriesTitle === undefined || episodeNumber !== numbers.episode) return found;
  return { ...found, item: { ...item, episodeNumber, ...defined({ seasonNumber }) } };
}

function episodeAt(found: GenericReading, { season, episode, name }: AddressNumbers): GenericReading {
  const { title = '' } = found.item;
  if (name === '' || !` ${name} `.includes(` ${plainTitle(title)} `)) return nothing;
  const texts = { seriesTitle: title, seasonNumber: season, episodeNumber: episode };
  return { ...found, item: toItem({ type: 'episode', ...texts }) };
}

const nothing: GenericReading = { item: {}, confidence: 0, from: 'nothing' };

/** A film with the name of the site or of one of its buttons is none. */
function isPlausible({ title }: Partial<Item>, { document, url }: GenericContext): boolean {
  return title === undefined || isPlausibleTitle(title, pageNames(document, url));
}

function fromLinkedData(context: GenericContext): GenericReading | undefined {
  const all = readJsonLd(context.document, context.memory);
  for (const types of [['TVEpisode', 'Episode'], ['Movie'], ['VideoObject']]) {
    const found = onlyObject(all, types, context.url);
    const confidence = found?.isOwn === true ? 0.9 : 0.8;
    const reading = found && fromObject(withSeries(found.object, all), types[0], confidence, context);
    if (reading) return reading;
  }
  return undefined;
}

/** Adds the series, if another object of the page describes it and this one refers to it only by id. */
function withSeries(object: JsonLdObject, all: JsonLdObject[]): JsonLdObject {
  const id = followPath(object, "$.partOfSeries['@id']");
  const series = all.find((one) => one['@id'] === id && one['name'] !== undefined);
  return id === undefined || series === undefined ? object : { ...object, partOfSeries: series };
}

/**
 * The object of one of the types that is about this page; otherwise the only one that is not about another
 * page.
 */
function onlyObject(all: JsonLdObject[], types: string[], url: URL) {
  const candidates = all.filter((object) => hasType(object, types) && !isAboutAnotherPage(object, url));
  const own = candidates.find((object) => isAboutThisPage(object, url));
  if (own !== undefined) return { object: own, isOwn: true };
  // Several objects, none of which is about this page, are a list of recommendations.
  const [object] = candidates;
  return object !== undefined && candidates.length === 1 ? { object, isOwn: false } : undefined;
}

function fromObject(
  object: JsonLdObject,
  type: string | undefined,
  confidence: number,
  context: GenericContext,
): GenericReading | undefined {
  const isVideo = type === 'VideoObject';
  const item = isVideo ? videoItem(object, context) : linkedItem(object, type === 'Movie');
  if (!isReadable(item)) return undefined;
  return { item, confidence: isVideo && item.type === 'movie' ? 0.5 : confidence, from: 'json-ld' };
}

function linkedItem(object: JsonLdObject, isMovie: boolean): Partial<Item> {
  const series = firstPath(object, ['$.partOfSeries', '$.partOfSeason.partOfSeries', '$.partOfTVSeries']);
  const year = firstPath(object, ['$.datePublished', '$.dateCreated', '$.releaseYear']);
  return toItem({
    type: isMovie ? 'movie' : 'episode',
    title: object['name'],
    seriesTitle: textOf(series) ?? followPath(series, '$.name'),
    seasonNumber: seasonOf(followPath(object, '$.partOfSeason')),
    episodeNumber: object['episodeNumber'],
    episodeTitle: object['name'],
    year: isMovie ? year : undefined,
    ids: { imdb: object['sameAs'] },
  });
}

/** The season's number, its name, or the number in its name. */
function seasonOf(season: unknown): unknown {
  const name = textOf(followPath(season, '$.name')) ?? '';
  return followPath(season, '$.seasonNumber') ?? textOf(season) ?? parseSeasonEpisode(name)?.season;
}

/** The first value other than null that one of the paths finds. */
function firstPath(object: JsonLdObject, paths: string[]): unknown {
  return paths.map((path) => followPath(object, path) ?? undefined).find((value) => value !== undefined);
}

function videoItem(object: JsonLdObject, context: GenericContext): Partial<Item> {
  const linked = linkedItem(object, false);
  return isReadable(linked) ? linked : namedItem(titleOf(textOf(object['name']) ?? '', context), context);
}

/**
 * The item of "Show – S1 E2 – Title" or "Show – March 3, 2025"; any other text is the title of a film. A text
 * with an uncertain number ("Show Part 2") is neither, unless it is declared to be a film.
 */
function namedItem(text: string, { document }: GenericContext, isMovie = false): Partial<Item> {
  const found = parseSeasonEpisode(text);
  const { series, ...parts } = found?.several ?? found ?? {};
  // "Star Wars: Episode 1" is a film if the page says so; a season makes it an episode all the same.
  if (series !== undefined && (!isMovie || parts.season !== undefined)) return episodeItem(series, parts);
  if (isMovie) return filmItem(text);
  return found === undefined ? unnumberedItem(text, document) : heldItem(text, found);
}

function unnumberedItem(text: string, document: Document): Partial<Item> {
  const day = statedDay(text, document.documentElement.lang || undefined);
  return day === undefined ? filmItem(text) : datedItem(text, day);
}

function heldItem(text: string, { held }: SeasonEpisode): Partial<Item> {
  return held === undefined ? filmItem(text) : {};
}

/** "The Film (2019)" states its year. */
function filmItem(text: string): Partial<Item> {
  const [, title = text, year] = /^(.+?) \(((?:19|20)\d\d)\)$/.exec(text) ?? [];
  return toItem({ type: 'movie', title, year });
}

/** A programme of a day is never a film: the day takes the place of the number. */
function datedItem(text: string, { start, end }: StatedDay): Partial<Item> {
  const [before, after] = [text.slice(0, start), text.slice(end)].map((part) =>
    part.replaceAll(/^[\s,;:|·•–—()[\]-]+|[\s,;:|·•–—()[\]-]+$/gu, ''),
  );
  return toItem({
    type: 'episode',
    seriesTitle: before || after,
    episodeTitle: text.slice(start, end),
  });
}

function episodeItem(series: string, parts: SeasonEpisode | SeveralEpisodes): Partial<Item> {
  const { season, title } = parts;
  const episode = 'lastEpisode' in parts ? `${parts.episode}-${parts.lastEpisode}` : parts.episode;
  return toItem({
    type: 'episode',
    seriesTitle: series,
    seasonNumber: season,
    episodeNumber: episode,
    episodeTitle: title,
  });
}

function fromMediaSession(context: GenericContext): GenericReading | undefined {
  const item = mediaSessionItem(context.mediaSession() ?? {}, context);
  if (!isReadable(item)) return undefined;
  return { item, confidence: item.type === 'episode' ? 0.6 : 0.4, from: 'media-session' };
}

function partsOf(text: string): SeasonEpisode | SeveralEpisodes | undefined {
  const found = parseSeasonEpisode(text);
  return found?.several ?? found;
}

/** An episode if title or album state its number; any other title is that of a film. */
function mediaSessionItem(
  { title = '', artist, album = '' }: MediaSessionTexts,
  context: GenericContext,
): Partial<Item> {
  const parts = partsOf(title) ?? partsOf(album);
  const series = parts?.series ?? textOf(artist) ?? textOf(album);
  const isEpisode = parts?.episode !== undefined && series !== undefined;
  return isEpisode ? episodeItem(series, parts) : namedItem(titleOf(title, context), context);
}

function fromOpenGraph(context: GenericContext): GenericReading | undefined {
  const meta = (name: string) =>
    queryAll(context.document, `meta[property="${name}"]`)[0]?.getAttribute('content') ?? '';
  const kind = meta('og:type');
  if (!kind.startsWith('video')) return undefined;
  const title = titleOf(meta('og:title'), context);
  const named = namedItem(title, context, kind === 'video.movie');
  const isMovie = named.type === 'movie';
  const year = meta('video:release_date') || meta('og:video:release_date');
  const item = isMovie ? { ...named, ...toItem({ ...named, year }) } : named;
  const hasStatedType = kind === (isMovie ? 'video.movie' : 'video.episode');
  return isReadable(item) ? { item, confidence: hasStatedType ? 0.5 : 0.3, from: 'open-graph' } : undefined;
}

function fromTitle(context: GenericContext): GenericReading | undefined {
  if (isTranslated(context.document)) return undefined;
  const item = namedItem(titleOf(tabTitle(context.document), context), context);
  return isReadable(item)
    ? { item, confidence: item.type === 'episode' ? 0.4 : 0.3, from: 'title' }
    : undefined;
}

function titleOf(text: string, { document, url }: GenericContext): string {
  return pageTitle(textOf(text) ?? '', pageNames(document, url), headingsOf(document));
}

function isAboutThisPage(object: JsonLdObject, url: URL): boolean {
  return addressesOf(object).some((address) => samePath(address, url));
}

/** After in-page navigation, the objects of the first loaded page remain. */
function isAboutAnotherPage(object: JsonLdObject, url: URL): boolean {
  const addresses = addressesOf(object).filter((address) => /^(?:https?:|\/)/.test(address));
  return addresses.length > 0 && !addresses.some((address) => samePath(address, url));
}

function samePath(address: string, url: URL): boolean {
  if (!URL.canParse(address, url.href)) return false;
  const other = new URL(address, url.href);
  const trim = (path: string) => path.replace(/(?<!\/)\/+$/, '');
  return (
    other.hostname === url.hostname &&
    trim(other.pathname) === trim(url.pathname) &&
    trim(url.pathname) !== ''
  );
}
