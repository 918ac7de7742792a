import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createHostIndex } from '../../src/core/hosts/host-index';
import type { Definition } from '../../src/protocol/definition/definition';
import { builtInDefinitions } from '../../scripts/connector/files';
import type { Chromium } from '../support/browser/chromium';
import type { SiteServer } from '../support/server/site-server';
import { median, quantile, type FigureGroup } from './figure';

/** Times to read a page of 5,000 nodes and to find the connector of an address among 1,000. */
export async function measureReading(
  plain: Chromium,
  sites: SiteServer,
  quick: boolean,
): Promise<FigureGroup> {
  sites.serve(
    'www.bench.example',
    () => new Response(largePage(), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  );
  const page = await plain.context.newPage();
  try {
    await page.goto('https://www.bench.example/watch/42');
    await page.addScriptTag({ content: await readerScript() });
    const how = { rounds: quick ? 40 : 200, each: 20 };
    // As text, since the type of a definition is too deep for the argument types of Playwright.
    const code = `readRepeatedly(${JSON.stringify(domDefinition)}, ${JSON.stringify(how)})`;
    const { times, item } = await page.evaluate<{ times: number[]; item: unknown }>(code);
    if (JSON.stringify(item) !== JSON.stringify(expected))
      throw new Error(`the page was read as ${JSON.stringify(item)}`);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    return {
      title: 'Reading',
      figures: [
        {
          name: `one full read of a page with ${nodes.toLocaleString('en')} elements, median`,
          value: median(times),
          unit: 'ms',
          goal: 1,
        },
        { name: 'the same, 95th percentile', value: quantile(times, 0.95), unit: 'ms' },
        { name: 'the connector of an address among 1,000', value: findMicroseconds(), unit: 'µs', goal: 20 },
      ],
    };
  } finally {
    await page.close();
  }
}

/** Copies of the built-in definitions, each with its own hosts. */
export function manyDefinitions(count: number): Definition[] {
  const definitions = builtInDefinitions();
  return Array.from({ length: count }, (_, index) => {
    const one = definitions[index % definitions.length];
    if (one === undefined) throw new Error('there are no definitions');
    if (index < definitions.length) return one;
    const suffix = `n${Math.floor(index / definitions.length)}`;
    return {
      ...one,
      id: `${one.id.slice(0, 30)}-${suffix}`,
      hosts: one.hosts.map((host) => `${host.replace(/\.[a-z]+$/, '')}-${suffix}.example`),
    };
  });
}

function findMicroseconds(): number {
  const many = manyDefinitions(1_000);
  const index = createHostIndex(many);
  const addresses = many.flatMap(({ hosts }) =>
    hosts.map((host) => `https://${host.replace('*', 'www')}/watch/1?x=2`),
  );
  const rounds = Array.from({ length: 20 }, () => {
    const start = performance.now();
    for (const address of addresses) index.find(address);
    return ((performance.now() - start) / addresses.length) * 1_000;
  });
  return median(rounds);
}

async function readerScript(): Promise<string> {
  const input = fileURLToPath(new URL('page/read-page-bench.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { target: 'es2022', write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((output) =>
    'output' in output ? output.output : [],
  );
  const [chunk] = outputs;
  if (chunk?.type !== 'chunk') throw new Error('the reader was not built');
  return chunk.code;
}

const domDefinition: Definition = {
  version: 1,
  id: 'bench',
  name: 'Bench',
  hosts: ['www.bench.example'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)' },
      gate: [{ exists: '#player' }],
      item: {
        title: [{ text: '.gone' }, { text: '#player .title' }],
        seriesTitle: [{ text: '.player-series' }, { text: '#player .title' }],
        seasonNumber: [
          {
            scan: '[data-testid="card"] span',
            matches: '^S\\d+ E\\d+ now$',
            transforms: [{ seasonEpisode: 'season' }],
          },
          { text: '.label', transforms: [{ seasonEpisode: 'season' }] },
        ],
        episodeNumber: [{ text: '.label', transforms: [{ seasonEpisode: 'episode' }] }],
        episodeTitle: [{ text: '.label', transforms: [{ seasonEpisode: 'title' }] }],
        year: [
          { attribute: '#player .year', name: 'data-year' },
          { jsonLd: ['TVEpisode'], path: '$.datePublished', about: '{id}' },
        ],
      },
      player: {
        video: ['#player video'],
        exclude: ['.preview'],
        ad: [{ exists: '.ad-badge', visible: true }],
        live: [{ text: '.badge', guards: [{ equals: 'LIVE' }] }],
      },
    },
  ],
  verified: { date: null, how: 'made for measuring' },
};

const expected = {
  type: 'episode',
  year: 2019,
  seriesTitle: 'The Series',
  seasonNumber: 2,
  episodeNumber: 3,
  episodeTitle: 'The Title',
};

function largePage(): string {
  const cards = Array.from(
    { length: 1_000 },
    (_, index) =>
      `<li data-testid="card"><a href="/watch/${index}">` +
      `<img alt=""><span>S1 E${index}</span><p>Text ${index}</p></a></li>`,
  ).join('');
  const data = JSON.stringify({ '@type': 'TVEpisode', url: '/watch/42', datePublished: '2019-02-03' });
  return `<!doctype html><title>Series</title><script type="application/ld+json">${data}</script>
    <ul>${cards}</ul>
    <div id="player">
      <h1 class="title">The Series</h1><p class="label">S2:E3 – The Title</p><video></video>
    </div>`;
}
