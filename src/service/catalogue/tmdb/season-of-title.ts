import { cleanTitle } from '../../../core/matching/clean-title';
import { compareNames } from '../../../core/matching/compare-names';
import { exactName } from '../../../core/matching/season-of-name';
import type { KnownName } from '../../../core/media/media';
import { titleSeasons } from '../../../core/text/title-season';
import type { SeriesRecord } from './records';

/** A season of a series of the film database. */
export type NamedSeason = Readonly<{
  tmdbId: number;
  season?: number;
  /** Its first episode is not the season's first. */
  isLaterPart?: boolean;
}>;

/** Looks up seasons by name in another source. */
export type SeasonsOfName = (name: string) => readonly NamedSeason[];

/**
 * The season of a series that a page's title states: by its own name, by the series' name and its own, or by
 * the series' name and a number. `undefined` also if the title names only a part of a season, or if it is the
 * very name of the series ("Lupin III").
 */
export function seasonOfTitle(series: SeriesRecord, title: string): number | undefined {
  const { originalTitle, names } = series;
  const asked = exactName(cleanTitle(title).title);
  const named = names.filter((name) => exactName(name.title) === asked);
  const seasons = new Set(named.map(({ season }) => season));
  if (seasons.size === 1 && named[0]?.season !== undefined) return named[0].season;
  if (exactName(originalTitle) === asked || named.some(({ language }) => language !== undefined))
    return undefined;
  return bothNames(series, asked) ?? readSeason(series, title);
}

/** "Sword Art Online: Alicization" */
function bothNames({ originalTitle, names }: SeriesRecord, asked: string): number | undefined {
  const ofSeries = [originalTitle, ...names.filter(isOfSeries).map(({ title }) => title)];
  return names.find(
    ({ title, season }) =>
      season !== undefined && ofSeries.some((name) => compareNames(asked, `${name} ${title}`) === 'same'),
  )?.season;
}

function readSeason({ originalTitle, names }: SeriesRecord, title: string): number | undefined {
  const ofSeries = [originalTitle, ...names.filter(isOfSeries).map((name) => name.title)];
  const found = titleSeasons(cleanTitle(title).title).find(({ name }) =>
    ofSeries.some((known) => ['same', 'variant'].includes(compareNames(name, known))),
  );
  return found === undefined || found.isPart ? undefined : found.season;
}

function isOfSeries({ season }: KnownName): boolean {
  return season === undefined;
}
