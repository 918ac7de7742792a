import { homeCountry } from './languages';
import { toSearchedName, type SearchedName } from './searched-name';
import type { SeasonRecord, TitleData, WorkRecord } from './titles';

interface AlternativeTitle {
  readonly iso_3166_1: string;
  readonly title: string;
  readonly type: string;
}

/** A work with all that its answers are made of. */
export interface IndexedWork {
  readonly record: WorkRecord;
  readonly kind: 'movie' | 'tv';
  /** The titles that are translations, by language. */
  readonly translations: ReadonlyMap<string, string>;
  readonly alternatives: readonly AlternativeTitle[];
  /** All names that a search looks at. */
  readonly names: readonly SearchedName[];
  /** The id of its first special; the others follow. */
  readonly firstEpisodeId: number;
}

/** Each series has two specials. */
export const specials: SeasonRecord = { season_number: 0, episode_count: 2 };

/** The ids of episodes are counted from here. */
const FIRST_EPISODE_ID = 1_000_000;

export function indexWorks({ works, decoys }: TitleData): readonly IndexedWork[] {
  let firstEpisodeId = FIRST_EPISODE_ID;
  return [...works, ...decoys].map((record) => {
    const work = indexWork(record, firstEpisodeId);
    firstEpisodeId += 2;
    for (const { episode_count: count } of record.seasons ?? []) firstEpisodeId += count + 2;
    return work;
  });
}

function indexWork(record: WorkRecord, firstEpisodeId: number): IndexedWork {
  const { titles = {}, listed = {}, alternative = [], original_title: original } = record;
  const entries = Object.entries(titles);
  const isListed = (key: string, as: string) => [as, 'both'].includes(listed[key] ?? '');
  const translated = entries.filter(([key, title]) => title !== original && isListed(key, 'translation'));
  const alternatives = [
    ...entries
      .filter(([key]) => isListed(key, 'alternative'))
      .map(([key, title]) => ({ iso_3166_1: countryOfKey(key), title, type: '' })),
    ...alternative.map((title) => ({ iso_3166_1: 'US', title, type: '' })),
  ];
  const names = [
    original,
    ...translated.map(([, title]) => title),
    ...alternatives.map(({ title }) => title),
  ];
  return {
    record,
    kind: record.type === 'series' ? 'tv' : 'movie',
    translations: new Map(translated),
    alternatives,
    names: searchedNames(record, names),
    firstEpisodeId,
  };
}

/** A bench has hundreds of databases, each without one of the same works. */
function searchedNames(record: WorkRecord, names: readonly string[]): readonly SearchedName[] {
  const known = searched.get(record) ?? [...new Set(names)].map(toSearchedName);
  searched.set(record, known);
  return known;
}

const searched = new WeakMap<WorkRecord, readonly SearchedName[]>();

function countryOfKey(key: string): string {
  const [language = '', country] = key.split('-');
  return country ?? homeCountry[language] ?? 'US';
}

export function imdbIdOf({ kind, record: { id } }: IndexedWork): string {
  return `tt${kind === 'tv' ? '8' : '9'}${String(id).padStart(9, '0')}`;
}
