import { readFileSync } from 'node:fs';

/** A name by language: `de`, or `pt-BR` where the country is not the language's own. */
type NamesByLanguage = Readonly<Record<string, string>>;

/** Where the film database keeps a title that is not the original one. */
type Listing = 'translation' | 'alternative' | 'both' | 'nowhere';

export interface SeasonRecord {
  readonly season_number: number;
  readonly episode_count: number;
}

interface EpisodeRecord {
  readonly season_number: number;
  readonly episode_number: number;
  readonly names: NamesByLanguage;
  /** Minutes. */
  readonly runtime?: number;
  /** Absent: some day of the season. */
  readonly air_date?: string;
}

/** A film or series of `titles.json`. Decoys have no titles of their own. */
export interface WorkRecord {
  readonly id: number;
  readonly idCertain?: boolean;
  readonly type: 'movie' | 'series';
  readonly original_language: string;
  readonly original_title: string;
  readonly year: number;
  /** Of the last season of a series. */
  readonly lastYear?: number;
  /** Minutes; of a series, of one episode. 0: unknown. */
  readonly runtime: number;
  readonly popularity: number;
  readonly titles?: NamesByLanguage;
  readonly listed?: Readonly<Record<string, Listing>>;
  readonly alternative?: readonly string[];
  /** Names that pages state and the film database does not know to the letter. */
  readonly stated?: readonly { readonly language: string; readonly title: string }[];
  /** By language. */
  readonly overview?: NamesByLanguage;
  readonly genres?: readonly string[];
  /** Directors of a film, creators of a series. */
  readonly makers?: readonly string[];
  readonly cast?: readonly string[];
  /** Of a decoy: what it is near to. */
  readonly kind?: string;
  readonly seasons?: readonly SeasonRecord[];
  readonly episodes?: readonly EpisodeRecord[];
}

/** A work that the film database does not have. */
export interface AbsentRecord {
  readonly type: 'movie' | 'series';
  readonly year: number;
  readonly runtime: number;
  readonly titles: NamesByLanguage;
  /** Ids of works that a search for one of its titles returns all the same. */
  readonly strays?: readonly number[];
}

export interface TitleData {
  readonly works: readonly WorkRecord[];
  readonly decoys: readonly WorkRecord[];
  readonly absent?: readonly AbsentRecord[];
}

/** The films and series of `titles.json`, whose `about` says what they are. */
export function readTitles(): TitleData {
  return JSON.parse(readFileSync(new URL('titles.json', import.meta.url), 'utf8')) as TitleData;
}

/** Works that nobody tuned for: see the `about` of `unseen-titles.json`. */
export function readUnseenTitles(): TitleData {
  const file = new URL('unseen-titles.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as TitleData;
}

/** Works that were written down after the weights of matching were settled. */
export function readLaterTitles(): readonly WorkRecord[] {
  const file = new URL('later-titles.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as TitleData).works;
}
