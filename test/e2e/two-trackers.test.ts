import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInSites, readDefinitionFile, readJson, type SiteFiles } from '../../scripts/connector/files';
import { sha256Of } from '../../src/protocol/tracker/signatures';
import { mirrorLists } from '../../src/service/releases/mirror-lists';
import { startService, type RunningService } from '../../src/service/start-service';
import { createCinemaCatalogue } from '../demo/cinema-catalogue';
import { findFirefox } from '../support/browser/browser-paths';
import { signIn, tabViews } from '../support/browser/drive-extension';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import {
  createPublicList,
  signedText,
  type ListedConnector,
  type PublicList,
} from '../support/connector-list/public-list';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { catalogue, lookAtCatalogue, sentBy } from './catalogue-steps';
import { inChromium, inFirefox, type JourneyBrowser } from './journeys/journey-browser';
import type { JourneyPage } from './journeys/journey-page';
import { createRedesigned, filmPath, REDESIGNED, redesignedId } from './redesigned-site';

/*
 * One evening: a site has changed, and two households that know nothing of each other lose what they watch on
 * it – one with Chromium, the other with Firefox, each with a tracker of its own. The maintainers of one public
 * list repair the connector; both trackers mirror the list, and both browsers record. Then somebody takes over
 * the host of the list.
 */

const HOST = 'list.example';
const UPSTREAM = `https://${HOST}/connectors`;
const redesigned = createRedesigned();
let list: PublicList;
/** What the host of the list serves. */
let served: ReadonlyMap<string, string>;
/** What it served before the repair. */
let before: ReadonlyMap<string, string>;
let stage: Stage;
let firefox: Firefox;
let second: RunningService;
let households: { readonly browser: JourneyBrowser; readonly service: RunningService }[];

describe.skipIf(findFirefox() === undefined)('two households with the same public list', () => {
  beforeAll(async () => {
    list = await createPublicList(Date.now, 'Repairs of the evening');
    await publish(packaged());
    stage = await startStage({ sites: { [REDESIGNED]: redesigned.site, [HOST]: listHost }, locale: 'en-US' });
    second = await startService({
      catalogue: createCinemaCatalogue(),
      dataDir: ':memory:',
      deviceIntervalSeconds: 1,
      log: () => {},
    });
    firefox = await launchFirefox({
      sites: stage.sites,
      preferences: { 'intl.locale.requested': 'en-US' },
    });
    await signIn(firefox, second);
    households = [
      { browser: inChromium(stage.chromium), service: stage.service },
      { browser: inFirefox(firefox), service: second },
    ];
    for (const { browser } of households) {
      await browser.approveHosts([`https://${HOST}/*`]);
      await browser.grantHosts([`https://${REDESIGNED}/*`]);
    }
    for (const { service } of households) await mirror(service);
  }, 300_000);
  afterAll(async () => {
    await (firefox as Firefox | undefined)?.close();
    await (second as RunningService | undefined)?.close();
    await stage.close();
    list.remove();
  });

  test('what is repaired in the list is recorded by both on the same evening', async () => {
    const selector = redesigned.redesign();
    for (const { browser } of households) {
      const film = await play(browser, 1);
      await waitFor('a page that is not read', async () => (await statusIn(browser)) === 'unreadable');
      await film.close();
    }

    before = served;
    await publish(repaired(selector));
    for (const { service } of households) await mirror(service);
    const versions = households.map(async ({ browser }) => {
      await lookAtCatalogue(browser);
      await waitFor('the repair', async () => (await inForce(browser))?.version === 2);
      const film = await play(browser, 1);
      await sentBy(browser, REDESIGNED, { title: 'Sintel' });
      await film.close();
      return inForce(browser);
    });
    const [first, other] = await Promise.all(versions);
    expect(first).toMatchObject({ list: await list.id(), version: 2 });
    expect(other?.sha256).toBe(first?.sha256);
    for (const { service } of households) {
      const { id } = await service.store.users.ensureOwner();
      const films = await service.store.sessions.open(id, 'movie', { limit: 5 });
      expect(films).toHaveLength(1);
    }
  });

  test(
    'who takes over the host of the list changes nothing, and is named',
    { timeout: 300_000 },
    async () => {
      // Each person has named the list, too. Its mirror would stand in for it, and is away while they look.
      for (const { browser, service } of households) {
        await mirror(service, []);
        const page = await browser.openPage(SITES);
        await page.fill('Address of a list', `${UPSTREAM}#${await list.id()}`);
        await page.press('Add list');
        await waitFor('the list of the person', async () =>
          (await catalogue(browser))?.lists?.some(({ own }) => own === UPSTREAM),
        );
        await page.waitForText('Repairs of the evening');
        await page.close();
      }
      for (const { name, refused, shown, attack } of attacks) {
        for (const { service } of households) {
          served = list.files();
          await mirror(service);
          served = await attack(list.files());
          await mirror(service);
          const [mirrored] = await service.store.publicLists.all();
          expect(mirrored?.refused, name).toBe(refused);
          await mirror(service, []);
        }
        for (const { browser } of households) {
          await lookAtCatalogue(browser);
          await waitFor(`a refusal: ${name}`, async () =>
            (await catalogue(browser))?.lists?.some((one) => one.refused === refused),
          );
          expect(await inForce(browser), name).toMatchObject({ version: 2 });
          const page = await browser.openPage(SITES);
          await page.waitForText(shown);
          await page.close();
        }
      }
      for (const { browser } of households) {
        const film = await play(browser, 2);
        await sentBy(browser, REDESIGNED, { title: 'Tears of Steel' });
        await film.close();
      }
    },
  );
});

