import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildAnimePack } from '../../../../scripts/build/anime-pack';
import { confidenceBar, judge } from '../../../../src/core/matching/judge';
import type { Item } from '../../../../src/core/media/item';
import { readResolvedMedia } from '../../../../src/protocol/tracker/read-resolved-media';
import { resolveRequest } from '../../../../src/protocol/tracker/resolve-request';
import { SITE_PROPERTIES } from '../../../../src/service/catalogue/sources/open-work';
import { mediaOf } from '../../../../src/tracker/media-of';
import type { OpenFacts } from '../../../support/free-sources/open-facts';
import { useFreeSources } from '../with-free-sources';

interface AnimeItem {
  readonly begin: string;
  readonly sites: readonly { readonly site: string; readonly id?: string }[];
}

const SITES = new Map([
  ['netflix', 'netflix'],
  ['prime', 'primevideo'],
  ['crunchyroll', 'crunchyroll'],
  ['abema', 'abema'],
  ['unext', 'unext'],
  ['danime', 'danime'],
  ['bilibili', 'bilibili'],
  ['youku', 'youku'],
]);

const { items } = createRequire(import.meta.url)('bangumi-data') as { items: readonly AnimeItem[] };
const entries = items.flatMap(({ sites, begin }) => {
  const tmdb = sites.find(({ site }) => site === 'tmdb')?.id ?? '';
  const [, kind = '', id = '', season = '1'] = /^(movie|tv)\/(\d+)(?:\/season\/(\d+))?$/.exec(tmdb) ?? [];
  return sites.flatMap(({ site, id: siteId = '' }) => {
    const connector = SITES.get(site);
    return kind === '' || connector === undefined
      ? []
      : [{ kind, tmdbId: Number(id), season: Number(season), begin, site: `${connector}:${siteId}` }];
  });
});
const isFurther = ({ site }: { readonly site: string }) => /^(?:danime|bilibili|youku):/.test(site);
const asked = spread(
  entries.filter((one) => !isFurther(one)),
  500,
);
const askedFurther = spread(entries.filter(isFurther), 90);

const facts: OpenFacts[] = onePerWork([...asked, ...askedFurther]).map(({ kind, tmdbId, season }) => ({
  wikidataId: `Q${String(kind === 'movie' ? 1e9 + tmdbId : 2e9 + tmdbId)}`,
  kind: kind === 'movie' ? 'movie' : 'tv',
  tmdbId,
  labels: { en: `Work ${String(tmdbId)}` },
  year: 2015,
  ...(kind === 'tv' ? { tvmazeId: tmdbId, seasons: seasonsTo(season) } : {}),
}));
facts.push(
  {
    wikidataId: 'Q77',
    kind: 'movie',
    tmdbId: 393_559,
    labels: { fr: 'Ma vie de Courgette', en: 'My Life as a Courgette' },
    year: 2016,
    claims: {
      P1874: '80105699',
      P8055: 'B06XYZ1234',
      P9586: 'umc.cmc.1abc',
      P14440: '0KRGHGZCHKS920ZQGY5LBRF7MA',
      P7760: '100004539',
      P13147: 'CVEtRcHoKiIDoajEeD6hhL6bQoTOtGJZ',
      P7299: 'my-life-as-a-zucchini',
    },
  },
  {
    wikidataId: 'Q78',
    kind: 'tv',
    tmdbId: 70_523,
    tvmazeId: 17_861,
    labels: { de: 'Dark' },
    year: 2017,
    seasons: { 1: 10, 2: 8, 3: 8 },
    claims: {
      P1874: '80100172',
      P7596: '1abc',
      P11330: 'GDARK123',
      P9751: 'umc.cmc.2abc',
      P8298: 'aaaa-bbbb',
      P6467: 'cccc-dddd',
      P14462: 'amzn1.dv.gti.11',
      P827: 'b01k9pm3',
    },
  },
);

const tracker = useFreeSources(facts);
beforeAll(() => buildAnimePack());

/** As the extension does it: its question, its reading of the answer, its judgement. */
async function sent(item: Item) {
  const { status, body } = await tracker.resolve(resolveRequest(item));
  if (status !== 200) return undefined;
  const answer = readResolvedMedia(body.data, item.type);
  const media = answer && mediaOf(answer);
  if (answer === undefined || media === undefined) return undefined;
  const others = (answer.candidates ?? []).flatMap((one) => mediaOf(one) ?? []);
  const [best] = judge({ item }, [media, ...others]);
  return best !== undefined && best.confidence >= confidenceBar ? best.media : undefined;
}

