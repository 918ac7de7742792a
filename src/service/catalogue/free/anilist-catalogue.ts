import { cleanTitle } from '../../../core/matching/clean-title';
import type { Anime } from '../anime/anime';
import type { Catalogue } from '../catalogue';
import { emptyCatalogue } from '../empty-catalogue';
import { hasName } from '../rank-titles';
import { askAll } from '../site-ids/by-site-id';
import type { AniList, AniListEntry } from '../sources/anilist';
import type { TitleCache } from '../tmdb/title-cache';

type AniListOptions = Readonly<{
  anilist: AniList;
  /** Knows the TMDB ids of AniList's entries. */
  anime: Anime;
  cache: TitleCache;
  /** Answers by these ids. */
  works: Catalogue;
}>;

/** Films and seasons of anime by names that only AniList has, such as short ones and translations. */
export function createAniListCatalogue({ anilist, anime, cache, works }: AniListOptions): Catalogue {
  const search = async (name: string): Promise<readonly AniListEntry[]> => {
    const key = `anilist/${name.toLowerCase()}`;
    return (await cache.get<AniListEntry[]>(key, async () => ({ [key]: await anilist.search(name) }))) ?? [];
  };
  return {
    ...emptyCatalogue,
    async resolve(question, allowance) {
      const kind = question.type === 'movie' ? 'movie' : 'tv';
      const { title: name } = cleanTitle((kind === 'movie' ? question.title : question.seriesTitle) ?? '');
      if (name === '') return [];
      const entries = (await search(name)).filter(({ names }) => hasName(name, names));
      const known = entries.flatMap(({ id }) => anime.byAniListId(id)).filter((work) => work.kind === kind);
      if (known.length === 0) return [];
      const titles = await askAll(works, question, { works: known, allowance });
      const names = entries.flatMap((entry) => entry.names.map((title) => ({ title })));
      return titles.map((title) => ({ ...title, titles: [...(title.titles ?? []), ...names] }));
    },
  };
}