const SITES = 'src/options/index.html#/sites';
const DAY = 86_400_000;

interface Attack {
  readonly name: string;
  readonly refused: string;
  /** The sentence on the page Sites. */
  readonly shown: string;
  /** What the host serves from then on, made of what it served before. */
  readonly attack: (files: Map<string, string>) => Promise<ReadonlyMap<string, string>>;
}

const attacks: Attack[] = [
  {
    name: 'poison: a state that one maintainer alone has signed',
    refused: 'signature',
    shown: 'Too few of its maintainers have signed it.',
    attack: async (files) => {
      const targets = { ...signedOf(files, '2.targets.json'), version: 3, retired: [redesignedId] };
      return pointedAt(files, 3, await signedText(targets, [list.people.ada.secret]));
    },
  },
  {
    name: 'roll-back: the state before the repair, whole',
    refused: 'older',
    shown: 'It’s earlier than what is already known.',
    attack: async () => before,
  },
  {
    name: 'fork: other content under the number that was seen',
    refused: 'forked',
    shown: 'Two different states have the same number.',
    attack: async (files) => {
      const timestamp = { ...signedOf(files, 'timestamp.json'), expires: '2099-01-01T00:00:00Z' };
      return files.set('timestamp.json', await signedText(timestamp, [list.machine().secret]));
    },
  },
  {
    name: 'freeze: nobody has renewed it for six days',
    refused: 'expired',
    shown: 'It’s out of date: nobody has renewed it.',
    attack: async (files) => {
      const number = Number(signedOf(files, 'timestamp.json')['version']) + 1;
      const expires = new Date(Date.now() - DAY).toISOString().replace(/\.\d+/, '');
      const timestamp = { ...signedOf(files, 'timestamp.json'), version: number, expires };
      return files.set('timestamp.json', await signedText(timestamp, [list.machine().secret]));
    },
  },
];

function signedOf(files: ReadonlyMap<string, string>, name: string): Readonly<Record<string, unknown>> {
  return (JSON.parse(files.get(name) ?? '{}') as { signed: Readonly<Record<string, unknown>> }).signed;
}

/** The files with other targets of this number, and what the machine signs above them. */
async function pointedAt(files: Map<string, string>, version: number, targets: string) {
  const meta = async (name: string, text: string) => ({
    meta: { [name]: { version, length: text.length, hashes: { sha256: await sha256Of(text) } } },
  });
  const signed = async (name: string, more: object) =>
    signedText({ ...signedOf(files, name), version, ...more }, [list.machine().secret]);
  const snapshot = await signed(`${String(version - 1)}.snapshot.json`, await meta('targets.json', targets));
  const timestamp = await signed('timestamp.json', await meta('snapshot.json', snapshot));
  return files
    .set(`${String(version)}.targets.json`, targets)
    .set(`${String(version)}.snapshot.json`, snapshot)
    .set('timestamp.json', timestamp);
}

function listHost(request: Request): Response {
  const text = served.get(new URL(request.url).pathname.slice('/connectors/'.length));
  // As docs/connector-list.md asks of whoever serves a list.
  const headers = { 'access-control-allow-origin': '*' };
  return new Response(text ?? '', { status: text === undefined ? 404 : 200, headers });
}

async function publish(connector: ListedConnector): Promise<void> {
  const [line] = await list.publish([connector]);
  expect(line).toMatchObject({ id: redesignedId });
  expect(line?.state, line?.reason).not.toBe('left out');
  served = list.files();
}

function files(): SiteFiles {
  const site = builtInSites().find(({ id }) => id === redesignedId);
  if (site === undefined) throw new Error(`there is no ${redesignedId}`);
  return site;
}

function packaged(): ListedConnector {
  const { cases } = readJson(files().cases) as { readonly cases: object[] };
  return { definition: readDefinitionFile(files()), cases };
}

/** The connector of the package, which looks for the title at its new place first. */
function repaired(selector: string): ListedConnector {
  const definition = readDefinitionFile(files());
  const pages = definition.pages.map((page) => {
    const { title } = page.item;
    return title === undefined
      ? page
      : { ...page, item: { ...page.item, title: [{ text: selector }, ...title] } };
  });
  return { ...packaged(), definition: { ...definition, pages } as ListedConnector['definition'] };
}

/** A tracker looks at its upstream, as it does every hour; without lists it no longer mirrors any. */
async function mirror(service: RunningService, lists?: string[]): Promise<void> {
  await mirrorLists({
    store: service.store,
    lists: lists ?? [`${UPSTREAM}#${await list.id()}`],
    fetch: async (url) => listHost(new Request(url)),
    now: Date.now,
    log: () => {},
  });
}

async function play(browser: JourneyBrowser, number: number): Promise<JourneyPage> {
  const page = await browser.newPage();
  await page.goto(`https://${REDESIGNED}${filmPath(number)}`);
  return page;
}

async function statusIn(browser: JourneyBrowser): Promise<string | undefined> {
  return (await tabViews(browser)).find(({ host }) => host === REDESIGNED)?.status.kind;
}

const inForce = async (browser: JourneyBrowser) => (await catalogue(browser))?.sites?.[redesignedId]?.inForce;
