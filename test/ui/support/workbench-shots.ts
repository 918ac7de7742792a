import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { buildExtension } from '../../../scripts/build/build-extension';
import type { Text } from './locale';
import type { ViewOptions } from './open-view';
import { options } from './scenes';
import type { Shot } from './shots';

const now = Date.now();
const tabs = [
  {
    id: 7,
    active: true,
    url: 'https://app.stream.example/watch/880001',
    title: 'Stream App – Breaking Bad',
  },
];

const definition = {
  version: 1,
  id: 'stream-app',
  name: 'Stream App',
  hosts: ['app.stream.example', '*.player.example'],
  endpoints: { meta: { urls: ['{$origin}/api/titles/{id}'] } },
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)' },
      item: {
        seriesTitle: [
          { jsonLd: ['TVEpisode'], path: '$.partOfSeries.name', about: '{id}' },
          { text: 'main h1', remember: true },
        ],
        seasonNumber: [
          { text: '[data-testid="episode"]', transforms: [{ seasonEpisode: 'season' }] },
          { endpoint: 'meta', path: '$.season' },
        ],
        episodeNumber: [
          {
            text: '[data-testid="episode"]',
            transforms: [{ seasonEpisode: 'episode' }],
            guards: [{ of: { meta: 'og:url' }, contains: '{id}' }],
          },
        ],
        episodeTitle: [{ text: '[data-testid="episode"]', transforms: [{ seasonEpisode: 'title' }] }],
      },
      player: { video: ['#player video'], ad: [{ exists: '.ad-countdown', visible: true }] },
    },
  ],
  verified: { date: '2026-11-21', how: 'taught on the page itself' },
};
const html =
  '<!doctype html><main><h1>Breaking Bad</h1>' +
  '<p data-testid="episode">S1 E2 – Cat’s in the Bag...</p></main>';
const item = {
  type: 'episode',
  seriesTitle: 'Breaking Bad',
  seasonNumber: 1,
  episodeNumber: 2,
  episodeTitle: 'Cat’s in the Bag...',
};
const { guards: _guards, ...unguarded } = definition.pages[0]?.item.episodeNumber[0] ?? {};
const simple = {
  ...definition,
  pages: [{ ...definition.pages[0], item: { ...definition.pages[0]?.item, episodeNumber: [unguarded] } }],
};
const kept = (name: string, expected: object) => ({
  name,
  html,
  case: {
    about: 'an episode on app.stream.example, kept in the workbench',
    covers: 'episode',
    url: 'https://app.stream.example/watch/880002',
    expect: { page: 'watch', item: expected },
  },
});
const draft = {
  key: 'd1',
  text: `${JSON.stringify(simple, undefined, 2)}\n`,
  cases: [kept('episode', item), kept('episode-2', { ...item, episodeNumber: 3 })],
  seen: ['one', 'another'],
  changedAt: now - 400_000,
};
const other = {
  key: 'd2',
  text: JSON.stringify({
    ...definition,
    id: 'archive',
    name: 'A film archive with a rather long name that has to fit somewhere',
  }),
  cases: [],
  changedAt: now - 90_000_000,
};

