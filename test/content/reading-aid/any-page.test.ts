import { expect, it } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { createMemory } from '../../../src/content/reader/memory';
import { readGeneric } from '../../../src/content/reading-aid/read-generic';
import type { Definition } from '../../../src/protocol/definition/definition';
import { openSavedPage, type Situation } from '../../../scripts/connector/saved-page';

const linked = {
  '@type': 'TVEpisode',
  name: 'Low Tide',
  episodeNumber: 2,
  partOfSeason: { seasonNumber: 1 },
  partOfSeries: { '@id': '#s' },
};

/**
 * Pages as sites state them to search engines, with the words that they put around a title: the forms are
 * those of public readers and of pages that public repositories keep, the titles are ours.
 */
const pages: readonly (readonly [address: string, head: string, read: string, situation?: Situation])[] = [
  // A title with the name of the site behind it.
  ['tv.apple.com/us/movie/the-lake/umc.1', title('\u200eThe Lake - Apple TV'), 'The Lake'],
  ['tv.apple.com/de/movie/the-lake/umc.1', title('The Lake – Apple TV (DE)'), 'The Lake'],
  ['www.disneyplus.com/play/1', title('The Lake | Disney+'), 'The Lake'],
  ['www.peacocktv.com/watch/playback/1', title('The Lake - Peacock') + site('Peacock'), 'The Lake'],
  ['www.nowtv.com/watch/1', title('The Lake - NOW') + site('NOW'), 'The Lake'],
  [
    'www.paramountplus.com/movies/video/1',
    title('The Lake - Watch Full Movie on Paramount Plus'),
    'The Lake',
  ],
  ['mubi.com/films/the-lake/player', title('The Lake (2019) | MUBI'), 'The Lake 2019'],
  ['www.rtve.es/play/videos/the-lake/1/', title('The Lake | Ver online gratis | RTVE Play'), 'The Lake'],
  ['plus.rtl.de/video-tv/filme/the-lake-1', title('The Lake im Online Stream ansehen | RTL+'), 'The Lake'],
  ['www.joyn.de/play/filme/the-lake', title('The Lake streamen | Joyn'), 'The Lake'],
  ['web.magentatv.de/movie/1', title('MagentaTV - The Lake'), 'The Lake'],
  ['www.starz.com/us/en/play/1', title('The Lake | STARZ'), 'The Lake'],
  ['www.primevideo.com/detail/1', title('Prime Video: The Lake'), 'The Lake'],
  ['www.stremio.com/player', title('Stremio - The Lake'), 'The Lake'],
  ['tver.jp/episodes/ep1', title('湖のほとり 第3話 | TVer'), '湖のほとり E3'],
  ['v.youku.com/v_show/id_1.html', title('湖边人家 第2集 - 优酷视频'), '湖边人家 E2'],
  ['v.qq.com/x/cover/1.html', title('湖边人家 第39集 归来_电视剧_腾讯视频'), '湖边人家 E39'],
  ['www.iqiyi.com/v_1.html', title('湖边人家 第20集 归来-高清在线观看-爱奇艺'), '湖边人家 E20'],
  ['www.dailymotion.com/video/x1', og('video', 'The Lake - video dailymotion', 'Dailymotion'), 'The Lake'],
  // Invitations around it.
  ['a.example/film/1', title('Watch The Lake Free | A'), 'The Lake'],
  ['a.example/film/1', title('Watch The Lake (2023) Full Movie Online Free | A'), 'The Lake 2023'],
  ['a.example/film/1', title('Watch Born Free | A') + heading('Born Free'), 'Born Free'],
  ['a.example/film/1', title('The Lake - Watch Online Free | A'), 'The Lake'],
  ['a.example/film/1', title('The Lake | Watch Online - Lake Films') + site('Lake Films'), 'The Lake'],
  ['a.example/film/1', title('The Lake — Watch Guide, Info & Episodes | A'), 'The Lake'],
  ['a.example/film/1', title('The Lake - Movie Details | A'), 'The Lake'],
  ['a.example/film/1', title('(3) The Lake - Some Cinema') + heading('The Lake'), 'The Lake'],
  ['a.example/film/1', title('(7) Lakes - A') + heading('(7) Lakes'), '(7) Lakes'],
  ['a.example/film/1', title('The Lake Türkçe Dublaj Full HD izle | A'), 'The Lake'],
  ['a.example/film/1', title('The Lake (2016) izle'), 'The Lake 2016'],
  ['a.example/film/1', title('The Lake en streaming | A'), 'The Lake'],
  ['a.example/film/1', title('The Lake kostenlos online ansehen | A'), 'The Lake'],
  ['a.example/film/1', title('Озеро смотреть онлайн бесплатно | A'), 'Озеро'],
  // Titles with such words and signs stay whole.
  ['a.example/film/1', title('Spider-Man – No Way Home | A'), 'Spider-Man – No Way Home'],
  ['a.example/film/1', title('Bee Movie | A'), 'Bee Movie'],
  ['a.example/film/1', title('1917 | A'), '1917'],
  ['a.example/film/1', title('Blade Runner 2049 (2017) | A'), 'Blade Runner 2049 2017'],
  ['a.example/film/1', title('Born Free | A'), 'Born Free'],
  // Episodes, in texts, data and addresses.
  ['www.kijk.nl/programmas/x/1', title('The Bay: Seizoen 2 Aflevering 3 gemist? | KIJK'), 'The Bay S2E3'],
  ['www.play.tv/video/1', title('The Bay - S2 - Aflevering 1'), 'The Bay S2E1'],
  ['a.example/1', og('video.episode', 'The Bay — S1 E4 | Watch Free', 'A'), 'The Bay S1E4'],
  ['a.example/1', title('Breaking Ice 1. Sezon 1. Bölüm izle'), 'Breaking Ice S1E1'],
  ['a.example/episodio/the-bay/5', title('The Bay Episodio 05 Sub Español | A'), 'The Bay E5'],
  ['a.example/watch/the-bay/season-2/episode-3', title('The Bay | A'), 'The Bay S2E3'],
  ['a.example/watch/the-bay-s02e03', title('Watch The Bay Online | A'), 'The Bay S2E3'],
  ['a.example/dizi/the-bay/sezon-2/bolum-3', title('The Bay izle | A'), 'The Bay S2E3'],
  ['a.example/watch/the-bay/season-2/episode-3', title('Low Tide | A'), '–'],
  ['a.example/series/2/episode/123456', title('The Bay | A'), 'The Bay'],
  ['www.tf1.fr/tf1/x/videos/s5-e1', data(episode('The Bay', 5, 1)), 'The Bay S5E1'],
  [
    'a.example/1',
    data({ '@graph': [{ '@type': 'TVSeries', '@id': '#s', name: 'The Bay' }, linked] }),
    'The Bay S1E2',
  ],
  [
    'a.example/1',
    title('A'),
    'The Bay S1E2',
    { mediaSession: { title: 'S1 E2 – Low Tide', artist: 'The Bay' } },
  ],
];

