import { languageTag } from '../../../core/text/language-tag';
import type { Allowance } from '../allowance';
import type { Get } from './client';
import type { TitleCache } from './title-cache';

/** The film database for one question: cached answers, and requests within its allowance. */
export type Inquiry = Readonly<{
  get: Get;
  cache: TitleCache;
  /** For titles and names: `de`, `pt-BR`. */
  language: string;
}>;

export type TitleKind = 'movie' | 'tv';

export function createInquiry(get: Get, cache: TitleCache, allowance: Allowance, language = 'en'): Inquiry {
  const pay: Get = async (path, schema, query) => {
    allowance.take();
    return get(path, schema, query);
  };
  return { get: pay, cache, language: toTmdbLanguage(language) };
}

/** The film database does not distinguish the two written forms of Norwegian. */
function toTmdbLanguage(language: string): string {
  return languageTag(language) === 'nb' ? 'no' : language;
}

/** Stores which picture is the poster of each work. */
export async function rememberPosters(
  { cache }: Inquiry,
  kind: TitleKind,
  works: readonly Readonly<{ id: number; poster?: string }>[],
): Promise<void> {
  const paths = works.map(({ id, poster }) => [`${kind}/${String(id)}`, poster ?? ''] as const);
  if (paths.length > 0) await cache.setPosters(new Map(paths));
}
