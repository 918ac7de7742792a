import type { ResolveRequest } from '../../../../src/protocol/tracker/resolve';
import { createBuiltInCatalogue } from '../../../../src/service/catalogue/built-in/create-catalogue';
import type { Catalogue, Title } from '../../../../src/service/catalogue/catalogue';
import { hasName, rankTitles } from '../../../../src/service/catalogue/compare-titles';

/** The tracker of the pictures. */
export const galleryTracker = {
  publicUrl: 'https://tracker.example',
  get catalogue() {
    return createGalleryCatalogue();
  },
};

/** The built-in catalogue, with a remake and three series of which two have the same name. */
function createGalleryCatalogue(): Catalogue {
  const builtIn = createBuiltInCatalogue();
  return {
    resolve: async (request) =>
      rankTitles(request, [...(await builtIn.resolve(request)), ...titlesFor(request)]),
    next: async (place) =>
      (await builtIn.next(place)) ??
      titlesFor({ ...place, type: 'episode', episodeNumber: place.episodeNumber + 1 })[0],
  };
}

function titlesFor({
  type,
  tmdbId,
  title,
  seriesTitle,
  seasonNumber,
  episodeNumber,
}: ResolveRequest): Title[] {
  const works = WORKS.filter(
    (work) =>
      work.type === type && (work.tmdbId === tmdbId || hasName(seriesTitle ?? title ?? '', [work.title])),
  );
  if (type === 'movie') return works;
  return works.flatMap((series) => ({
    ...series,
    seasonNumber: seasonNumber ?? 1,
    episodeNumber: episodeNumber ?? 1,
    episodeTitle: EPISODES[`${series.tmdbId} ${seasonNumber} ${episodeNumber}`] ?? `Part ${episodeNumber}`,
  }));
}

const WORKS: readonly Title[] = [
  {
    type: 'movie',
    tmdbId: 19_185,
    title: 'Night of the Living Dead',
    year: 1990,
    runtime: 5_520,
    titles: [{ title: 'Die Rückkehr der lebenden Toten', language: 'de' }],
  },
  {
    type: 'movie',
    tmdbId: 43_010,
    title: 'باب الحديد',
    originalTitle: 'باب الحديد',
    originalLanguage: 'ar',
    year: 1958,
    runtime: 4_620,
    titles: [{ title: 'Cairo Station', language: 'en' }],
  },
  {
    type: 'episode',
    tmdbId: 3_580,
    title: 'The Adventures of Robin Hood',
    year: 1955,
    runtime: 1_560,
    titles: [],
  },
  { type: 'episode', tmdbId: 2_316, title: 'The Office', year: 2005, runtime: 1_320, titles: [] },
  { type: 'episode', tmdbId: 2_996, title: 'The Office', year: 2001, runtime: 1_800, titles: [] },
];

const EPISODES: Readonly<Record<string, string>> = {
  '3580 1 13': 'The Highlander',
  '3580 1 14': 'The Ordeal',
  '3580 1 15': 'A Husband for Marian',
  '2316 2 3': 'Office Olympics',
  '2996 2 3': 'Party',
};
