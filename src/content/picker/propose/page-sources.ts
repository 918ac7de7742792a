import type { Definition, PageDefinition, Source } from '../../../protocol/definition/definition';
import type { AnySource } from '../../../protocol/definition/visit';

/** All sources of a page, including those in guards. */
export function pageSources(page: PageDefinition): AnySource[] {
  const { ids, ...fields } = page.item;
  const player = page.player ?? {};
  const lists = [
    ...Object.values(fields),
    ...Object.values(ids ?? {}),
    ...Object.values(page.values ?? {}),
    page.gate,
    page.identity,
    player.ad,
    player.live,
    player.trailer,
    ...Object.values(player.clock ?? {}),
  ] as ((Source | Source[])[] | undefined)[];
  return lists
    .flatMap((list) => (list ?? []).flat())
    .flatMap((source) => [source, ...(source.guards ?? []).flatMap(({ of }) => of ?? [])]);
}

/** What generic reading reads. It belongs to the case of a page whose own sources give no item. */
export const genericSources: AnySource[] = [
  ...[
    '$.name',
    '$.episodeNumber',
    '$.partOfSeries',
    '$.partOfSeries.name',
    '$.partOfSeason',
    '$.partOfSeason.name',
    '$.partOfSeason.seasonNumber',
    '$.partOfSeason.partOfSeries.name',
    '$.partOfTVSeries.name',
    '$.datePublished',
    '$.dateCreated',
    '$.releaseYear',
    '$.sameAs',
  ].map((path) => ({ jsonLd: ['TVEpisode', 'Episode', 'Movie', 'VideoObject'], path })),
  ...['og:type', 'og:title', 'og:site_name', 'video:release_date', 'og:video:release_date'].map((meta) => ({
    meta,
  })),
  ...(['title', 'artist', 'album'] as const).map((mediaSession) => ({ mediaSession })),
  { title: true },
];

/** All CSS selectors of the page in one text. */
export function selectorText({ player }: PageDefinition, sources: AnySource[], more: string[]): string {
  return [...sources.flatMap(selectorsOf), ...(player?.video ?? []), ...(player?.exclude ?? []), ...more]
    .join('\n')
    .replaceAll('\\', '');
}

function selectorsOf(source: AnySource): string[] {
  const selectors = source as Readonly<Partial<Record<(typeof selectorKeys)[number], string>>>;
  return selectorKeys.flatMap((key) => selectors[key] ?? []);
}

/** Fields of sources that contain a selector, except page-world readers. */
const selectorKeys = ['text', 'attribute', 'scan', 'exists', 'scriptJson', 'aroundVideo'] as const;

/** The path that the check of an endpoint's answer reads. */
export function checkedPath(definition: Definition, name: string): string | undefined {
  return definition.endpoints?.[name]?.check?.path;
}
