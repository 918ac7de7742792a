import { defined } from '../../core/values/defined';
import { CatalogueError } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';

/** Most films and episodes that one call looks up: each costs up to several requests to the film database. */
const LOOK_UP_LIMIT = 20;

type Names = Partial<Pick<SessionRow, 'title' | 'episodeTitle' | 'year'>>;

/**
 * Adds the titles that the sessions lack and stores them, so that each is looked up once. Media that the
 * catalogue does not know stays without a title.
 */
export async function nameMedia(service: Service, rows: SessionRow[]): Promise<SessionRow[]> {
  const lookUps = new Map<number, Promise<Names>>();
  return Promise.all(
    rows.map(async (row) => {
      if (row.title !== null) return row;
      const started = lookUps.get(row.mediaId);
      if (started === undefined && lookUps.size >= LOOK_UP_LIMIT) return row;
      const names = started ?? lookUp(service, row);
      lookUps.set(row.mediaId, names);
      return { ...row, ...(await names) };
    }),
  );
}

async function lookUp({ catalogue, store }: Service, row: SessionRow): Promise<Names> {
  try {
    const [title] = await catalogue.resolve(
      defined({
        type: row.type,
        tmdbId: row.tmdbId ?? undefined,
        id: row.episodeId ?? undefined,
        seasonNumber: row.seasonNumber ?? undefined,
        episodeNumber: row.episodeNumber ?? undefined,
      }),
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
