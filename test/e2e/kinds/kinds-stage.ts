import cinema from '../../../src/connectors/matinee-cinema/definition.json' with { type: 'json' };
import { withProof } from '../../../src/protocol/definition/check-imported';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { PlaybackRecord } from '../../../src/protocol/tracker/history';
import { createBuiltInCatalogue } from '../../../src/service/catalogue/built-in/create-catalogue';
import { sendMessage, signIn } from '../../support/browser/drive-extension';
import { inChromium, inFirefox, type JourneyBrowser, type JourneyEngine } from '../journeys/journey-browser';
import type { JourneyPage } from '../journeys/journey-page';
import { launchChromium } from '../../support/browser/launch-chromium';
import type { Chromium } from '../../support/browser/chromium';
import { launchFirefox } from '../../support/browser/launch-firefox';
import { startCinemaService } from '../../support/server/start-cinema-service';
import { startSiteServer } from '../../support/server/site-server';
import { readHistory } from '../../support/server/start-stage';
import { waitFor } from '../../support/wait-for';
import { nameOf, readProgress } from '../sites/read-progress';
import { createKindsSite, KINDS_HOST, type Played } from './kinds-site';

export interface KindsStage {
  readonly engine: JourneyEngine;
  readonly browser: JourneyBrowser;
  /** For what only its protocol can do. */
  readonly chromium: Chromium | undefined;
  /** Opens the page of an episode, `S1:E3`, or of a film, `Metropolis`. It plays by itself. */
  readonly open: (name: string, query?: string, host?: string) => Promise<JourneyPage>;
  readonly played: (name: string) => Played;
  /** Waits until so many seconds have played under this name. */
  readonly afterSeconds: (name: string, seconds: number) => Promise<unknown>;
  /** Waits until the tracker has a place of it. */
  readonly recorded: (name: string) => Promise<PlaybackRecord>;
  /** Its pages go to its last part, once they have shown a minute of it. */
  readonly finishing: (name: string) => void;
  /** Waits until it is in the history. */
  readonly watched: (name: string) => Promise<unknown>;
  /** The places of the tracker. */
  readonly places: () => Promise<readonly PlaybackRecord[]>;
  /** All that is in the history, by the names of the pages, and when it was watched. */
  readonly history: () => Promise<readonly { readonly name: string; readonly at: number }[]>;
  /** The same by the events of the pages. */
  readonly truth: () => readonly { readonly name: string; readonly at: number }[];
  readonly close: () => Promise<void>;
}

/** Something that happens to a title while it plays. Each plays titles of its own. */
export interface Kind {
  readonly name: string;
  /** Where only one browser can do it, or be made to. */
  readonly only?: 'chromium' | 'firefox';
  readonly happen: (stage: KindsStage) => Promise<void>;
}

/** The real service with the lengths of its titles, the site, and a browser that is signed in. */
export async function startKindsStage(engine: JourneyEngine): Promise<KindsStage> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const service = await startCinemaService({ catalogue: createBuiltInCatalogue() });
    closers.push(() => service.close());
    const site = createKindsSite();
    const sites = await startSiteServer({
      [KINDS_HOST]: site.fetch,
      [CLOSED_HOST]: site.fetch,
      'elsewhere.example.test': () => new Response('elsewhere'),
    });
    closers.push(() => sites.close());
    const chromium = engine === 'chromium' ? await launchChromium({ sites, locale: 'en-US' }) : undefined;
    const browser = chromium
      ? inChromium(chromium)
      : inFirefox(await launchFirefox({ sites, preferences: IDLE }));
    closers.push(() => browser.close());
    await signIn(browser, service);
    await browser.grantHosts([`https://${KINDS_HOST}/*`, `https://${CLOSED_HOST}/*`]);
    const closed = {
      ...cinema,
      id: 'closed',
      name: 'Closed',
      hosts: [CLOSED_HOST],
      pages: cinema.pages.map(inShadow),
    };
    await sendMessage(browser, 'connectors.save', { definition: withProof(closed as Definition) });
    const tracker = { service, readKey: await service.createKey('pk') };
    const history = async () =>
      (await readHistory(tracker)).map((entry) => ({ name: nameOf(entry), at: Date.parse(entry.watchedAt) }));
    return {
      engine,
      browser,
      chromium,
      history,
      close,
      played: site.played,
      places: () => readProgress(tracker),
      async open(name, query = '', host = KINDS_HOST) {
        const page = await browser.newPage();
        await page.goto(`https://${host}${pathOf(name)}${query}`);
        return page;
      },
      afterSeconds: (name, seconds) =>
        waitFor(`${seconds} s of ${name}`, () => site.played(name).seconds >= seconds),
      recorded: (name) =>
        waitFor(`a place of ${name}`, async () =>
          (await readProgress(tracker)).find((record) => nameOf(record) === titleOf(name)),
        ),
      finishing: site.finish,
      watched: (name) =>
        waitFor(`${name} in the history`, async () =>
          (await history()).some((entry) => entry.name === titleOf(name)),
        ),
      truth: () =>
        site.names().flatMap((name) => {
          const at = site.played(name).watchedAt;
          return at === undefined || name.startsWith(NOTHING) ? [] : [{ name: titleOf(name), at }];
        }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What plays under such a name is to be in no history. */
export const NOTHING = 'nothing: ';

/** Milliseconds after which the event page ends without an event, as Firefox has it for everybody. */
const IDLE = { 'extensions.background.idle.timeout': 30_000 };

/** A site of an own connector, whose player is in a shadow root. */
export const CLOSED_HOST = 'closed.example.test';
const inShadow = (page: (typeof cinema.pages)[number]) => ({
  ...page,
  player: { ...page.player, shadow: true },
});

function pathOf(name: string): string {
  const [, season, episode] = /^S(\d+):E(\d+)$/.exec(name) ?? [];
  return season === undefined
    ? `/cinema/film/${name.toLowerCase()}`
    : `/cinema/series/breaking-bad/${season}-${episode}`;
}

/** Opens an episode, which plays; resolves when the tracker has a place of it. */
export async function begun(stage: KindsStage, name: string, query?: string): Promise<JourneyPage> {
  const page = await stage.open(name, query);
  await stage.recorded(name);
  return page;
}

/** Lets it play to its end, is in the history then, and closes its tabs. */
export async function ended(stage: KindsStage, name: string, page?: JourneyPage): Promise<void> {
  stage.finishing(name);
  await stage.watched(name);
  await waitFor('the word of the page itself', () => stage.played(name).watchedAt !== undefined);
  await (page ? page.close() : closeTabs(stage, name));
}

/** The tabs that show this title. */
export function tabsOf({ browser }: KindsStage, name: string): Promise<number[]> {
  return browser.evaluate(async (path) => {
    const tabs = await chrome.tabs.query({});
    return tabs.filter(({ url }) => url?.includes(path)).map(({ id }) => id);
  }, pathOf(name));
}

async function closeTabs(stage: KindsStage, name: string): Promise<void> {
  await stage.browser.evaluate((ids) => chrome.tabs.remove(ids), await tabsOf(stage, name));
}

declare const chrome: {
  readonly tabs: {
    readonly query: (all: object) => Promise<readonly { readonly id: number; readonly url?: string }[]>;
    readonly remove: (ids: readonly number[]) => Promise<void>;
  };
};

/** As the tracker calls it: `Breaking Bad 1x3`. */
function titleOf(name: string): string {
  return name.replace(/^S(\d+):E(\d+)$/, 'Breaking Bad $1x$2');
}
