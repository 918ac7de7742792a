import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { defined } from '../../../core/values/defined';
import type { KnownName } from '../../../core/media/media';
import type { SiteId, WorkKind } from '../sources/open-work';

/** A film, or a season of a series, from bangumi-data (CC BY 4.0). */
export type AnimeWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** The season, for a series. */
  season?: number;
  /**
   * A later part of a season that TMDB numbers as one season. Its first episode is not the season's first.
   */
  isLaterPart?: boolean;
  names: KnownName[];
  originalLanguage: string;
  /** Ids at AniList and MyAnimeList; 0 if none is known. */
  aniListId: number;
  malId: number;
  /** First and last day, `2019-03-01`; empty if unknown. */
  begin: string;
  end: string;
}>;

/** The anime in the file of the package. The file is read with the first query. */
export interface Anime {
  bySiteId(id: SiteId): AnimeWork[];
  byAniListId(id: number): AnimeWork[];
  /** A film, or all parts of a TMDB season, in the order in which they began. */
  byTmdb(place: Pick<AnimeWork, 'kind' | 'tmdbId' | 'season'>): AnimeWork[];
  /**
   * Works with exactly this name. Punctuation counts, because at the end of a name it tells seasons apart.
   */
  byName(name: string): AnimeWork[];
}

const nameSchema = z.tuple([z.string(), z.string()]);
const workSchema = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.array(nameSchema),
  z.array(z.string()),
  z.number(),
  z.number(),
]);
const fileSchema = z.object({ works: z.array(workSchema) });

/** The file in a bundle, and in the cache of the repository. */
const FILES = ['assets/anime.json', '../../../../.cache/tracker/anime.json'];

export function createAnime(): Anime {
  let index: ReturnType<typeof readIndex> | undefined;
  const known = () => (index ??= readIndex());
  return {
    bySiteId: ({ site, id }) => known().bySite.get(`${site}:${id}`) ?? [],
    byAniListId: (id) => known().byAniList.get(id) ?? [],
    byTmdb: (place) =>
      (known().byTmdb.get(tmdbKey(place)) ?? []).toSorted((a, b) => (a.begin < b.begin ? -1 : 1)),
    byName: (name) => known().byName.get(nameKey(name)) ?? [],
  };
}

function readIndex() {
  const bySite = new Map<string, AnimeWork[]>();
  const byAniList = new Map<number, AnimeWork[]>();
  const byName = new Map<string, AnimeWork[]>();
  const byTmdb = new Map<string, AnimeWork[]>();
  const entries = readWorks();
  const firstParts = firstPartsOf(entries);
  for (const entry of entries) {
    const known = toWork(entry);
    const work = firstParts.has(entry) || known.kind === 'movie' ? known : { ...known, isLaterPart: true };
    const [, , , , , sites, aniList] = entry;
    for (const id of sites) add(bySite, id, work);
    if (aniList > 0) add(byAniList, aniList, work);
    add(byTmdb, tmdbKey(work), work);
    for (const key of new Set(work.names.map(({ title }) => nameKey(title)))) add(byName, key, work);
  }
  return { bySite, byAniList, byName, byTmdb };
}

const tmdbKey = ({ kind, tmdbId, season }: Pick<AnimeWork, 'kind' | 'tmdbId' | 'season'>) =>
  `${kind}/${String(tmdbId)}/${String(season ?? '')}`;

type Entry = z.infer<typeof workSchema>;

/** The part of each season that began first. */
function firstPartsOf(entries: Entry[]): ReadonlySet<Entry> {
  const firsts = new Map<string, Entry>();
  for (const entry of entries) {
    const before = firsts.get(entry[0]);
    if (before === undefined || entry[2] < before[2]) firsts.set(entry[0], entry);
  }
  return new Set(firsts.values());
}

/** Empty if the file was not built. */
function readWorks(): Entry[] {
  const file = FILES.map((name) => fileURLToPath(new URL(name, import.meta.url))).find(existsSync);
  return file === undefined ? [] : z.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8'))).works;
}

function toWork([tmdb, language, begin, end, names, , aniListId, malId]: Entry): AnimeWork {
  const [kind, id, , season = '1'] = tmdb.split('/');
  const isFilm = kind === 'movie';
  return defined({
    kind: isFilm ? 'movie' : 'tv',
    tmdbId: Number(id),
    season: isFilm ? undefined : Number(season),
    names: names.map(([code, title]) => ({ title, language: LANGUAGES[code] ?? code })),
    originalLanguage: language.split('-')[0] ?? language,
    aniListId,
    malId,
    begin,
    end,
  });
}

const LANGUAGES: Readonly<Record<string, string>> = { 'zh-Hans': 'zh', 'zh-Hant': 'zh-TW' };

function nameKey(name: string): string {
  return name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function add<K>(map: Map<K, AnimeWork[]>, key: K, work: AnimeWork): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [work]);
  else list.push(work);
}
