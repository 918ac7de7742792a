import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCase } from '../../../scripts/connector/run-case';
import { deepEqual } from '../../../src/core/values/deep-equal';
import { updateCatalogue, type CatalogueWorld } from '../../../src/options/catalogue/update-catalogue';
import type { CaseRun } from '../../../src/options/workbench/cases/case-runner';
import type { Definition } from '../../../src/protocol/definition/definition';
import { catalogueStore } from '../../../src/options/catalogue/catalogue-state';
import { trackerConnectorsStore } from '../../../src/platform/storage/stores';
import { ListRefused } from '../../../src/protocol/connector-list/list-address';
import type { ServiceLogEntry } from '../../../src/service/http/log';
import { mirrorLists } from '../../../src/service/releases/mirror-lists';
import { createPublicList, type PublicList } from '../../support/connector-list/public-list';
import { startTest, type ServiceUnderTest } from '../service-under-test';

// One evening: two households that know nothing of each other, each with a tracker of its own, and one list
// that both trackers mirror. What its maintainers repair reaches both.

const UPSTREAM = 'https://list.example/connectors';
const DAY = 86_400_000;
const definitionOf = (selector: string) => ({
  version: 1,
  id: 'example',
  name: 'Example',
  hosts: ['www.example.test'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/' },
      item: { type: [{ constant: 'movie' }], title: [{ text: selector }] },
      generic: false,
    },
  ],
  verified: { date: null, how: 'never' },
});
const connector = (selector: string) => ({
  definition: definitionOf(selector),
  cases: [
    {
      name: 'film',
      about: 'a film',
      covers: 'film',
      url: 'https://www.example.test/watch/1',
      html: ['<h1 class="title">Sintel</h1><h2 class="name">Sintel</h2><video></video>'],
      videos: [{ selector: 'video', duration: 5400, position: 60 }],
      expect: { item: { type: 'movie', title: 'Sintel' } },
    },
  ],
});

let list: PublicList;
let now: number;
let served: ReadonlyMap<string, string>;
let households: readonly Household[];

interface Household {
  readonly service: ServiceUnderTest;
  /** The tracker looks at its upstream. */
  readonly mirror: () => Promise<void>;
  /** The extension of a person looks at the tracker. */
  readonly look: () => Promise<boolean>;
  readonly state: () => ReturnType<typeof catalogueStore.read>;
  readonly selector: () => string | undefined;
}

let logged: ServiceLogEntry[] = [];

beforeEach(async () => {
  logged = [];
  now = Date.now();
  list = await createPublicList(() => now);
  await list.publish([connector('.title')]);
  served = list.files();
  households = [await createHousehold('a'), await createHousehold('b')];
});
afterEach(async () => {
  list.remove();
  for (const { service } of households) await service.close();
});

async function createHousehold(name: string): Promise<Household> {
  const service = await startTest();
  const tracker = `https://${name}.example/api/v1`;
  const values: Record<string, unknown> = {};
  const upstream = async (url: RequestInfo | URL) => {
    const text = served.get(addressOf(url).slice(UPSTREAM.length + 1));
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  };
  const world: CatalogueWorld = {
    fetch: async (url) => service.app.request(`/api/v1${addressOf(url).slice(tracker.length)}`),
    now: () => now,
    builtInList: '',
    area: {
      get: async (keys) =>
        Object.fromEntries([keys ?? []].flat().flatMap((key) => (key in values ? [[key, values[key]]] : []))),
      set: async (changes) => void Object.assign(values, structuredClone(changes)),
    },
    builtIn: async (id) => (id === 'example' ? (definitionOf('.title') as unknown as Definition) : undefined),
    replay,
  };
  return {
    service,
    mirror: async () =>
      mirrorLists({
        store: service.store,
        lists: [`${UPSTREAM}#${await list.id()}`],
        fetch: upstream,
        now: () => now,
        log: (entry) => void logged.push(entry),
      }),
    look: () => updateCatalogue(world, tracker),
    state: () => catalogueStore.read(values[catalogueStore.key]),
    selector: () => {
      const inForce = trackerConnectorsStore.read(values[trackerConnectorsStore.key])['example'];
      if (inForce === undefined) return '.title';
      const release = values['release:example'] as { definition: { definition: Definition } };
      const [source] = release.definition.definition.pages[0]?.item.title ?? [];
      return source !== undefined && 'text' in source ? source.text : undefined;
    },
  };
}

const addressOf = (url: RequestInfo | URL) => (url instanceof Request ? url.url : String(url));

const replay: CatalogueWorld['replay'] = async (definition, one) => {
  const results = await runCase(definition, { ...one, pages: one.pages ?? {} });
  const { item = {} } = (results[0]?.actual ?? {}) as { item?: object };
  return { passed: results.every((step) => deepEqual(step.expected, step.actual)), item } as CaseRun;
};

const everybody = async () => {
  for (const { mirror, look } of households) {
    await mirror();
    await look();
  }
};

