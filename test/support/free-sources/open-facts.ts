/** Facts about a film or series, as the fakes of the free sources know them. */
export interface OpenFacts {
  readonly wikidataId: string;
  readonly kind: 'movie' | 'tv';
  readonly tmdbId?: number;
  readonly imdbId?: string;
  readonly tvdbId?: number;
  readonly tvmazeId?: number;
  /** By the codes of Wikidata: `de`, `pt-br`, `zh-hant`, `mul`. */
  readonly labels: Readonly<Record<string, string>>;
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  readonly original?: { readonly text: string; readonly language: string };
  readonly year: number;
  readonly minutes?: number;
  readonly sitelinks?: number;
  /** When it was changed last at Wikidata and TVmaze: `2026-01-01T00:00:00Z`. */
  readonly modified?: string;
  /** Values of further properties, such as `P1874`. */
  readonly claims?: Readonly<Record<string, string>>;
  /** What can be read about it. */
  readonly genres?: readonly string[];
  readonly makers?: readonly string[];
  readonly cast?: readonly string[];
  /** HTML, as TVmaze has it. */
  readonly summary?: string;
  /** Numbers of episodes by season, or their names. */
  readonly seasons?: Readonly<Record<number, number | readonly string[]>>;
}
