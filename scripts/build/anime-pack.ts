import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './root.ts';

const NAME = 'anime.json';
/** The folder of the repository in which the service looks for `anime.json`. */
const CACHE = join(root, '.cache', 'tracker');

interface Item {
  readonly title: string;
  readonly titleTranslate: Readonly<Record<string, readonly string[]>>;
  readonly lang: string;
  readonly begin: string;
  readonly end: string;
  readonly sites: readonly { readonly site: string; readonly id?: string }[];
}

/** Ids of connectors by the site's name in bangumi-data. Data of other sites is dropped. */
const SITES: Readonly<Record<string, string>> = {
  abema: 'abema',
  bilibili: 'bilibili',
  bilibili_hk_mo: 'bilibili',
  bilibili_hk_mo_tw: 'bilibili',
  bilibili_tw: 'bilibili',
  crunchyroll: 'crunchyroll',
  danime: 'danime',
  disneyplus: 'disneyplus',
  gamer: 'gamer',
  gamer_hk: 'gamer',
  iqiyi: 'iqiyi',
  mgtv: 'mgtv',
  netflix: 'netflix',
  nicovideo: 'niconico',
  prime: 'primevideo',
  unext: 'unext',
  viu: 'viu',
  youku: 'youku',
};

/**
 * Writes the anime of bangumi-data (CC BY 4.0) that have a TMDB id into the folder, with names, seasons and
 * ids at streaming sites. A file from the same version of bangumi-data is left as it is.
 */
export async function buildAnimePack(outDir = CACHE): Promise<void> {
  const require = createRequire(import.meta.url);
  const { version } = require('bangumi-data/package.json') as { version: string };
  const before = await readFile(join(outDir, NAME), 'utf8').catch(() => '');
  const heading = `{"source":"bangumi-data ${version}","form":2,"licence":"CC BY 4.0","works":[\n`;
  if (before.startsWith(heading)) return;
  const { items } = require('bangumi-data') as { items: readonly Item[] };
  const works = items.map(compact).filter((work) => work !== undefined);
  const unfinished = join(outDir, `.${process.pid}-${NAME}`);
  await mkdir(outDir, { recursive: true });
  await writeFile(unfinished, `${heading}${works.map((work) => JSON.stringify(work)).join(',\n')}\n]}\n`);
  // Renamed into place, because a service may be reading the file.
  await rename(unfinished, join(outDir, NAME));
}

/**
 * One entry of the file: `[tmdb, language, begin, end, names, ids at sites, AniList id, MyAnimeList id]`.
 * Anime without a TMDB id give `undefined`.
 */
function compact({ title, titleTranslate, lang, begin, end, sites }: Item) {
  const idAt = (name: string) => sites.find(({ site }) => site === name)?.id;
  const tmdb = idAt('tmdb');
  if (tmdb === undefined || !/^(?:movie\/\d+|tv\/\d+(?:\/season\/\d+)?)$/.test(tmdb)) return undefined;
  const names = Object.entries(titleTranslate).flatMap(([language, list]) =>
    list.map((name) => [language, name]),
  );
  const ids = sites.flatMap(({ site, id }) => {
    const connector = SITES[site];
    return connector === undefined || id === undefined ? [] : [`${connector}:${id}`];
  });
  const day = (time: string) => time.slice(0, 10);
  const lists = [Number(idAt('aniList') ?? 0), Number(idAt('mal') ?? 0)];
  return [tmdb, lang, day(begin), day(end), [[lang, title], ...names], [...new Set(ids)], ...lists];
}
