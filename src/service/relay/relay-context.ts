import { defined } from '../../core/values/defined';
import type { Catalogue } from '../catalogue/catalogue';
import type { ServiceLog } from '../http/log';
import type { MediaRow } from '../store/media';
import type { Sink, SinkKind } from '../store/sink';
import type { Store } from '../store/store';
import type { RelayEvent, SinkClient } from './sink-client';
import { startLimit, type SinkAnswer, type Via } from './sink-request';
import type { Anime } from '../catalogue/anime/anime';
import { createAniListClient, createFindParts } from './anime-lists';
import { createMalClient } from './mal';
import { mdblistClient } from './mdblist';
import { createPlainClient } from './plain-client';
import { simklClient } from './simkl';
import { traktClient } from './trakt';

/** Milliseconds for which a process claims a sink: no other one looks at it meanwhile. */
export const CLAIM_MS = 300_000;

export type RelayContext = Readonly<{
  store: Store;
  catalogue: Catalogue;
  clients: SinkClients;
  now: () => number;
  log: ServiceLog;
  fetch: typeof fetch;
  /** Aborts requests in flight. */
  signal?: AbortSignal;
  /** A random number from 0 to 1, for the backoff. */
  random?: () => number;
  /** Waits for this many milliseconds, or until it is aborted. */
  pause: (ms: number) => Promise<void>;
}>;

/** One look at a sink: a claim, in which the relay sends to the sink and pulls from it. */
export type Way = Readonly<{
  context: RelayContext;
  client: SinkClient;
  sink: Sink;
}>;

export type SinkFailure = Exclude<SinkAnswer, Readonly<{ kind: 'sent' | 'refused' }>>;

export const hasFailed = (answer: SinkAnswer): answer is SinkFailure =>
  answer.kind === 'later' || answer.kind === 'stopped';

/** The means of one step, with a new limit of what it may read. */
export function viaOf({
  store,
  fetch,
  now,
  signal,
}: Pick<RelayContext, 'store' | 'fetch' | 'now' | 'signal'>): Via {
  const saveSecret: Via['saveSecret'] = (sink, secret) => store.relay.saveSecret(sink, secret);
  return defined({ fetch, now, signal, saveSecret, limit: startLimit(now()) });
}

type Seen = MediaRow & Pick<RelayEvent, 'id' | 'watchedAt' | 'duration'>;

/** The event of a viewing. Adds the IMDb id, by which receivers of Jellyfin's format find a series. */
export async function eventOf(catalogue: Catalogue, seen: Seen): Promise<RelayEvent> {
  const { id, watchedAt, duration, ...media } = seen;
  const { type, tmdbId, seasonNumber, episodeNumber } = media;
  if (tmdbId === null) return { id, watchedAt, duration, media };
  const numbers =
    type === 'movie' ? {} : { seasonNumber: seasonNumber ?? 0, episodeNumber: episodeNumber ?? 0 };
  const [title] = await catalogue.resolve({ type, tmdbId, ...numbers }).catch(() => []);
  return { id, watchedAt, duration, media, imdbId: title?.imdbId };
}

type SinkClients = Readonly<Record<SinkKind, SinkClient>>;

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
