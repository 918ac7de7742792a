import { defined } from '../../../core/values/defined';
import { rememberPosters, type Inquiry, type TitleKind } from './inquiry';
import type { ExternalRecord, HitRecord } from './records';
import { foundSchema, movieSearchSchema, seriesSearchSchema } from './schemas';
import { toHit } from './to-record';

/**
 * The films or series with this name, or with one that contains it, in any language, in the order of the
 * search.
 */
export async function search(inquiry: Inquiry, kind: TitleKind, name: string): Promise<HitRecord[]> {
  const { cache, language } = inquiry;
  const query = { language, query: name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase() };
  const key = `search/${kind}?${new URLSearchParams(query).toString()}`;
  const load = async () => {
    const hits = (await request(inquiry, kind, query)).flatMap((hit) => toHit(hit) ?? []);
    await rememberPosters(inquiry, kind, hits);
    return { [key]: hits };
  };
  return (await cache.get<HitRecord[]>(key, load)) ?? [];
}

async function request({ get }: Inquiry, kind: TitleKind, query: Readonly<Record<string, string>>) {
  const found =
    kind === 'movie'
      ? await get('/search/movie', movieSearchSchema, query)
      : await get('/search/tv', seriesSearchSchema, query);
  return found?.results ?? [];
}

/** An id of IMDb (`tt…`), or of thetvdb.com, which has none for films. */
export type ExternalId = Readonly<{
  source: 'imdb_id' | 'tvdb_id';
  id: string;
}>;

/** The film, series or episode with this id. */
export function findByExternalId(
  { get, cache }: Inquiry,
  { source, id }: ExternalId,
): Promise<ExternalRecord | undefined> {
  const key = source === 'imdb_id' ? `find/${id}` : `find/${source}/${id}`;
  return cache.get<ExternalRecord>(key, async () => {
    const found = await get(`/find/${id}`, foundSchema, { external_source: source });
    const episode = found?.tv_episode_results[0];
    const record: ExternalRecord = defined({
      filmId: found?.movie_results[0]?.id,
      seriesId: found?.tv_results[0]?.id,
      episode: episode && {
        seriesId: episode.show_id,
        seasonNumber: episode.season_number,
        episodeNumber: episode.episode_number,
      },
    });
    return { [key]: Object.keys(record).length === 0 ? undefined : record };
  });
}
