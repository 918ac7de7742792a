import { browser } from '../../../../src/platform/browser/browser';
import { findDraft } from '../../../../src/options/workbench/draft/use-draft';
import { databaseArea, type ValueArea } from '../../../../src/platform/storage/own-area';
import { draftsStore } from '../../../../src/platform/storage/workbench-stores';
import { ownConnectorsStore } from '../../../../src/platform/storage/stores';
import type { DraftCase } from '../../../../src/core/workbench/draft-record';
import type { Definition } from '../../../../src/protocol/definition/definition';

export const TAB = 7;
let drafts = 0;
/** What a saved page gives; the editor loads its reader once. */
let runCase = (): object => ({});

const match = { path: '^/v/(?<id>\\d+)$' };
export const series = { text: '.overlay-series', remember: true } as const;
export const episode = { text: '.overlay-episode', remember: true } as const;

/** A draft of a site whose labels are in the page only with its controls: so far it reads the site's name. */
export const untaught: Definition = {
  version: 1,
  id: 'overlay-play',
  name: 'Overlay Play',
  hosts: ['play.overlay.example'],
  pages: [{ kind: 'video', match, item: { title: [{ meta: 'og:title' }] }, generic: false }],
  verified: { date: null, how: 'never' },
};

const proposal = (source: object, value: string) => [
  { kind: 'class', source, value, count: 1, fragile: false },
];

/** What the page shows without its controls, and with them. */
export const pages = {
  bare: {
    item: { type: 'movie', title: 'Overlay Play' },
    implausible: true as const,
    fields: { title: proposal({ meta: 'og:title' }, 'Overlay Play') },
  },
  /** The controls are gone again, and a draft of their labels has not read them. */
  gone: {
    item: { type: 'episode' },
    fields: { seriesTitle: proposal(series, 'Breaking Bad'), episodeNumber: proposal(episode, '1') },
  },
  shown: {
    item: { type: 'episode', seriesTitle: 'Breaking Bad', episodeNumber: 1 },
    fields: { seriesTitle: proposal(series, 'Breaking Bad'), episodeNumber: proposal(episode, '1') },
  },
} as const;

/** The extension API in memory, with a page in a tab that answers the workbench. */
export async function createEditorWorld(definition = untaught, cases: DraftCase[] = []) {
  // The editor of the draft before may still be storing it.
  const key = `draft${(drafts += 1)}`;
  const state = {
    page: pages.bare as (typeof pages)[keyof typeof pages],
    playing: true,
    pick: 'left' as 'picking' | 'left',
    /** What the bar of the picker says. */
    hints: [] as string[],
    submitted: [] as unknown[],
    /** Fields in which the saved pages differ from what they expect. */
    differs: [] as string[],
  };
  const url = 'https://play.overlay.example/v/1001';
  const answers: Readonly<Record<string, (question: { readonly hint?: string }) => unknown>> = {
    try: () => trialOf(state.page, state.playing, url),
    describe: () => ({
      url,
      title: '',
      item: {},
      fields: state.page.fields,
      video: [],
      shadow: false,
      frames: [],
    }),
    snapshot: () => snapshotOf(state.page.item, url),
    pick: ({ hint = '' }) => {
      state.hints.push(hint);
      state.pick = 'picking';
      return { state: 'picking' };
    },
    picked: () => ({ state: state.pick }),
    leave: () => ({ state: (state.pick = 'left') }),
  };
  const messages: Readonly<Record<string, (input: never) => unknown>> = {
    'workbench.ask': ({ question }: { question: { kind: string; hint?: string } }) => ({
      value: answers[question.kind]?.(question),
    }),
    'workbench.match': () => null,
    'connectors.save': async ({ definition: next }: { definition: { definition: Definition } }) =>
      ownConnectorsStore.set({ [next.definition.id]: next as never }),
    'connectors.remove': async () => ownConnectorsStore.set({}),
    'connectors.submit': (input: unknown) => {
      state.submitted.push(input);
      return { state: 'submitted' };
    },
  };
  runCase = () => ({ passed: state.differs.length === 0, item: state.page.item, differs: state.differs });
  const restore = install(async ({ name, input }) => ({ value: await messages[name]?.(input) }));
  await draftsStore.set({
    [key]: { key, text: JSON.stringify(definition), cases, changedAt: 1, seen: ['one', 'two'] },
  });
  return {
    key,
    state,
    async close() {
      // After what the editor still stores.
      await findDraft(key);
      restore();
    },
    own: async () => Object.keys(await ownConnectorsStore.get()),
    cases: async (): Promise<DraftCase[]> => (await draftsStore.get())[key]?.cases ?? [],
  };
}

function trialOf(page: (typeof pages)[keyof typeof pages], playing: boolean, url: string) {
  const { item } = page;
  return {
    url,
    page: 'video',
    trace: [],
    videos: 1,
    reading: {
      item,
      identity: '1001',
      degraded: false,
      missing: [],
      gated: false,
      ...('implausible' in page && { implausible: true }),
    },
    ...(playing && { playback: { state: 'playing', position: 60, duration: 2_700, rate: 1, at: 0 } }),
  };
}

function snapshotOf(item: object, url: string) {
  return { html: '<video></video>', case: { about: 'kept', covers: 'episode', url, expect: { item } } };
}

/** The parts of the extension API that the editor uses. Returns a function that restores what was there. */
function install(sendMessage: (message: { name: string; input: never }) => Promise<unknown>): () => void {
  Object.assign(window.happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true });
  Object.assign(globalThis, { matineeRunCase: async () => runCase() });
  const locks = { request: async (_: string, work: () => unknown) => work() };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const target = browser as unknown as Record<string, unknown>;
  const [before, areaBefore] = [{ ...target }, { ...databaseArea }];
  const event = { addListener: () => {}, removeListener: () => {} };
  const api = {
    runtime: { sendMessage, getURL: (path: string) => `https://extension.example/${path}` },
    permissions: { request: async () => true },
    tabs: { update: async () => undefined, query: async () => [{ id: 1, incognito: false }] },
    storage: { session: memoryArea(), onChanged: event },
    i18n: { getUILanguage: () => 'en', getMessage: (key: string) => (key === 'language_tag' ? 'en' : key) },
  };
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async () => Response.json([]);
  Object.assign(target, api);
  Object.assign(databaseArea, memoryArea());
  return () => {
    globalThis.fetch = fetchBefore;
    Object.assign(databaseArea, areaBefore);
    for (const name of Object.keys(api)) delete target[name];
    Object.assign(target, before);
  };
}

function memoryArea(): ValueArea {
  const values = new Map<string, unknown>();
  return {
    get: async (keys) =>
      Object.fromEntries([...values].filter(([key]) => keys === null || keys.includes(key))),
    async set(changed) {
      for (const [key, value] of Object.entries(changed)) values.set(key, value);
    },
    async remove(keys) {
      for (const key of [keys].flat()) values.delete(key);
    },
  };
}

/** The document of the tests. */
declare const window: { readonly happyDOM: { readonly settings: object } };
