import type { Definition, Guard, PageDefinition, Source } from '../../../protocol/definition';

export type AnySource = Source | NonNullable<Guard['of']>;

/** All sources of a page, those in guards too. */
export function pageSources(page: PageDefinition): readonly AnySource[] {
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
  ] as (readonly (Source | readonly Source[])[] | undefined)[];
  return lists
    .flatMap((list) => (list ?? []).flat())
    .flatMap((source) => [source, ...(source.guards ?? []).flatMap(({ of }) => of ?? [])]);
}

/** What the reader falls back on when a connector's own sources name nothing: it belongs to a case of such a page. */
export const genericSources: readonly AnySource[] = [
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

/** Every CSS selector of the page in one text. */
export function selectorText(
  { player }: PageDefinition,
  sources: readonly AnySource[],
  more: readonly string[],
): string {
  const own = sources.flatMap((source) => [
    ...('text' in source
      ? [source.text]
      : 'attribute' in source
        ? [source.attribute]
        : 'scan' in source
          ? [source.scan]
          : 'exists' in source
            ? [source.exists]
            : 'scriptJson' in source
              ? [source.scriptJson]
              : []),
    ...('aroundVideo' in source && source.aroundVideo !== undefined ? [source.aroundVideo] : []),
  ]);
  return [...own, ...(player?.video ?? []), ...(player?.exclude ?? []), ...more]
    .join('\n')
    .replaceAll('\\', '');
}

/** The endpoint's own check of its answer reads of it too. */
export function checkedPath(definition: Definition, name: string): string | undefined {
  return definition.endpoints?.[name]?.check?.path;
}
