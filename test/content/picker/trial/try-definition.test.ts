// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createTrial } from '../../../../src/content/picker/trial/try-definition';
import type { PageFacts } from '../../../../src/core/workbench/page-facts';
import type { Definition } from '../../../../src/protocol/definition/definition';
import { giveReadingAid } from '../../page-monitor/playing-page';

const address = 'https://play.overlay.example/v/1001';
const definition = {
  version: 1,
  id: 'overlay',
  name: 'Overlay Play',
  hosts: ['play.overlay.example'],
  pages: [
    {
      kind: 'video',
      match: { path: '^/v/(?<id>\\d+)$' },
      item: {
        seriesTitle: [{ remember: true, text: '.overlay-series' }],
        episodeTitle: [{ text: '.overlay-name' }],
      },
    },
  ],
} as unknown as Definition;
const proposal = (source: Readonly<Record<string, unknown>>, value: string) =>
  ({ kind: 'class', source, value, count: 1, fragile: false }) as const;
const shown = (url: string): PageFacts => ({
  url,
  title: 'Overlay Play',
  item: { type: 'episode' },
  fields: {
    seriesTitle: [proposal({ text: '.overlay-series', remember: true }, 'Breaking Bad')],
    episodeTitle: [proposal({ text: '.overlay-name' }, 'Pilot')],
  },
  video: [],
  shadow: false,
  frames: [],
});

beforeEach(() => {
  giveReadingAid();
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(address);
  document.body.innerHTML = '<div class="stage"></div>';
});

test('a new draft knows what its sources gave while the controls were there, if it remembers them', async () => {
  const { reading } = await createTrial()(definition, shown(address));
  expect(reading?.item.seriesTitle).toBe('Breaking Bad');
  expect(reading?.item.episodeTitle).toBeUndefined();
});

test('what another address has shown is not taken', async () => {
  const { reading } = await createTrial()(definition, shown('https://play.overlay.example/v/1002'));
  expect(reading?.item.seriesTitle).toBeUndefined();
});

test('what the page shows now comes first, and is forgotten with the draft', async () => {
  document.body.innerHTML = '<div class="overlay-series">Better Call Saul</div>';
  const trial = createTrial();
  expect((await trial(definition, shown(address))).reading?.item.seriesTitle).toBe('Better Call Saul');
  document.body.innerHTML = '';
  expect((await trial(definition)).reading?.item.seriesTitle).toBe('Better Call Saul');
  const renamed = { ...definition, name: 'Overlay' };
  expect((await trial(renamed)).reading?.item.seriesTitle).toBeUndefined();
});

test.each([
  ['', ['de'], 'de'],
  ['', ['de', 'fr'], undefined],
  ['en', ['de'], 'en'],
])(
  'the language of a page in “%s” of a site in %j is that of a report',
  async (lang, languages, language) => {
    document.documentElement.lang = lang;
    const trial = await createTrial()({ ...definition, languages });
    expect(trial.language).toBe(language);
    document.documentElement.removeAttribute('lang');
  },
);
