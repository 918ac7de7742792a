/** Addresses of the free sources, for tests and for mirrors. */
export type SourceAddresses = Readonly<{
  wikidata?: string | undefined;
  /** The query service of Wikidata, which only the offline pack needs. */
  wikidataQuery?: string | undefined;
  tvmaze?: string | undefined;
  anilist?: string | undefined;
}>;

/** The addresses set in the environment; otherwise the sources' own. */
export function addressesOf(env: NodeJS.ProcessEnv): SourceAddresses {
  return {
    wikidata: env['MATINEE_WIKIDATA_URL'] || undefined,
    wikidataQuery: env['MATINEE_WIKIDATA_QUERY_URL'] || undefined,
    tvmaze: env['MATINEE_TVMAZE_URL'] || undefined,
    anilist: env['MATINEE_ANILIST_URL'] || undefined,
  };
}