/** A page says which season it shows only where the site has several under one id. */
function pageOf({ kind, site, season }: (typeof asked)[number]): Item {
  const page = { language: 'pl', ids: { site } };
  if (kind === 'movie') return { type: 'movie', title: 'Tytuł w innym języku', ...page };
  const seasons = new Set(entries.filter((one) => one.site === site).map((one) => one.season));
  const numbers = { episodeNumber: 3, ...(seasons.size > 1 ? { seasonNumber: season } : {}) };
  return { type: 'episode', seriesTitle: 'Tytuł w innym języku', ...numbers, ...page };
}

async function count(list: typeof asked) {
  const counts = { right: 0, openForGoodReason: 0, wrong: [] as object[], open: [] as object[] };
  for (const one of list) {
    const media = await sent(pageOf(one));
    const works = entries.filter(({ site }) => site === one.site).map((e) => `${e.kind}/${String(e.tmdbId)}`);
    const isRight =
      media?.tmdbId === one.tmdbId && (one.kind === 'movie' || media.seasonNumber === one.season);
    if (isRight) counts.right += 1;
    else if (media !== undefined) counts.wrong.push({ ...one, media });
    else if (new Set(works).size > 1 || isLaterPart(one)) counts.openForGoodReason += 1;
    else counts.open.push(one);
  }
  return counts;
}

describe('what a site calls a work', () => {
  it('names 500 anime whose title on the page is in another language', { timeout: 300_000 }, async () => {
    const { right, openForGoodReason, wrong, open } = await count(asked);
    expect({ wrong, asked: right + openForGoodReason + open.length }).toEqual({ wrong: [], asked: 500 });
    expect(open.length).toBeLessThanOrEqual(1);
    expect(openForGoodReason).toBeLessThanOrEqual(14);
  });

  it('names anime of further sites', { timeout: 300_000 }, async () => {
    const { right, openForGoodReason, wrong, open } = await count(askedFurther);
    expect({ wrong, open, asked: right + openForGoodReason }).toEqual({ wrong: [], open: [], asked: 90 });
    expect(openForGoodReason).toBeLessThanOrEqual(5);
  });

  it('names most of them without a network', { timeout: 300_000 }, async () => {
    for (const name of ['wikidata', 'tvmaze'] as const)
      tracker.sources.faults[name] = (response) => {
        response.destroy();
        return true;
      };
    const some = asked.filter((_, index) => index % 5 === 0);
    const { right, openForGoodReason, wrong } = await count(some);
    expect(wrong).toEqual([]);
    expect(right + openForGoodReason).toBeGreaterThanOrEqual(some.length * 0.93);
  });

  const series = (site: string): Item => ({
    type: 'episode',
    seriesTitle: '暗黑',
    seasonNumber: 2,
    episodeNumber: 4,
    language: 'zh',
    ids: { site },
  });

  it.each([
    'netflix:80100172',
    'disneyplus:1abc',
    'crunchyroll:GDARK123',
    'appletv:umc.cmc.2abc',
    'hbomax:aaaa-bbbb',
    'hulu:cccc-dddd',
    'primevideo:amzn1.dv.gti.11',
    'bbciplayer:b01k9pm3',
  ])('is known of Wikidata: %s', async (site) => {
    expect(await sent(series(site))).toMatchObject({ tmdbId: 70_523, seasonNumber: 2, episodeNumber: 4 });
  });

  it.each([
    'netflix:80105699',
    'primevideo:B06XYZ1234',
    'primevideo:0KRGHGZCHKS920ZQGY5LBRF7MA',
    'appletv:umc.cmc.1abc',
    'tubi:100004539',
    'paramountplus:CVEtRcHoKiIDoajEeD6hhL6bQoTOtGJZ',
    'mubi:my-life-as-a-zucchini',
  ])('names a film: %s', async (site) => {
    const film = { type: 'movie', title: '西葫芦的生活', year: 2016, language: 'zh' } as const;
    expect(await sent({ ...film, ids: { site } })).toMatchObject({ tmdbId: 393_559 });
  });

  it('is read by the connectors of at least twelve sites whose ids public data know', () => {
    const known = new Set([...SITE_PROPERTIES.map(({ site }) => site), ...SITES.values()]);
    expect([...known].filter(readsSiteId).toSorted()).toEqual([
      'abema',
      'appletv',
      'bbciplayer',
      'bilibili',
      'crunchyroll',
      'danime',
      'mubi',
      'netflix',
      'paramountplus',
      'primevideo',
      'tubi',
      'unext',
      'youku',
    ]);
  });

  it('names nothing that the page contradicts: another year, other numbers, another kind', async () => {
    const film = {
      type: 'movie',
      title: '西葫芦的生活',
      language: 'zh',
      ids: { site: 'netflix:80105699' },
    } as const;
    expect(await sent({ ...film, year: 1999 })).toBeUndefined();
    expect(await sent({ ...series('netflix:80105699') })).toBeUndefined();
    expect(await sent({ ...series('netflix:80100172'), seasonNumber: 9 })).toBeUndefined();
  });

  it('is asked at Wikidata once', async () => {
    await sent(series('netflix:80100172'));
    const before = tracker.sources.log.wikidata.length;
    await sent({ ...series('netflix:80100172'), episodeNumber: 5 });
    expect(tracker.sources.log.wikidata).toHaveLength(before);
  });

  it('costs nothing where Wikidata is away: the title is asked for', async () => {
    tracker.sources.faults.wikidata = (response) => {
      response.writeHead(500).end();
      return true;
    };
    const { status } = await tracker.resolve(resolveRequest(series('netflix:80100172')));
    expect(status).toBe(502);
    expect((await tracker.resolve({ type: 'movie', siteIds: { netflix: 'unknown' } })).status).toBe(404);
  });
});

