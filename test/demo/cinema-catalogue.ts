import { defined } from '../../src/core/values/defined';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import type { Catalogue, Title, TitleQuestion } from '../../src/service/catalogue/catalogue';
import { FEATURE_DURATION, FILM_DURATION } from '../support/film/film';
import { PROGRAMME } from './programme';

/**
 * The built-in catalogue with the lengths of what cinema and test pages play: a minute under the titles of the
 * programme, and under each other one a feature of any length, so that none is stated. `wholeTitles` keep their
 * own: films and series that a page plays in full. It also knows works that test pages invent, by their ids.
 */
export function createCinemaCatalogue(wholeTitles: readonly string[] = []): Catalogue {
  const catalogue = createBuiltInCatalogue();
  const asPlayed = ({ runtime, ...title }: Title): Title => {
    const played = ofOneMinute.has(title.title) ? FILM_DURATION : undefined;
    return { ...title, ...defined({ runtime: wholeTitles.includes(title.title) ? runtime : played }) };
  };
  return {
    async resolve(request, allowance) {
      const known = await catalogue.resolve(request, allowance);
      return known.length > 0 ? known.map(asPlayed) : inventedWork(request);
    },
    next: async (place, allowance) => {
      const title = await catalogue.next(place, allowance);
      return title && asPlayed(title);
    },
  };
}

const ofOneMinute: ReadonlySet<string> = new Set([
  'Elephants Dream',
  ...PROGRAMME.map((work) => (work.kind === 'film' ? work.title : work.series)),
]);

/** TMDB ids of invented works begin here: those that last a minute, and those that last as long as the feature. */
export const INVENTED_IDS = { short: 500_000, long: 600_000 } as const;

function inventedWork(request: TitleQuestion): Title[] {
  const {
    type,
    tmdbId: id,
    tvShowId: tmdbId = id ?? 0,
    title,
    seriesTitle = title,
    seasonNumber,
    episodeNumber,
    year,
  } = request;
  if (tmdbId < INVENTED_IDS.short || tmdbId >= INVENTED_IDS.long + 100_000) return [];
  const runtime = tmdbId < INVENTED_IDS.long ? FILM_DURATION : FEATURE_DURATION;
  const name = (type === 'movie' ? title : seriesTitle) ?? '';
  return [{ type, tmdbId, title: name, runtime, ...defined({ seasonNumber, episodeNumber, year }) }];
}
