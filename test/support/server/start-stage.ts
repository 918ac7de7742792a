import { z } from 'zod';
import { historyPageSchema, type HistoryEntry } from '../../../src/protocol/tracker/history';
import { startService, type RunningService } from '../../../src/service/start-service';
import { signIn } from '../browser/drive-extension';
import type { Chromium } from '../browser/chromium';
import { launchChromium, type LaunchOptions } from '../browser/launch-chromium';
import { createCinemaCatalogue } from '../../demo/cinema-catalogue';
import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { startSiteServer, type Site, type SiteServer } from './site-server';

export interface StageOptions extends Omit<LaunchOptions, 'sites'> {
  /** Sites by host name; see `startSiteServer`. */
  readonly sites?: Readonly<Record<string, Site>>;
  /** Match patterns to grant before the first page opens. */
  readonly grant?: readonly string[];
  /** Default true. */
  readonly signedIn?: boolean;
  /** Default: the built-in one without lengths, since test pages play a short film under every title. */
  readonly catalogue?: Catalogue;
}

export interface Stage {
  /** The real service with an empty database in memory. */
  readonly service: RunningService;
  /** A read key of the owner, for `/history`. */
  readonly readKey: string;
  readonly sites: SiteServer;
  readonly chromium: Chromium;
  readonly close: () => Promise<void>;
}

/** Starts what most browser tests need: the real service, the sites, and a browser that is signed in. */
export async function startStage({
  sites: hosts = {},
  grant = [],
  signedIn = true,
  catalogue = createCinemaCatalogue(),
  ...launch
}: StageOptions = {}): Promise<Stage> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const service = await startService({
      catalogue,
      dataDir: ':memory:',
      deviceIntervalSeconds: 1,
      log: () => {},
    });
    closers.push(() => service.close());
    const sites = await startSiteServer(hosts);
    closers.push(() => sites.close());
    const chromium = await launchChromium({ ...launch, sites });
    closers.push(() => chromium.close());
    if (grant.length > 0) await chromium.grantHosts(grant);
    if (signedIn) await signIn(chromium, service);
    return { service, readKey: await service.createKey('pk'), sites, chromium, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The history of the service, newest first. */
export async function readHistory({
  service,
  readKey,
}: Pick<Stage, 'service' | 'readKey'>): Promise<HistoryEntry[]> {
  const answer = await fetch(`${service.baseUrl}/matinee/history`, { headers: { 'x-api-key': readKey } });
  if (!answer.ok) throw new Error(`GET /matinee/history answered ${answer.status}`);
  const { data } = z.object({ data: historyPageSchema }).parse(await answer.json());
  return data.items;
}
