import { proofOf } from '../../../src/protocol/definition/checked-definition';
import type { Definition } from '../../../src/protocol/definition/definition';
import { createKeyPair, sha256Of, signText } from '../../../src/protocol/tracker/signatures';
import { catalogueStore } from '../../../src/options/catalogue/catalogue-state';
import { updateCatalogue, type CatalogueWorld } from '../../../src/options/catalogue/update-catalogue';
import { releaseStore, trackerConnectorsStore } from '../../../src/platform/storage/stores';
import { runCase } from '../../../src/content/picker/cases/run-case';

const TRACKER = 'https://tracker.example/api/v1';
const DAY = 86_400_000;

/** An installation and a tracker, in memory. Saved pages are read by the code that reads real pages. */
export async function createTrackerWorld(packaged?: Definition) {
  const files = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const state = {
    now: Date.UTC(2026, 10, 22),
    pair: await createKeyPair(),
    sequence: 0,
    list: [] as object[],
    retired: [] as string[],
    expiresAt: undefined as number | undefined,
    /** Replaces what the tracker answers for a path. */
    tamper: (_path: string, text: string): string => text,
    /** What static hosts and mirrors serve: files by their path, by the address of a list. */
    served: {} as Record<string, ReadonlyMap<string, string>>,
    /** Ids of the lists that the tracker mirrors, below its own address. */
    mirrored: [] as string[],
    /** Every question is answered by 304. */
    isUnchanged: false,
    asked: [] as string[],
    /** The step at which the installation is stopped, counted from 1. */
    stopAt: Infinity,
    steps: 0,
  };
  const step = () => {
    state.steps += 1;
    if (state.steps >= state.stopAt) throw new Error('stopped');
  };

  async function answer(path: string): Promise<string | undefined> {
    if (path === `${TRACKER}/connectors/lists`)
      return JSON.stringify({ data: { items: state.mirrored.map((id) => ({ id, name: 'Mirror' })) } });
    const base = Object.keys(state.served).find((one) => path.startsWith(`${one}/`));
    if (base !== undefined) return state.served[base]?.get(path.slice(base.length + 1));
    const hash = /\/connectors\/catalogue\/(\w+)$/.exec(path)?.[1];
    if (hash !== undefined) return files.get(hash);
    const list = JSON.stringify({
      sequence: state.sequence,
      issuedAt: new Date(state.now).toISOString(),
      expiresAt: new Date(state.expiresAt ?? state.now + 14 * DAY).toISOString(),
      connectors: state.list,
      retired: state.retired,
    });
    const data = { list, key: state.pair.key, signature: await signText(state.pair.secret, list) };
    return JSON.stringify({ success: true, data });
  }

  const world: CatalogueWorld = {
    async fetch(input) {
      const url = input instanceof Request ? input.url : String(input);
      step();
      state.asked.push(url.slice(TRACKER.length));
      if (state.isUnchanged) return new Response(null, { status: 304 });
      const text = await answer(url);
      return text === undefined ? new Response('', { status: 404 }) : new Response(state.tamper(url, text));
    },
    now: () => state.now,
    builtInList: '',
    area: {
      async get(keys) {
        step();
        return Object.fromEntries(
          [keys ?? []].flat().flatMap((key) => (key in values ? [[key, structuredClone(values[key])]] : [])),
        );
      },
      async set(changes) {
        step();
        Object.assign(values, structuredClone(changes));
      },
    },
    async builtIn(id) {
      step();
      return packaged?.id === id ? packaged : undefined;
    },
    async replay(definition, { case: one, html, pages }) {
      step();
      return runCase(definition, one, html, pages);
    },
  };

  return {
    state,
    values,
    world,
    /** Publishes a file and signs the next list. */
    async publish(content: { readonly definition: object; readonly cases: readonly object[] }, share = 100) {
      const text = JSON.stringify(content);
      const sha256 = await sha256Of(text);
      const { id, hosts } = content.definition as Definition;
      files.set(sha256, text);
      state.sequence += 1;
      const version = state.list.length + 1;
      state.list = [...state.list, { id, version, sha256, hosts, share }];
      return sha256;
    },
    update: (address: string | undefined = TRACKER) => updateCatalogue(world, address),
    /** As without an account. */
    updateSignedOut: () => updateCatalogue(world, undefined),
    known: () => catalogueStore.read(values[catalogueStore.key]),
    connectors: () => trackerConnectorsStore.read(values[trackerConnectorsStore.key]),
    /** The definition in force, as the worker would read it. */
    inForce(id: string): Definition | undefined {
      const connector = trackerConnectorsStore.read(values[trackerConnectorsStore.key])[id];
      if (connector === undefined) return packaged;
      const release = releaseStore(id).read(values[releaseStore(id).key]);
      const definition = release.definition?.definition as Definition;
      return proofOf(definition) === release.definition?.proof ? definition : undefined;
    },
  };
}
