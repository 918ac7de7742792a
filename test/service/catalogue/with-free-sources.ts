import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AniListFacts } from '../../support/free-sources/anilist-answers';
import type { OpenFacts } from '../../support/free-sources/open-facts';
import {
  SOURCE_NAMES,
  startFreeSources,
  type RunningFreeSources,
} from '../../support/free-sources/start-free-sources';
import type { ServiceOptions } from '../../../src/service/create-service';
import { startTest, type ServiceUnderTest } from '../service-under-test';

/** A fresh tracker without a token, and the free sources with these facts; the tracker anew for each test. */
export function useFreeSources(
  facts: readonly OpenFacts[],
  {
    anime = [],
    isLimited = false,
    ...options
  }: Pick<ServiceOptions, 'packLimits'> & {
    readonly anime?: readonly AniListFacts[];
    /** The tracker ends a request after its five seconds, which a busy machine may need for an answer. */
    readonly isLimited?: boolean;
  } = {},
) {
  let folder: string;
  let sources: RunningFreeSources;
  let service: ServiceUnderTest;
  let clock: ReturnType<typeof unhurried>;
  beforeAll(async () => {
    sources = await startFreeSources(facts, { anime });
  });
  beforeEach(async () => {
    sources.reset();
    sources.learn(facts);
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    const packPath = join(folder, 'catalogue.db');
    clock = unhurried({ isLimited });
    const given = {
      freeSources: sources.addresses,
      sourceClock: clock,
      // A busy machine makes an answer late, not wrong.
      sourcePatienceMs: 120_000,
      fetch: clock.fetch,
    };
    service = await startTest({ ...options, ...given, packPath });
  });
  afterEach(async () => {
    await service.app.pack?.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  afterAll(() => sources.close());
  return {
    get sources() {
      return sources;
    },
    /** The one by which the requests to the sources are spread. */
    get clock() {
      return clock;
    },
    get pack() {
      const { pack } = service.app;
      if (pack === undefined) throw new Error('the tracker has no pack');
      return pack;
    },
    get packPath() {
      return join(folder, 'catalogue.db');
    },
    /** No source answers, at once. */
    cut: () => {
      for (const name of SOURCE_NAMES)
        sources.faults[name] = (response) => {
          response.destroy();
          return true;
        };
    },
    get service() {
      return service;
    },
    resolve: (body: unknown) => service.call('POST', '/matinee/resolve', { body }),
  };
}

/**
 * A clock on which waiting takes no time. It notes when on it each source was asked. With `isLimited`,
 * requests end at their limit in real time.
 */
export function unhurried({ isLimited = true } = {}) {
  let time = 0;
  const asked: { readonly name: string; readonly at: number }[] = [];
  return {
    now: () => time,
    wait: (ms: number) => {
      time += ms;
      return setImmediate();
    },
    pass: (ms: number) => {
      time += ms;
    },
    fetch: ((url: string, init?: RequestInit) => {
      asked.push({ name: new URL(url).pathname.split('/')[1] ?? '', at: time });
      return fetch(url, isLimited ? init : { ...init, signal: null });
    }) as typeof fetch,
    /** Most requests to a source within any such time. */
    mostWithin(name: string, ms: number): number {
      const times = asked.filter((one) => one.name === name).map(({ at }) => at);
      return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
    },
  };
}
