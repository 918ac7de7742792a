import { createHostIndex, type HostIndex } from '../../core/hosts/host-index';
import type { SiteState } from '../../core/settings/site-state';
import { builtInDefinition, builtInHeads } from '../../platform/files/built-in-connectors';
import { readTogether } from '../../platform/storage/storage-item';
import {
  repairsStore,
  ownConnectorsStore,
  sitesStore,
  releaseStore,
  trackerConnectorsStore,
  type TrackerConnector,
} from '../../platform/storage/stores';
import { headOf, type ConnectorHead } from '../../protocol/definition/connector-head';
import { readChecked, type CheckedDefinition } from '../../protocol/definition/checked-definition';
import type { Definition } from '../../protocol/definition/definition';
import { withRepairs } from '../../protocol/definition/with-repairs';
import { coversUrl } from './site-patterns';

/**
 * A connector with the person's choices for it. Only connectors of the person come with their definition: see
 * `definitionsOf`.
 */
export type Site = Readonly<{ connector: ConnectorHead; state: SiteState }> &
  (
    | Readonly<{ origin: 'built-in' }>
    | Readonly<{ origin: 'tracker'; trial?: string | undefined }>
    | Readonly<{ origin: 'mine'; definition: Definition }>
  );

export async function allSites(): Promise<Site[]> {
  const [builtIn, [own, tracker, states]] = await Promise.all([
    builtInHeads(),
    readTogether('local', ownConnectorsStore, trackerConnectorsStore, sitesStore),
  ]);
  return sitesFrom(builtIn, own, tracker, states);
}

/**
 * All sites, from the built-in heads and from the stored definitions and states, both by id. Where several
 * connectors have the same id, the person's own counts first, then the tracker's, then the built-in one.
 */
export function sitesFrom(
  builtIn: ConnectorHead[],
  own: Readonly<Record<string, CheckedDefinition>>,
  tracker: Readonly<Record<string, TrackerConnector>>,
  states: Readonly<Record<string, SiteState>>,
): Site[] {
  const mine = readOwn(own);
  const taken = Object.values(tracker);
  const replaced = new Set(mine.map(({ id }) => id));
  const isFree = ({ id }: ConnectorHead) => !replaced.has(id) && replaced.add(id);
  const stateOf = ({ id }: Readonly<{ id: string }>) => states[id] ?? { enabled: true };
  return [
    ...mine.map((definition) => ({
      connector: headOf(definition),
      state: stateOf(definition),
      origin: 'mine' as const,
      definition,
    })),
    ...taken.flatMap(({ head, trial }) =>
      isFree(head) ? { connector: head, state: stateOf(head), origin: 'tracker' as const, trial } : [],
    ),
    ...builtIn
      .filter(isFree)
      .map((connector) => ({ connector, state: stateOf(connector), origin: 'built-in' as const })),
  ];
}

export type Definitions = Readonly<{
  definition: Definition;
  /** The previous version, while this one is on trial. */
  former?: Definition | undefined;
}>;

/**
 * How to read this site. Rejects with a BundledFileError if the file of a built-in definition cannot be read.
 */
export async function definitionsOf(site: Site): Promise<Definitions> {
  const { id } = site.connector;
  if (site.origin === 'mine') return { definition: await ownDefinition(site) };
  const repairs = (await repairsStore.get())[id];
  if (site.origin === 'tracker') {
    const release = await releaseStore(id).get();
    const definition = readChecked(release.definition);
    const former = site.trial ? readChecked(release.former) : undefined;
    if (definition)
      return { definition: withRepairs(definition, repairs), former: former && withRepairs(former, repairs) };
  }
  return { definition: withRepairs(await builtInDefinition(id), repairs) };
}

/** If the person's connector has no page for an address, the other connectors of its hosts are tried. */
async function ownDefinition({ connector, definition }: Site & Readonly<{ origin: 'mine' }>) {
  let all = definition;
  for (const one of await allSites()) {
    const { id, hosts } = one.connector;
    if (id === connector.id || !one.state.enabled || !hosts.some((host) => connector.hosts.includes(host)))
      continue;
    all = joinDefinitions(all, (one.origin === 'mine' ? one : await definitionsOf(one)).definition);
  }
  return all;
}

/**
 * Merges two connectors that share a host: the second one reads the pages that the first does not cover. If
 * both define something, such as an endpoint of the same name, the first one counts.
 */
export function joinDefinitions(first: Definition, second: Definition): Definition {
  const pages = [...first.pages, ...second.pages];
  return { ...second, ...first, pages, endpoints: { ...second.endpoints, ...first.endpoints } };
}

export async function siteById(id: string): Promise<Site | undefined> {
  return (await allSites()).find(({ connector }) => connector.id === id);
}

export async function siteOf(url: string): Promise<Site | undefined> {
  return findSite(await allSites(), url);
}

/**
 * The site of an address: the person's own first, then the most exact host, then hosts added by the person.
 */
export function findSite(sites: Site[], url: string): Site | undefined {
  const found = indexOf(sites).find(url);
  const byHost =
    found.find(({ id }) => sites.some((site) => site.connector.id === id && site.origin === 'mine')) ??
    found[0];
  if (byHost !== undefined) return sites.find(({ connector }) => connector.id === byHost.id);
  return sites.find(({ state }) => (state.hosts ?? []).some((pattern) => coversUrl([pattern], url)));
}

/** The checked stored definitions, parsed once per content, because every report needs them. */
function readOwn(stored: Readonly<Record<string, CheckedDefinition>>): Definition[] {
  const text = JSON.stringify(stored);
  if (read?.text !== text) {
    read = { text, definitions: Object.values(stored).flatMap((one) => readChecked(one) ?? []) };
  }
  return read.definitions;
}

let read: Readonly<{ text: string; definitions: Definition[] }> | undefined;

/** Indexes the connectors by host, once per list: again when the connectors that are not built in change. */
function indexOf(sites: Site[]): HostIndex<ConnectorHead> {
  const own = sites
    .filter(({ origin }) => origin !== 'built-in')
    .map(({ connector }) => JSON.stringify(connector))
    .join('\n');
  if (cached?.own !== own) cached = { own, index: createHostIndex(sites.map(({ connector }) => connector)) };
  return cached.index;
}

let cached: Readonly<{ own: string; index: HostIndex<ConnectorHead> }> | undefined;
