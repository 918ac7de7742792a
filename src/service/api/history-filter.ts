import type { Context } from 'hono';
import { readIsoDay } from '../../core/library/zoned-time';
import { invalid } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { searchHistory } from '../library/search-history';
import type { HistoryFilter } from '../store/find-viewings';

const LONGEST_SEARCH = 200;

/**
 * The filter in the query of `GET /history`: `q`, `only`, `show`, `from` and `to`. `undefined`: there is
 * none. Throws 400 and names the wrong parameter.
 */
export async function historyFilter(
  c: Context<Env>,
  service: Service,
  userId: string,
): Promise<HistoryFilter | undefined> {
  const { q, only, show, from, to } = c.req.query();
  if ([q, only, show, from, to].every((value) => value === undefined)) return undefined;
  if (only !== undefined && only !== 'movie' && only !== 'episode')
    throw invalid('`only` must be "movie" or "episode"');
  if (show !== undefined && !/^[1-9]\d{0,14}$/.test(show)) throw invalid('`show` must be the id of a series');
  if (q !== undefined && (q === '' || q.length > LONGEST_SEARCH))
    throw invalid(`\`q\` must have 1 to ${String(LONGEST_SEARCH)} characters`);
  return {
    type: only,
    works: await worksOf(service, userId, { q, show }),
    from: readDay('from', from),
    to: readDay('to', to),
    zone: await service.store.preferences.zoneOf(userId),
  };
}

function readDay(name: string, text: string | undefined): number | undefined {
  const day = text === undefined ? undefined : readIsoDay(text);
  if (text !== undefined && day === undefined) throw invalid(`\`${name}\` must be a day such as 2026-01-15`);
  return day;
}

async function worksOf(
  service: Service,
  userId: string,
  { q, show }: { readonly q: string | undefined; readonly show: string | undefined },
): Promise<string[] | undefined> {
  const named = show === undefined ? undefined : [`show:${show}`];
  if (q === undefined) return named;
  const found = await searchHistory(service, userId, q);
  return named === undefined ? found : found.filter((work) => named.includes(work));
}
