import { headOf, type ConnectorHead } from '../../connectors/head';
import { connectors as builtIn } from '../../connectors';
import { createHostIndex, type HostIndex } from '../../core/hosts/host-index';
import { matchPatterns } from '../../core/hosts/host-pattern';
import { covers } from '../../core/hosts/pattern-coverage';
import type { SiteState } from '../../core/settings/site-state';
import { builtInDefinition } from '../../platform/files/built-in-definition';
import { grantedOrigins } from '../../platform/browser/permissions';
import { registerContentScript, startContentScript } from '../../platform/files/page-scripts';
import { sendToTab } from '../../platform/messaging/tab-messages';
import { ownConnectorsStore, sitesStore } from '../../platform/storage/stores';
import { allTabs } from '../../platform/browser/tabs';
import { readDefinition, type Definition } from '../../protocol/definition';

/** A connector as it is in force here. Of a built-in one the definition is a file of its own: see `definitionOf`. */
export type Site = { readonly connector: ConnectorHead; readonly state: SiteState } & (
  { readonly origin: 'built-in' } | { readonly origin: 'mine'; readonly definition: Definition }
);

/** All sites; one's own definition takes the place of a built-in one with the same id. */
export async function allSites(): Promise<readonly Site[]> {
  const [own, states] = await Promise.all([ownConnectorsStore.get(), sitesStore.get()]);
  const mine = readOwn(own);
  const replaced = new Set(mine.map(({ id }) => id));
  const stateOf = ({ id }: { readonly id: string }) => states[id] ?? { enabled: true };
  return [
    ...mine.map((definition) => ({
      connector: headOf(definition),
      state: stateOf(definition),
      origin: 'mine' as const,
      definition,
    })),
    ...builtIn
      .filter(({ id }) => !replaced.has(id))
      .map((connector) => ({ connector, state: stateOf(connector), origin: 'built-in' as const })),
  ];
}

/** How to read this site. Rejects with a PackedFileError where the file of a built-in one cannot be read. */
export async function definitionOf(site: Site): Promise<Definition> {
  return site.origin === 'mine' ? site.definition : builtInDefinition(site.connector.id);
}

export async function siteById(id: string): Promise<Site | undefined> {
  return (await allSites()).find(({ connector }) => connector.id === id);
}

/** The site of a page address: one's own first, then the most exact host, then the hosts that a person named. */
export async function siteOf(url: string): Promise<Site | undefined> {
  const sites = await allSites();
  const found = indexOf(sites).find(url);
  const byHost =
    found.find(({ id }) => sites.some((site) => site.connector.id === id && site.origin === 'mine')) ??
    found[0];
  if (byHost !== undefined) return sites.find(({ connector }) => connector.id === byHost.id);
  return sites.find(({ state }) => (state.hosts ?? []).some((pattern) => covers([pattern], patternOf(url))));
}

/** Match patterns on which this site's script runs. */
export function scriptPatterns({ connector, state }: Site): readonly string[] {
  const hosts = [...connector.hosts, ...(connector.frames ?? []).flatMap((frame) => frame.hosts)];
  return [...new Set([...hosts.flatMap(matchPatterns), ...(state.hosts ?? [])])];
}

/** Match patterns that access is asked for: where the script runs, and the hosts that its endpoints ask. */
export function accessPatterns(site: Site): readonly string[] {
  return [...new Set([...scriptPatterns(site), ...(site.connector.apiHosts ?? []).flatMap(matchPatterns)])];
}

/** Registers the content script on exactly the hosts that are known, switched on and granted. */
export async function registerScripts(): Promise<void> {
  const [sites, granted] = await Promise.all([allSites(), grantedOrigins()]);
  const wanted = sites.filter(({ state }) => state.enabled).flatMap(scriptPatterns);
  await registerContentScript([...new Set(wanted)].filter((pattern) => covers(granted, pattern)));
}

/** Starts (or ends) the script in the tabs that are open, so that nobody has to reload a page. */
export async function reachOpenTabs(): Promise<void> {
  const [sites, granted, tabs] = await Promise.all([allSites(), grantedOrigins(), allTabs()]);
  const patterns = sites
    .filter(({ state }) => state.enabled)
    .flatMap(scriptPatterns)
    .filter((pattern) => covers(granted, pattern));
  await Promise.allSettled(
    tabs.map(async ({ id, url }) => {
      if (url !== undefined && covers(patterns, patternOf(url))) await startContentScript(id);
      else await sendToTab(id, 'hello');
    }),
  );
}

/** `https://www.example.org/*` for any address on it; empty for what is no web page. */
export function patternOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/** What is stored is believed only after it was validated again; once for each content, since this is asked with every report. */
function readOwn(stored: Readonly<Record<string, unknown>>): readonly Definition[] {
  const text = JSON.stringify(stored);
  if (read?.text !== text) {
    read = { text, definitions: Object.values(stored).flatMap((one) => readDefinition(one) ?? []) };
  }
  return read.definitions;
}

let read: { readonly text: string; readonly definitions: readonly Definition[] } | undefined;

/** The index is made once for each list of connectors; the list only changes when one is saved. */
let cached: { readonly own: string; readonly index: HostIndex<ConnectorHead> } | undefined;

function indexOf(sites: readonly Site[]): HostIndex<ConnectorHead> {
  const own = sites
    .filter(({ origin }) => origin === 'mine')
    .map(({ connector }) => JSON.stringify(connector))
    .join('\n');
  if (cached?.own !== own) cached = { own, index: createHostIndex(sites.map(({ connector }) => connector)) };
  return cached.index;
}