describe('two trackers with the same upstream', () => {
  test('get the same repair on the same evening, with the name of its list', async () => {
    await everybody();
    expect(households.map(({ selector }) => selector())).toEqual(['.title', '.title']);
    await list.publish([connector('.name')]);
    served = list.files();
    await everybody();
    expect(households.map(({ selector }) => selector())).toEqual(['.name', '.name']);
    const [first, second] = households.map(({ state }) => state().sites['example']?.inForce);
    expect(first).toMatchObject({ list: await list.id(), version: 2 });
    expect(second?.sha256).toBe(first?.sha256);
  });

  test('serve the list byte for byte, and go on while the upstream is away', async () => {
    await everybody();
    await list.publish([connector('.name')]);
    served = list.files();
    for (const { mirror } of households) await mirror();
    served = new Map();
    for (const household of households) {
      await household.mirror();
      expect(await household.look()).toBe(true);
      const answer = await household.service.app.request('/api/v1/connectors/lists');
      expect(await answer.json()).toMatchObject({
        data: { items: [{ id: await list.id(), name: 'Public list', refused: 'unreachable' }] },
      });
    }
    const path = `/api/v1/connectors/lists/${await list.id()}`;
    for (const [name, text] of list.files()) {
      if (name === '1.snapshot.json' || name === '1.targets.json' || name.startsWith('targets/')) continue;
      const answer = await households[0]?.service.app.request(`${path}/${name}`);
      expect(await answer?.text(), name).toBe(text);
    }
  });

  test('serve the state of before where the upstream is poisoned, rolled back or frozen', async () => {
    const old = list.files();
    await list.publish([connector('.name')]);
    served = list.files();
    await everybody();
    const refusals: string[] = [];
    const pages: string[] = [];
    const poisoned = new Map(list.files());
    poisoned.set(
      'timestamp.json',
      (poisoned.get('timestamp.json') ?? '').replace('"version": 2', '"version": 3'),
    );
    for (const [files, days] of [
      [poisoned, 0],
      [old, 0],
      [list.files(), 5],
    ] as const) {
      served = files;
      now += days * DAY;
      await everybody();
      for (const { service, selector } of households) {
        const [mirrored] = await service.store.publicLists.all();
        refusals.push(String(mirrored?.refused));
        pages.push(await connectorsPage(service));
        expect(selector()).toBe('.name');
      }
    }
    expect(refusals).toEqual(['signature', 'signature', 'older', 'older', 'expired', 'expired']);
    const sentences = ['Too few of its maintainers', 'earlier than what is already known', 'out of date'];
    for (const [index, page] of pages.entries())
      expect(page).toContain(sentences[Math.floor(index / households.length)] ?? fail());
    // Who asks a frozen mirror is told so.
    expect(households.map(({ state }) => state().lists[0]?.refused)).toEqual(['expired', 'expired']);
  });

  test('know the way back: a repair that is taken out of the list is no longer used', async () => {
    await list.publish([connector('.name')]);
    served = list.files();
    await everybody();
    await list.publish([connector('.name')], ['example']);
    served = list.files();
    await everybody();
    expect(households.map(({ selector }) => selector())).toEqual(['.title', '.title']);
  });

  test('a list that is refused at its very first look is logged with the reason', async () => {
    served = new Map();
    await households[0]?.mirror();
    expect(logged).toMatchObject([{ level: 'error', event: 'list-refused', error: { why: 'unreachable' } }]);
    expect(await households[0]?.service.store.publicLists.all()).toEqual([]);
  });

  test('a list that is refused at a later look is logged once for each cause', async () => {
    const causes = () => logged.map(({ error }) => (error instanceof ListRefused ? error.why : error));
    await list.publish([connector('.name')]);
    const files = list.files();
    served = files;
    await households[0]?.mirror();
    expect(causes()).toEqual([]);
    served = new Map();
    await households[0]?.mirror();
    await households[0]?.mirror();
    expect(causes()).toEqual(['unreachable']);
    served = files;
    await households[0]?.mirror();
    served = new Map();
    await households[0]?.mirror();
    expect(causes()).toEqual(['unreachable', 'unreachable']);
  });

  test('a tracker that no longer mirrors a list takes its repairs with it', async () => {
    await list.publish([connector('.name')]);
    served = list.files();
    await everybody();
    const [first] = households;
    await mirrorLists({
      store: first?.service.store ?? fail(),
      lists: [],
      fetch,
      now: () => now,
      log: (entry) => void logged.push(entry),
    });
    await first?.look();
    expect(first?.selector()).toBe('.title');
    // What was believed of it is known, should somebody show an earlier state of it.
    expect(first?.state().lists[0]?.trusted).toBeDefined();
  });
});

async function connectorsPage({ app, signedIn }: ServiceUnderTest): Promise<string> {
  return (await app.request('/connectors', { headers: { cookie: await signedIn() } })).text();
}

function fail(): never {
  throw new Error('no household');
}
