import type { Item } from '../../../src/core/media/item';
import { plainTitle } from '../../../src/core/text/normalize-title';
import { defined } from '../../../src/core/values/defined';
import { hash } from '../../../src/core/values/hash';
import type { TitleData, WorkRecord } from '../../support/film-database/titles';
import { noisyEpisode, noisyFilm, type LengthNoise } from './draw-noise';

/** The way in which a page states a work. */
type QuestionClass =
  | 'title alone'
  | 'with year'
  | 'series and numbers'
  | 'with the name of the episode'
  | 'name of the episode only'
  | 'counted through, one season'
  | 'counted through, by custom'
  | 'counted through, others'
  | 'season not stated'
  | 'absent'
  | 'clip'
  | 'namesake';

/** One item as a page of one language states it, with the duration of its player. */
export interface TitleQuestion {
  readonly class: QuestionClass;
  readonly language: string;
  readonly item: Item;
  /** Seconds. */
  readonly duration: number;
  /** The right answer; absent where nothing may be sent. */
  readonly right?: {
    readonly tmdbId: number;
    readonly seasonNumber?: number;
    readonly episodeNumber?: number;
  };
  /** A work that the film database is asked without, so that only its namesakes are left. */
  readonly without?: number;
  /** Which half of the works it belongs to: weights are chosen on `tune` alone. */
  readonly half: 'tune' | 'hold-out' | 'later' | 'unseen';
}

/** All questions about the works, in the order of the data. The same data and noise give the same questions. */
export function questionsAbout(
  { works, decoys, absent = [] }: TitleData,
  noise: LengthNoise,
): readonly TitleQuestion[] {
  const unknown = absent.flatMap((one, index) => askAbsent(one, index));
  const namesakes = byName([...works, ...decoys]);
  return [...askAll(works, noise), ...unknown].filter((question) => !hasTwin(question, namesakes));
}

/** The namesakes that `questionsAbout` leaves out, asked with both works in the film database. */
export function twinQuestions({ works, decoys }: TitleData, noise: LengthNoise): readonly TitleQuestion[] {
  const namesakes = byName([...works, ...decoys]);
  return askAll(works, noise)
    .filter((question) => hasTwin(question, namesakes))
    .map(({ without = 0, ...question }) => {
      const { seasonNumber, episodeNumber } = question.item;
      return { ...question, right: { tmdbId: without, ...defined({ seasonNumber, episodeNumber }) } };
    });
}

function askAll(works: readonly WorkRecord[], noise: LengthNoise): TitleQuestion[] {
  return works.flatMap((work) => (work.type === 'movie' ? askFilm(work, noise) : askSeries(work, noise)));
}

type Namesakes = ReadonlyMap<string, readonly WorkRecord[]>;

/** The works by each of their normalised names: a question looks only at those of its own name. */
function byName(works: readonly WorkRecord[]): Namesakes {
  const namesakes = new Map<string, WorkRecord[]>();
  for (const work of works) {
    const { titles = {}, alternative = [], original_title: original } = work;
    const names = [original, ...Object.values(titles), ...alternative].map(plainTitle);
    for (const name of new Set(names)) {
      const known = namesakes.get(name);
      if (known === undefined) namesakes.set(name, [work]);
      else known.push(work);
    }
  }
  return namesakes;
}

/**
 * Where the film database lacks the right work, another one has this very name, as far as stated this year, and about this
 * length: the page would state nothing else if it were that one.
 */
function hasTwin({ item, without, duration, class: kind }: TitleQuestion, namesakes: Namesakes): boolean {
  if (without === undefined && kind !== 'absent') return false;
  const asked = plainTitle(item.title ?? item.seriesTitle ?? '');
  return (namesakes.get(asked) ?? []).some(({ id, runtime, year }) => {
    if (id === without || runtime === 0) return false;
    const ratio = duration / (runtime * 60);
    const isLong =
      ratio > (item.type === 'movie' ? 0.92 : 0.75) && ratio < (item.type === 'movie' ? 1.08 : 1.3);
    return isLong && (item.year === undefined || Math.abs(item.year - year) <= 1);
  });
}

type Stated = readonly (readonly [language: string, title: string])[];

/** Every title that a page states, once per language. */
function statedTitles({ titles = {}, stated = [] }: WorkRecord): Stated {
  return [...Object.entries(titles), ...stated.map(({ language, title }) => [language, title] as const)];
}

