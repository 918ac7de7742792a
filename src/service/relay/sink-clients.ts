import type { Anime } from '../catalogue/anime/anime';
import type { SinkKind } from '../store/sink';
import { createAniListClient } from './anilist';
import { createFindParts } from './anime-lists';
import { createMalClient } from './mal';
import { mdblistClient } from './mdblist';
import { createPlainClient } from './plain-client';
import { simklClient } from './simkl';
import type { SinkClient } from './sink-client';
import { traktClient } from './trakt';

export type SinkClients = Readonly<Record<SinkKind, SinkClient>>;

export function createSinkClients(anime: Pick<Anime, 'byTmdb'>): SinkClients {
  const findParts = createFindParts((place) => anime.byTmdb(place));
  return {
    trakt: traktClient,
    simkl: simklClient,
    mdblist: mdblistClient,
    anilist: createAniListClient(findParts),
    mal: createMalClient(findParts),
    jellyfin: createPlainClient('jellyfin'),
    ryot: createPlainClient('ryot'),
    'api-v1': createPlainClient('api-v1'),
    webhook: createPlainClient('webhook'),
  };
}
