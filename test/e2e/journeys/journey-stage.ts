import type { TabView } from '../../../src/core/status/status';
import type { HistoryEntry } from '../../../src/protocol/tracker/history';
import type { RunningService } from '../../../src/service/start-service';
import { createCinema } from '../../demo/cinema';
import { tabViews } from '../../support/browser/drive-extension';
import { startSiteServer, type SiteServer } from '../../support/server/site-server';
import { readHistory } from '../../support/server/start-stage';
import { startTrackerProxy, type TrackerProxy } from '../../support/server/tracker-proxy';
import { waitFor } from '../../support/wait-for';
import { launchJourneyBrowser, type JourneyBrowser, type JourneyEngine } from './journey-browser';
import type { JourneyPage } from './journey-page';
import { appSite } from '../workbench-sites';
import { ownPlayer, OWN_PLAYER_HOSTS } from './own-player';
import { createPictures, PICTURES } from './repaired-site';
import { startCinemaService } from '../../support/server/start-cinema-service';

export const CINEMA = 'https://cinema.matinee.test';
/** A site without a connector, with generated class names and no structured data. */
export const UNKNOWN_SITE = 'app.hashed.example';
/** A tracker in the local network, without encryption. */
export const LAN_TRACKER = 'http://tracker.home.arpa';

export interface JourneyStage {
  readonly service: RunningService;
  readonly tracker: TrackerProxy;
  readonly sites: SiteServer;
  readonly browser: JourneyBrowser;
  /** The site that changes its page. */
  readonly pictures: { isRedesigned: boolean };
  readonly history: () => Promise<readonly HistoryEntry[]>;
  /** Opens a work of the cinema, which plays by itself. `rate` is 16 by default. */
  readonly watch: (work: string, rate?: number) => Promise<JourneyPage>;
  /** Waits for the view of a tab that plays this title and for which `holds` returns true. */
  readonly viewOf: (title: string, holds: (view: TabView) => boolean) => Promise<TabView>;
  /** Waits until this title is in the history. */
  readonly watched: (title: string) => Promise<HistoryEntry>;
  readonly close: () => Promise<void>;
}

/** Starts the real service, the cinema under its host name, and the browser, without sign-in and grants. */
export async function startJourneyStage(engine: JourneyEngine): Promise<JourneyStage> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const service = await startCinemaService();
    closers.push(() => service.close());
    const tracker = await startTrackerProxy(service);
    closers.push(() => tracker.close());
    const cinema = createCinema();
    const pictures = createPictures();
    const sites = await startSiteServer({
      [new URL(CINEMA).hostname]: (request) => cinema.fetch(request),
      [new URL(LAN_TRACKER).hostname]: (request) => tracker.fetch(request),
      [OWN_PLAYER_HOSTS.page]: ownPlayer.page,
      [OWN_PLAYER_HOSTS.api]: ownPlayer.api,
      [UNKNOWN_SITE]: appSite,
      [PICTURES]: pictures.site,
    });
    closers.push(() => sites.close());
    const browser = await launchJourneyBrowser(engine, sites);
    closers.push(() => browser.close());
    const readKey = await service.createKey('pk');
    const history = () => readHistory({ service, readKey });
    return {
      service,
      tracker,
      sites,
      browser,
      history,
      pictures: pictures.state,
      close,
      async watch(work, rate = 16) {
        const page = await browser.newPage();
        await page.goto(`${CINEMA}/cinema/${work}?autoplay=1&rate=${rate}`);
        return page;
      },
      viewOf: (title, holds) =>
        waitFor(`the view of ${title}`, async () =>
          (await tabViews(browser)).find((view) => titleOf(view.item) === title && holds(view)),
        ),
      watched: (title) =>
        waitFor(`${title} in the history`, async () =>
          (await history()).find(({ media }) => titleOf(media) === title),
        ),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `Sintel`, `Sherlock 1x2`. */
export function titleOf(
  named:
    | {
        readonly title?: string | undefined;
        readonly seriesTitle?: string | undefined;
        readonly seasonNumber?: number | undefined;
        readonly episodeNumber?: number | undefined;
      }
    | undefined,
): string | undefined {
  if (named?.episodeNumber === undefined) return named?.title;
  return `${named.seriesTitle ?? named.title ?? ''} ${named.seasonNumber ?? 0}x${named.episodeNumber}`;
}