function askFilm(work: WorkRecord, noise: LengthNoise): TitleQuestion[] {
  return statedTitles(work).flatMap(([language, title], index) => {
    const shared = { language, half: halfOf(work), right: { tmdbId: work.id } };
    const named: Item = { type: 'movie', title, language };
    const dated: Item = { ...named, year: work.year };
    const duration = noisyFilm(noise, work.runtime, language, `${work.id} ${language} ${index}`);
    const part = [0.08, 0.02, 0.15, 0.4][hash(`clip ${work.id} ${language}`) % 4] ?? 0.08;
    const clip = { language, half: halfOf(work), duration: Math.round(work.runtime * 60 * part) };
    return [
      { ...shared, class: 'title alone', item: named, duration },
      { ...shared, class: 'with year', item: dated, duration },
      { ...clip, class: 'clip', item: index % 2 === 0 ? named : dated },
      { ...clip, class: 'namesake', item: named, duration, without: work.id },
      { ...clip, class: 'namesake', item: dated, duration, without: work.id },
    ] satisfies TitleQuestion[];
  });
}

function askSeries(work: WorkRecord, noise: LengthNoise): TitleQuestion[] {
  return statedTitles(work).flatMap(([language, title], index) => {
    const { season, number, names, runtime } = episodeOf(work, `${work.id} ${language}`);
    const duration = noisyEpisode(noise, runtime, `${work.id} ${language} ${index}`);
    const right = { tmdbId: work.id, seasonNumber: season, episodeNumber: number };
    const shared = { language, half: halfOf(work), right, duration };
    const series: Item = { type: 'episode', seriesTitle: title, language };
    const numbered: Item = { ...series, seasonNumber: season, episodeNumber: number };
    const { seasons = [] } = work;
    const before = seasons
      .filter((one) => one.season_number < season)
      .reduce((sum, one) => sum + one.episode_count, 0);
    const name = names?.[language];
    const named: TitleQuestion[] =
      name === undefined
        ? []
        : [
            { ...shared, class: 'with the name of the episode', item: { ...numbered, episodeTitle: name } },
            { ...shared, class: 'name of the episode only', item: { ...series, episodeTitle: name } },
          ];
    const { right: _, ...unanswered } = shared;
    return [
      { ...shared, class: 'series and numbers', item: numbered },
      ...named,
      ...askCountedThrough(work, { ...shared, item: { ...series, episodeNumber: before + number } }, number),
      ...(seasons.length > 1 && before > 0
        ? [{ ...unanswered, class: 'season not stated' as const, item: { ...series, episodeNumber: number } }]
        : []),
      { ...unanswered, class: 'clip', item: numbered, duration: Math.round(runtime * 60 * 0.08) },
      { ...unanswered, class: 'namesake', item: numbered, without: work.id },
    ];
  });
}

/**
 * The number through all seasons, where it can be meant in one way only. Where a season has as many episodes,
 * or the series is of a country whose sites count by season, nothing says whether it counts through: then
 * nothing may be sent.
 */
function askCountedThrough(
  { seasons = [], original_language: language }: WorkRecord,
  { right, ...question }: Omit<TitleQuestion, 'class'>,
  number: number,
): TitleQuestion[] {
  const { episodeNumber = number } = question.item;
  if (seasons.length === 1)
    return [{ ...question, ...defined({ right }), class: 'counted through, one season' }];
  if (seasons.some((season) => season.episode_count >= episodeNumber))
    return [{ ...question, class: 'season not stated' }];
  return language === 'ja' || language === 'tr'
    ? [{ ...question, ...defined({ right }), class: 'counted through, by custom' }]
    : [{ ...question, class: 'counted through, others' }];
}

/** An episode of which names are known, where there is one; otherwise any of the first season. */
function episodeOf(work: WorkRecord, seed: string) {
  const known = work.episodes ?? [];
  const one = known[hash(seed) % Math.max(1, known.length)];
  if (one !== undefined && hash(`known ${seed}`) % 4 !== 0)
    return {
      season: one.season_number,
      number: one.episode_number,
      names: one.names,
      runtime: one.runtime ?? work.runtime,
    };
  const seasons = work.seasons ?? [];
  const season = seasons[hash(`season ${seed}`) % Math.max(1, seasons.length)];
  const number = 1 + (hash(`number ${seed}`) % (season?.episode_count ?? 1));
  const listed = known.find(
    (other) => other.season_number === season?.season_number && other.episode_number === number,
  );
  return {
    season: season?.season_number ?? 1,
    number,
    names: listed?.names,
    runtime: listed?.runtime ?? work.runtime,
  };
}

function askAbsent(
  { type, year, runtime, titles }: NonNullable<TitleData['absent']>[number],
  index: number,
): TitleQuestion[] {
  return Object.entries(titles).flatMap(([language, title]) => {
    const half = index % 2 === 0 ? 'tune' : 'hold-out';
    const shared = { class: 'absent', language, half, duration: runtime * 60 } as const;
    const item: Item =
      type === 'movie'
        ? { type, title, language }
        : { type: 'episode', seriesTitle: title, seasonNumber: 1, episodeNumber: 1 + (index % 3), language };
    return [
      { ...shared, item },
      { ...shared, item: { ...item, year } },
    ];
  });
}

function halfOf({ id }: WorkRecord): TitleQuestion['half'] {
  return hash(`half ${id}`) % 2 === 0 ? 'tune' : 'hold-out';
}