/** As many of them, so that all sites and years are among them. */
function spread<T>(list: readonly T[], most: number): T[] {
  return list.filter((_, index) => index % Math.floor(list.length / most) === 0).slice(0, most);
}

/** A saved page of the connector states its own id of the work. */
function readsSiteId(connector: string): boolean {
  const file = new URL(`../../../../src/connectors/${connector}/cases.json`, import.meta.url);
  return /"ids": \{\s*"site": /.test(readFileSync(file, 'utf8'));
}

function seasonsTo(last: number): Record<number, number> {
  return Object.fromEntries(Array.from({ length: last }, (_, index) => [index + 1, 12]));
}

/** Each series once, with its latest season. */
function onePerWork(list: typeof asked): typeof asked {
  const latestFirst = list.toSorted((a, b) => b.season - a.season);
  return latestFirst.filter(
    (one, index) =>
      latestFirst.findIndex(({ kind, tmdbId }) => kind === one.kind && tmdbId === one.tmdbId) === index,
  );
}

/** Of a season that is counted through: where it begins within it, the id does not say. */
function isLaterPart({ kind, tmdbId, season, begin }: (typeof asked)[number]): boolean {
  return entries.some(
    (one) => one.kind === kind && one.tmdbId === tmdbId && one.season === season && one.begin < begin,
  );
}

describe('what people say about an id', () => {
  const page = (site: string): Item => ({
    type: 'movie',
    title: '西葫芦的生活',
    language: 'zh',
    ids: { site },
  });
  const say = (tmdbId: number | null, key = tracker.service.sk) =>
    tracker.service.call('POST', '/matinee/site-ids', {
      key,
      body: { site: 'mubi', id: 'zucchini', type: 'movie', tmdbId },
    });

  it('is known to everybody on the tracker until it is taken back', async () => {
    expect(await sent(page('mubi:zucchini'))).toBeUndefined();
    expect((await say(393_559)).body.data).toEqual({ agreed: true });
    expect(await sent(page('mubi:zucchini'))).toMatchObject({ tmdbId: 393_559 });
    await say(null);
    expect(await sent(page('mubi:zucchini'))).toBeUndefined();
  });

  it('is asked about where they do not agree', async () => {
    const { store } = tracker.service;
    await store.siteIds.say('another-person', { site: 'mubi', id: 'zucchini' }, 'movie/12');
    expect((await say(393_559)).body.data).toEqual({ agreed: false });
    expect(await sent(page('mubi:zucchini'))).toBeUndefined();
  });

  it('does not turn a title that its name finds into another, for nobody', async () => {
    const { store } = tracker.service;
    const named: Item = {
      type: 'movie',
      title: 'My Life as a Courgette',
      year: 2016,
      ids: { site: 'mubi:zz' },
    };
    expect(await sent(named)).toMatchObject({ tmdbId: 393_559 });
    const other = onePerWork(asked).find(({ kind }) => kind === 'movie')?.tmdbId ?? 0;
    await store.siteIds.say('another-person', { site: 'mubi', id: 'zz' }, `movie/${String(other)}`);
    const media = await sent({ ...named, year: 2015 });
    expect([undefined, 393_559]).toContain(media?.tmdbId);
  });

  it('is asked about where public data say otherwise, and certain where they agree', async () => {
    const { store } = tracker.service;
    const film = { ...page('netflix:80105699'), year: 2016 };
    const said = { site: 'netflix', id: '80105699' };
    const other = onePerWork(asked).find(({ kind }) => kind === 'movie')?.tmdbId ?? 0;
    await store.siteIds.say('another-person', said, `movie/${String(other)}`);
    expect(await sent({ ...film, year: 2015 })).toBeUndefined();
    await store.siteIds.say('another-person', said, 'movie/393559');
    expect(await sent(film)).toMatchObject({ tmdbId: 393_559 });
  });

  it('needs a key that writes', async () => {
    expect((await say(393_559, tracker.service.pk)).status).toBe(403);
  });
});