it.each(pages.map((page) => ({ page })))('reads $page.0: $page.1', async ({ page }) => {
  const [address, head, read, situation] = page;
  expect(shown(await itemOf(`https://${address}`, head, situation))).toBe(read);
});

it('reads 51 pages', () => expect(pages).toHaveLength(51));

function shown({ type, title: film, year, seriesTitle, seasonNumber, episodeNumber }: Partial<Item>): string {
  if (type === undefined) return '–';
  if (type === 'movie') return [film, year].filter((part) => part !== undefined).join(' ');
  return `${seriesTitle} ${seasonNumber === undefined ? '' : `S${seasonNumber}`}E${episodeNumber}`;
}

async function itemOf(address: string, head: string, situation: Situation = {}): Promise<Partial<Item>> {
  const url = new URL(address);
  const saved = openSavedPage(url.href);
  try {
    saved.show(head);
    saved.setSituation(situation);
    return readGeneric({ ...saved.world(definition, url), url, memory: createMemory() }).item;
  } finally {
    await saved.close();
  }
}

const definition: Definition = {
  version: 1,
  id: 'any',
  name: 'Any',
  hosts: ['a.example'],
  pages: [{ kind: 'any', match: { path: '^/.' }, item: {} }],
  verified: { date: null, how: 'never' },
};

function episode(series: string, season: number, number: number) {
  return {
    ...linked,
    episodeNumber: number,
    partOfSeason: { seasonNumber: season },
    partOfSeries: { name: series },
  };
}

function title(text: string): string {
  return `<title>${text}</title>`;
}

function site(name: string): string {
  return `<meta property="og:site_name" content="${name}">`;
}

function heading(text: string): string {
  return `<h1>${text}</h1>`;
}

function og(type: string, text: string, name: string): string {
  return `<meta property="og:type" content="${type}"><meta property="og:title" content="${text}">${site(name)}`;
}

function data(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}
