import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OpenFacts } from '../../support/free-sources/open-facts';
import { startFreeSources, type RunningFreeSources } from '../../support/free-sources/start-free-sources';
import { startTest, type ServiceUnderTest } from '../service-under-test';

/** A fresh tracker without a token, and the free sources with these facts; the tracker anew for each test. */
export function useFreeSources(facts: readonly OpenFacts[]) {
  let sources: RunningFreeSources;
  let service: ServiceUnderTest;
  beforeAll(async () => {
    sources = await startFreeSources(facts);
  });
  beforeEach(async () => {
    sources.reset();
    service = await startTest({ freeSources: sources.addresses, sourceClock: unhurried() });
  });
  afterEach(() => service.close());
  afterAll(() => sources.close());
  return {
    get sources() {
      return sources;
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
      return Promise.resolve();
    },
  };
}