const traced = (field: string, index: number, more: object) => ({
  field,
  index,
  outcome: 'hit',
  transforms: [],
  guards: [],
  ...more,
});
const trial = {
  url: 'https://app.stream.example/watch/880001',
  page: 'watch',
  videos: 1,
  trace: [
    traced('item.seriesTitle', 0, { outcome: 'miss' }),
    traced('item.seriesTitle', 1, { raw: 'Breaking Bad', value: 'Breaking Bad' }),
    traced('item.seasonNumber', 0, {
      raw: 'S1 E2 – Cat’s in the Bag...',
      transforms: [{ name: 'seasonEpisode', value: '1' }],
      value: '1',
    }),
    traced('item.episodeNumber', 0, {
      outcome: 'refused',
      raw: 'S1 E2 – Cat’s in the Bag...',
      transforms: [{ name: 'seasonEpisode', value: '2' }],
      guards: [{ seen: 'https://app.stream.example/watch/880000', passed: false }],
    }),
    traced('item.episodeTitle', 0, { outcome: 'remembered', value: 'Cat’s in the Bag...' }),
  ],
  reading: {
    item,
    identity:
      '["stream-app",["watch",[["id","880001"]],[]],' +
      '["episode",null,"Breaking Bad",1,2,"Cat’s in the Bag..."]]',
    degraded: false,
    missing: [],
    gated: false,
  },
  playback: { state: 'playing', position: 610, duration: 2_820, rate: 1, at: now },
};
const match = {
  state: 'matched',
  by: 'tracker',
  confidence: 0.98,
  media: { ...item, tmdbId: 1396, title: item.episodeTitle, runtime: 2_820 },
  evidence: [{ kind: 'name', language: 'en' }, { kind: 'length' }, { kind: 'episode-name' }],
};
const proposal = (kind: string, source: object, value: string, more: object = {}) => ({
  kind,
  source,
  value,
  count: 1,
  fragile: false,
  ...more,
});
const pick = {
  state: 'picked',
  text: 'S1 E2 – Cat’s in the Bag...',
  proposals: [
    proposal('test-id', { text: '[data-testid="episode"]', transforms: [{ seasonEpisode: 'episode' }] }, '2'),
    proposal('scan', { scan: 'p', matches: '^S\\d{1,3} E\\d{1,4}' }, '2', { count: 3 }),
    proposal('class', { text: '.css-1q2w3e', transforms: [{ seasonEpisode: 'episode' }] }, '2', {
      fragile: true,
    }),
  ],
};
/** What the picker says of the page: a title stands there, and a number that nothing was found for. */
const facts = {
  url: trial.url,
  title: 'Stream App – Breaking Bad',
  item: { type: 'episode' },
  fields: { seriesTitle: [proposal('path', { text: 'main h1' }, 'Breaking Bad')] },
  video: ['#player video'],
  shadow: false,
  frames: [],
};
const submitted = [
  {
    id: '1',
    name: 'Stream App',
    domains: ['app.stream.example'],
    status: 'pending',
    submittedAt: '2026-11-20T18:00:00Z',
  },
  {
    id: '2',
    name: 'An older one',
    domains: ['tv.older.example'],
    status: 'refused',
    submittedAt: '2026-10-02T18:00:00Z',
    note: 'The title is read from a menu that is not always there.',
  },
  {
    id: '3',
    name: 'Film archive',
    domains: ['films.archive.example', 'www.archive.example'],
    status: 'accepted',
    submittedAt: '2026-09-01T18:00:00Z',
  },
];

/** The workbench at one route, with one draft that is read in an open tab. */
function workbench(
  place: string,
  more: { readonly local?: object; readonly answers?: object } = {},
): ViewOptions {
  const base = options(place === '' ? 'connectors' : `connectors/${place}`);
  return {
    ...base,
    tabs,
    height: 1_000,
    local: {
      ...base.local,
      drafts: { d1: draft, d2: other },
      'own-connectors': {
        'own-tv': { ...definition, id: 'own-tv', name: 'My own television', hosts: ['tv.home.example'] },
      },
      ...more.local,
    },
    answers: {
      ...base.answers,
      'connectors.submitted': submitted,
      'workbench.ask': { value: trial },
      'workbench.match': match,
      ...more.answers,
    },
  };
}

/** The two scripts that read pages, as the build has them. */
async function serveReader(page: Page): Promise<void> {
  const folder = await buildExtension({ browser: 'chrome' });
  for (const name of ['reading-aid.js', 'picker.js']) {
    const built = await readFile(join(folder, name), 'utf8');
    // The reader checks the protocol to be sure that a page of the extension loaded it.
    const body = built.replaceAll('location.protocol', '"chrome-extension:"');
    await page.route(`**/${name}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  }
}

const view = (name: string, after?: Shot['prepare']) => async (page: Page, text: Text) => {
  await serveReader(page);
  await page.locator('#tab-form').waitFor();
  await page.locator(`#tab-${name}`).click();
  await after?.(page, text);
};
const submit = (page: Page, text: Text) =>
  page.getByRole('button', { name: text('workbench_submit') }).click();
const draftWith = (cases: readonly unknown[], text = draft.text) => ({
  local: { drafts: { d1: { ...draft, cases, text }, d2: other } },
});
const good = draftWith([kept('episode', item)]);

const edit = 'edit/d1?tab=7';

export function workbenchShots(): readonly Shot[] {
  return [
    ...listShots(),
    ...formShots(),
    ...jsonShots(),
    ...caseShots(),
    ...shareShots(),
    ...pickShots(),
    { name: 'workbench-arabic', scene: { ...workbench(edit), language: 'ar' }, prepare: view('form') },
    { name: 'workbench-arabic-list', scene: { ...workbench(''), language: 'ar' } },
  ];
}

function listShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-list',
      scene: workbench(''),
      prepare: (page, text) => page.getByText(text('workbench_status_pending')).waitFor(),
    },
    {
      name: 'workbench-list-removed',
      scene: workbench('', { local: { drafts: { d2: other } } }),
      prepare: (page, text) =>
        page
          .locator('section', { hasText: text('workbench_drafts') })
          .getByRole('button', { name: text('common_remove') })
          .first()
          .click(),
    },
    {
      name: 'workbench-import',
      scene: workbench(''),
      prepare: async (page, text) => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'stream.json',
          mimeType: 'application/json',
          buffer: Buffer.from(
            JSON.stringify({ matinee: 'connector', version: 1, definition, cases: draft.cases }),
          ),
        });
        await page.getByRole('button', { name: text('workbench_import_keep') }).waitFor();
      },
    },
    {
      name: 'workbench-import-wrong',
      scene: workbench(''),
      prepare: (page) =>
        page.locator('input[type=file]').setInputFiles({
          name: 'stream.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify({ ...definition, run: 'alert(1)', hosts: [] })),
        }),
    },
    {
      name: 'workbench-new',
      scene: workbench('new?tab=7'),
      prepare: (page, text) => page.getByRole('button', { name: text('workbench_allow') }).waitFor(),
    },
    {
      name: 'workbench-new-choose',
      scene: workbench('new'),
      prepare: (page, text) => page.getByLabel(text('workbench_choose_tab')).waitFor(),
    },
  ];
}

function formShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-form',
      scene: workbench(edit),
      prepare: view('form', async (page, text) =>
        page
          .locator('summary', { hasText: text('workbench_field_episode_number') })
          .first()
          .click(),
      ),
    },
    { name: 'workbench-form-untried', scene: workbench('edit/d1'), prepare: view('form') },
    {
      name: 'workbench-form-wrong',
      scene: workbench(edit, draftWith([], JSON.stringify({ ...definition, hosts: [] }))),
      prepare: view('form'),
    },
  ];
}

function jsonShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-json',
      scene: workbench(edit),
      prepare: view('json', (page) => page.locator('.cm-content').waitFor()),
    },
    {
      name: 'workbench-json-wrong',
      scene: workbench(
        edit,
        draftWith(
          [],
          JSON.stringify(
            {
              ...definition,
              pages: [{ kind: 'watch', match: { path: '^/(a+)+$' }, item: { title: [{ txt: 'h1' }] } }],
            },
            undefined,
            2,
          ),
        ),
      ),
      prepare: view('json', (page) => page.locator('.cm-lintRange-error').first().waitFor()),
    },
  ];
}

function caseShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-trace',
      scene: workbench(edit),
      prepare: view('trace', (page) => page.getByText('POST /scrobble').waitFor()),
    },
    {
      name: 'workbench-cases',
      scene: workbench(edit),
      prepare: view('cases', (page, text) =>
        page.getByText(text('workbench_case_failed', 'episodeNumber')).waitFor(),
      ),
    },
  ];
}

function shareShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-share',
      scene: workbench(edit, good),
      prepare: view('share', (page, text) => page.getByText(text('workbench_left', '5')).waitFor()),
    },
    {
      name: 'workbench-share-not-yet',
      scene: workbench(edit, draftWith([])),
      prepare: view('share', (page, text) => page.getByText(text('workbench_check_case')).waitFor()),
    },
    {
      name: 'workbench-share-mistake',
      scene: workbench(edit, refused('validation', '`definition.pages.0.item.title` must be an array')),
      prepare: view('share', submit),
    },
    {
      name: 'workbench-share-signed-out',
      scene: workbench(edit, refused('unauthorized', '')),
      prepare: view('share', submit),
    },
    {
      name: 'workbench-share-limited',
      scene: workbench(edit, {
        local: {
          ...good.local,
          submissions: {
            times: [50, 40, 30, 20, 10].map((minutes) => now - minutes * 60_000),
            blockedUntil: 0,
          },
        },
      }),
      prepare: view('share', (page) => page.locator('.note.wait').waitFor()),
    },
  ];
}

const refused = (code: string, message: string) => ({
  ...good,
  answers: { 'connectors.submit': { state: 'refused', code, message } },
});

function pickShots(): readonly Shot[] {
  return [
    {
      name: 'workbench-pick',
      scene: workbench(edit),
      prepare: async (page, text) => {
        await page.getByText(text('workbench_verdict_good'), { exact: true }).waitFor();
        await answerPicks(page);
        const name = text('workbench_point_at', text('workbench_field_episode_number'));
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator('.proposal').first().waitFor();
      },
    },
  ];
}

/** Lets the page answer what the picker asks: what it shows, and then which element was pointed at. */
async function answerPicks(page: Page): Promise<void> {
  await page.evaluate(
    (answers) => {
      const { runtime } = (
        globalThis as unknown as {
          browser: {
            runtime: {
              sendMessage: (message: { input: { question?: { kind: string } } }) => Promise<unknown>;
            };
          };
        }
      ).browser;
      const { sendMessage } = runtime;
      const all: Readonly<Record<string, unknown>> = answers;
      runtime.sendMessage = async (message) => {
        const kind = message.input.question?.kind ?? '';
        return kind in all ? { value: { value: all[kind] } } : sendMessage(message);
      };
    },
    { pick, picked: pick, leave: pick, describe: facts },
  );
}
