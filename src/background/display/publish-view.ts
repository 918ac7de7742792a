import { itemKey } from '../../core/media/item-key';
import { isReadable } from '../../core/media/item';
import { covers } from '../../core/hosts/pattern-coverage';
import { isPaused } from '../../core/settings/settings';
import { resolveStatus, type TabFacts } from '../../core/status/resolve-status';
import type { TabView } from '../../core/status/tab-view';
import { webHost } from '../../core/hosts/web-host';
import { grantedOrigins } from '../../platform/browser/permissions';
import { settingsStore, viewStore } from '../../platform/storage/stores';
import { setToolbar } from '../../platform/browser/toolbar';
import { currentToken } from '../account/account';
import { cooldownStore } from '../delivery/dispatcher';
import { notifyChange } from './notify';
import { entryOf } from '../state/outbox-store';
import { accessPatterns, patternOf, scriptPatterns, siteOf, type Site } from '../sites/sites';
import { leasesStore, type TabState } from '../state/tab-state';
import { toolbarStateOf } from './toolbar-state';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** Brings what people see of a tab up to date: the view that the popup opens from, and the toolbar icon. */
export async function publishView(context: AppContext, state: TabState, anew = false): Promise<TabView> {
  const view = await tabViewOf(context, state);
  const store = viewStore(state.tabId);
  const before = await store.get();
  await store.set(view);
  const look = toolbarStateOf(view);
  // A new document has the icon of no tab: the browser takes back what was set for the last one.
  if (anew || before === undefined || JSON.stringify(toolbarStateOf(before)) !== JSON.stringify(look))
    await setToolbar(state.tabId, look);
  await notifyChange(before, view);
  return view;
}

/** What is true of a tab now. `url` is the tab's address where no script has said it. */
export async function tabViewOf(context: AppContext, state: TabState, url = state.url): Promise<TabView> {
  const site = url === undefined ? undefined : await siteOf(url);
  const facts = await factsOf(context, state, site, url);
  const host = webHost(url);
  const { session } = state.watch;
  const { reading } = state;
  const entry = facts.entry;
  const media = entry?.match.state === 'matched' || entry?.match.state === 'review' ? entry.match : undefined;
  const playback = session?.playback ?? Object.values(state.playbacks)[0];
  const status = resolveStatus(facts, context.now());
  const otherTabId =
    state.skip === 'other-tab' && state.leaseKey !== undefined
      ? (await leasesStore.get())[state.leaseKey]?.tabId
      : undefined;
  const crossedSkip =
    state.skip === 'insufficient-evidence' ||
    state.skip === 'too-short' ||
    state.skip === 'type-off' ||
    state.skip === 'not-me';
  return {
    tabId: state.tabId,
    status,
    updatedAt: context.now(),
    private: state.private,
    canScrobbleNow:
      reading !== undefined &&
      isReadable(reading.item) &&
      playback !== undefined &&
      session?.crossed !== true &&
      (crossedSkip || session !== undefined),
    ...defined({ host }),
    ...(site === undefined ? {} : { siteId: site.connector.id, siteName: site.connector.name }),
    ...(reading === undefined ? {} : { item: reading.item, degraded: reading.degraded }),
    ...(media === undefined ? {} : { media: media.media, confidence: media.confidence }),
    ...defined({ playback }),
    ...(session === undefined ? {} : { sessionId: session.id }),
    ...(otherTabId === undefined || otherTabId === state.tabId ? {} : { otherTabId }),
    ...(entry?.accepted === undefined
      ? {}
      : {
          sent: {
            position: entry.accepted.position,
            duration: entry.accepted.duration,
            at: entry.accepted.at,
          },
        }),
  };
}

async function factsOf(
  context: AppContext,
  state: TabState,
  site: Site | undefined,
  url: string | undefined,
): Promise<TabFacts> {
  const [settings, granted, token, gate] = await Promise.all([
    settingsStore.get(),
    grantedOrigins(),
    currentToken(context),
    cooldownStore.get(),
  ]);
  const { session } = state.watch;
  const entry = session === undefined ? undefined : await entryOf(context, session.id);
  const here = url === undefined ? '' : patternOf(url);
  const accessible = site === undefined || covers(granted, here);
  const { reading } = state;
  const unreadable = reading !== undefined && !isReadable(reading.item);
  const nothingRead =
    reading === undefined && session === undefined && state.skip === undefined && state.gate === undefined;
  return {
    supported: site !== undefined,
    missingAccess: site === undefined || accessible ? [] : accessOf(site, here),
    siteEnabled: site?.state.enabled ?? true,
    signedIn: token !== undefined,
    playerSeen: Object.keys(state.playbacks).length > 0,
    gateUntil: gate.until,
    ...(site === undefined ? {} : { siteId: site.connector.id }),
    ...(isPaused(settings, context.now()) ? { pausedUntil: settings.pausedUntil } : {}),
    ...defined({ skip: state.skip }),
    ...(unreadable || nothingRead
      ? { missing: reading !== undefined && reading.missing.length > 0 ? reading.missing : ['title'] }
      : {}),
    ...defined({ session, entry }),
  };
}

/** The whole site at once, so that its player frames and endpoints work too; a host that the person named, alone. */
function accessOf(site: Site, here: string): readonly string[] {
  return scriptPatterns(site).some((pattern) => covers([pattern], here)) ? accessPatterns(site) : [here];
}

/** The item that a tab shows, under the key of leases and corrections. */
export function keyOf({ reading }: TabState): string | undefined {
  return reading !== undefined && isReadable(reading.item) ? itemKey(reading.item) : undefined;
}
