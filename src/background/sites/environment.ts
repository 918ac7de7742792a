import { type Settings, isPaused } from '../../core/settings/settings';
import type { SiteState } from '../../core/settings/site-state';
import { grantedOrigins } from '../../platform/browser/permissions';
import { builtInHeads } from '../../platform/files/built-in-connectors';
import { readTogether } from '../../platform/storage/storage-item';
import {
  ownConnectorsStore,
  settingsStore,
  sitesStore,
  trackerConnectorsStore,
} from '../../platform/storage/stores';
import { currentAccount, tokenFor } from '../account/account';
import type { AppContext } from '../context/context';
import { sitesFrom, type Site, findSite } from './sites';
import { coversUrl } from './site-patterns';

/** The state that all tabs share at one moment: settings, sites, access and sign-in. */
export type Environment = Readonly<{
  /** When it was read, in milliseconds since 1970. */
  now: number;
  settings: Settings;
  sites: Site[];
  /** By site id; only sites that the person has changed. */
  siteStates: Readonly<Record<string, SiteState>>;
  /** Match patterns with granted access. */
  granted: string[];
  /** The owner of updates recorded now (`accountKey`); empty if nobody has signed in. */
  account: string;
  /** There is a token for the tracker in use. */
  signedIn: boolean;
}>;

/**
 * Reads everything at once. While the lock is held, settings and sites don't change; access and sign-in may,
 * and views are refreshed after that.
 */
export async function readEnvironment(context: AppContext): Promise<Environment> {
  const [builtIn, [settings, own, tracker, siteStates], granted, account] = await Promise.all([
    builtInHeads(),
    readTogether('local', settingsStore, ownConnectorsStore, trackerConnectorsStore, sitesStore),
    grantedOrigins(),
    currentAccount(context),
  ]);
  return {
    now: context.now(),
    settings,
    sites: sitesFrom(builtIn, own, tracker, siteStates),
    siteStates,
    granted,
    account: account?.key ?? '',
    signedIn: tokenFor(context, account, settings) !== undefined,
  };
}

/** The site of a page if it is on, accessible and not paused, in a window that may be recorded. */
export function recordableSite(environment: Environment, url: string, isPrivate: boolean): Site | undefined {
  const site = findSite(environment.sites, url);
  return site?.state.enabled === true && isRecordable(environment, url, isPrivate) ? site : undefined;
}

/** Whether this is a private window while those are turned off: nothing of it is read, stored or sent. */
export function isExcludedWindow({ settings }: Environment, isPrivate: boolean): boolean {
  return isPrivate && !settings.privateWindows;
}

/**
 * Whether a page at this address may be recorded: access is granted, recording is not paused, and the window
 * is not excluded.
 */
export function isRecordable(environment: Environment, url: string, isPrivate: boolean): boolean {
  const { granted, settings, now } = environment;
  return coversUrl(granted, url) && !isPaused(settings, now) && !isExcludedWindow(environment, isPrivate);
}
