import { defined } from '../../core/values/defined';
import { createAllowance, type Allowance } from '../catalogue/allowance';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Service } from '../http/environment';
import type { MediaRow } from '../store/media';

/** Most requests to the film database that one call costs. */
const REQUEST_LIMIT = 20;

type Names = Partial<Pick<MediaRow, 'title' | 'episodeTitle' | 'year'>>;

/**
 * Adds the titles that the rows lack and stores them, so that each is looked up once. Media that the
 * catalogue does not know stays without a title.
 */
export async function nameMedia<T extends MediaRow>(
  service: Service,
  rows: T[],
  allowance = createAllowance({ requests: REQUEST_LIMIT }),
): Promise<T[]> {
  const lookUps = new Map<number, Promise<Names>>();
  return Promise.all(
    rows.map(async (row) => {
      if (row.title !== null && hasPoster(service, row)) return row;
      const names = lookUps.get(row.mediaId) ?? lookUp(service, row, allowance);
      lookUps.set(row.mediaId, names);
      return { ...row, ...(await names) };
    }),
  );
}

/** Titles that an earlier version has stored lack their poster. */
function hasPoster({ pictures, store }: Service, { type, tmdbId }: MediaRow): boolean {
  if (pictures === undefined || tmdbId === null) return true;
  return store.posters.path(`${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`) !== undefined;
}

async function lookUp({ catalogue, store }: Service, row: MediaRow, allowance: Allowance): Promise<Names> {
  try {
    const [title] = await catalogue.resolve(
      defined({
        type: row.type,
        tmdbId: row.tmdbId ?? undefined,
        id: row.episodeId ?? undefined,
        seasonNumber: row.seasonNumber ?? undefined,
        episodeNumber: row.episodeNumber ?? undefined,
      }),
      allowance,
    );
    if (title === undefined) return {};
    store.media.setTitles(row.mediaId, title);
    return { title: title.title, episodeTitle: title.episodeTitle ?? null, year: title.year ?? null };
  } catch (error) {
    // The list is shown without this title; the next call looks it up again.
    if (error instanceof CatalogueError) return {};
    throw error;
  }
}
