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
    ...options
  }: Pick<ServiceOptions, 'packLimits'> & { readonly anime?: readonly AniListFacts[] } = {},
) {
  let folder: string;
  let sources: RunningFreeSources;
  let service: ServiceUnderTest;
  beforeAll(async () => {
    sources = await startFreeSources(facts, { anime });
  });
  beforeEach(async () => {
    sources.reset();
    sources.learn(facts);
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    const packPath = join(folder, 'catalogue.db');
    const clock = { freeSources: sources.addresses, sourceClock: unhurried() };
    service = await startTest({ ...options, ...clock, packPath });
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

/** A clock on which waiting takes no time. */
function unhurried() {
  let time = 0;
  return {
    now: () => time,
    wait: (ms: number) => {
      time += ms;
      return setImmediate();
    },
  };
}
