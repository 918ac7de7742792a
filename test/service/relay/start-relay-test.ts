import type { AnimeWork } from '../../../src/service/catalogue/anime/anime';
import { relayOnce } from '../../../src/service/relay/run-relay';
import { createSinkClients } from '../../../src/service/relay/relay-context';
import type { SinkKind } from '../../../src/service/store/sink';
import { startTest } from '../service-under-test';
import { listenAs } from './sink-servers';

export type RelayTest = Awaited<ReturnType<typeof startRelayTest>>;

/** The service with sinks that listen on this machine. `anime`: what the list of anime knows. */
export async function startRelayTest(anime: readonly AnimeWork[] = []) {
  const service = await startTest();
  const closing: (() => Promise<void>)[] = [];
  const clients = createSinkClients({
    byTmdb: ({ kind, tmdbId, season }) =>
      anime.filter((one) => one.kind === kind && one.tmdbId === tmdbId && one.season === season),
  });
  const sinkOf = async (id: string) => {
    const sink = (await service.store.relay.list(service.owner.id)).find((one) => one.id === id);
    if (sink === undefined) throw new Error('no such sink');
    return sink;
  };
  const countsOf = async (id: string) => service.store.relay.counts(await sinkOf(id));
  const look = (signal?: AbortSignal) =>
    relayOnce({
      store: service.store,
      catalogue: { resolve: async () => [], next: async () => undefined },
      clients,
      now: () => service.clock.now,
      log: ({ error }) => {
        if (error !== undefined) throw error;
      },
      fetch,
      random: () => 0.5,
      pause: () => Promise.resolve(),
      ...(signal === undefined ? {} : { signal }),
    });
  return {
    ...service,
    sinkOf,
    countsOf,
    look,
    async listen(answer: Parameters<typeof listenAs>[0]): Promise<string> {
      const server = await listenAs(answer);
      closing.push(server.close);
      return server.url;
    },
    addSink: (kind: SinkKind, address: string, secret = '') =>
      service.store.relay.add(service.owner.id, { kind, address, secret }),
    /** Looks until nothing waits, while the time goes on. */
    async settle(ids: readonly string[], mostLooks = 400): Promise<void> {
      for (let n = 0; n < mostLooks; n += 1) {
        await look();
        const counts = await Promise.all(ids.map(countsOf));
        if (counts.every(({ waiting }) => waiting === 0)) return;
        service.wait(130);
      }
      throw new Error('something still waits');
    },
    watchFilm: (tmdbId: number) => service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId }),
    watchEpisode: (episodeNumber: number, seasonNumber = 1, tvShowId = 1396) =>
      service.scrobble({
        type: 'episode',
        progress: 95,
        duration: 100,
        tvShowId,
        seasonNumber,
        episodeNumber,
      }),
    async close() {
      for (const close of closing.splice(0)) await close();
      await service.close();
    },
  };
}
