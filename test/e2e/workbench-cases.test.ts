import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DraftCase } from '../../src/core/workbench/draft-record';
import { caseSchema } from '../../src/protocol/connector-case';
import type { Definition } from '../../src/protocol/definition/definition';
import { parseDefinition } from '../../src/protocol/definition/parse-definition';
import { checkAuthoredDefinition } from '../../src/protocol/definition/check-imported';
import { runCase } from '../../scripts/connector/run-case';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import {
  secrets,
  sourcesApi,
  sourcesApiSite,
  sourcesDefinition,
  sourcesHost,
  sourcesSite,
} from './workbench-cases-site';
import { readDrafts, storeDrafts } from './workbench-drafts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    sites: { [sourcesHost]: sourcesSite, [sourcesApi]: sourcesApiSite },
    grant: [`https://${sourcesHost}/*`, `https://${sourcesApi}/*`],
    signedIn: false,
  });
});
afterAll(() => stage.close());

function definition(): Definition {
  const parsed = parseDefinition(sourcesDefinition);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(checkAuthoredDefinition(parsed.definition)).toEqual([]);
  return parsed.definition;
}

/** Opens the page of a title, and the cases of the draft in another tab. */
async function openBoth(
  key: string,
  path: string,
): Promise<{ readonly film: Page; readonly workbench: Page }> {
  await storeDrafts(stage.chromium, { key, text: JSON.stringify(definition()), cases: [], changedAt: 1 });
  const film = await stage.chromium.context.newPage();
  await film.goto(`https://${sourcesHost}${path}`);
  await waitFor('the video', () =>
    film.evaluate(
      () =>
        ((document.querySelector('iframe')?.contentDocument ?? document).querySelector('video')?.readyState ??
          0) >= 1,
    ),
  );
  const tabId = await waitFor('the tab', () =>
    stage.chromium.evaluate(
      async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
      film.url(),
    ),
  );
  const workbench = await stage.chromium.openPage(
    `src/options/index.html#/connectors/edit/${key}?tab=${tabId}`,
  );
  await workbench.getByText('Ready', { exact: true }).waitFor();
  await workbench.getByRole('tab', { name: 'Test cases' }).click();
  return { film, workbench };
}

async function keep(workbench: Page, key: string): Promise<DraftCase> {
  await workbench.getByRole('button', { name: 'Save page as test case' }).click();
  await workbench.getByText('Passed').waitFor();
  return waitFor('the stored case', async () => (await readDrafts(stage.chromium))[key]?.cases[0]);
}

const nothingPersonal = (one: DraftCase) => {
  const text = JSON.stringify(one);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
};

/** Runs the same case as the command line does. */
async function runOnCommandLine({ html, case: one, pages = {} }: DraftCase): Promise<void> {
  const results = await runCase(definition(), { html, case: caseSchema.parse(one), pages });
  for (const { about, actual, expected } of results) expect(actual, about).toEqual(expected);
}

describe('a page that is kept as a case', () => {
  test('keeps scrubbed values from outside the document, and the next episode as a step', async () => {
    const first = '65f0c0ffee65f0c0ffee0001';
    const { film, workbench } = await openBoth('beyond', `/watch/${first}?profile=profile-4711`);
    const kept = await keep(workbench, 'beyond');
    nothingPersonal(kept);
    expect(kept.case).toMatchObject({
      covers: 'episode',
      url: `https://${sourcesHost}/watch/${first}`,
      storage: { local: { 'session-kept': { auth: { token: 'token' } } } },
      mediaSession: { title: 'Pilot' },
      responses: {
        [`https://${sourcesHost}/api/meta/${first}`]: { show: { title: 'Breaking Bad' } },
        [`https://${sourcesApi}/v2/episodes/${first}`]: { list: [{ id: first, season: 1 }, { season: 1 }] },
        'player.getState()': { episode: { number: 1 } },
      },
      expect: {
        page: 'watch',
        item: {
          type: 'episode',
          seriesTitle: 'Breaking Bad',
          seasonNumber: 1,
          episodeNumber: 1,
          episodeTitle: 'Pilot',
          year: 2008,
          ids: { episodeTmdb: 62_085 },
        },
      },
    });

    await film.evaluate("window.show('65f0c0ffee65f0c0ffee0002')");
    await workbench.getByText("Cat's in the Bag...").first().waitFor();
    await workbench.getByRole('button', { name: 'Save current state as next step' }).click();
    await workbench.getByText('2 steps').waitFor();
    await workbench.getByText('Passed').waitFor();
    const both = await waitFor('the step', async () =>
      (await readDrafts(stage.chromium))['beyond']?.cases.find(({ pages }) => pages !== undefined),
    );
    nothingPersonal(both);
    expect(both.case).toMatchObject({
      covers: 'next-episode',
      steps: [
        {
          url: `https://${sourcesHost}/watch/65f0c0ffee65f0c0ffee0002`,
          expect: { item: { episodeNumber: 2 }, identity: 'changed' },
        },
      ],
    });
    await runOnCommandLine(both);

    // A change that breaks one of these sources breaks the case, at both steps.
    await workbench.getByRole('tab', { name: 'Form' }).click();
    await workbench.locator('summary', { hasText: 'Series' }).first().click();
    await workbench.getByLabel('Series 1: path').fill('$.show.name');
    await workbench.getByRole('tab', { name: 'Test cases' }).click();
    await workbench.getByText('Differs: seriesTitle, 2: seriesTitle').waitFor();
    await Promise.all([film.close(), workbench.close()]);
  });

  test('keeps only what the sources need from the document, and no personal data', async () => {
    const { film, workbench } = await openBoth('document', '/film/1234567890123?profile=profile-4711');
    const kept = await keep(workbench, 'document');
    nothingPersonal(kept);
    expect(kept.case).toMatchObject({
      covers: 'film',
      url: `https://${sourcesHost}/film/1234567890123`,
      expect: {
        page: 'film',
        item: { type: 'movie', title: 'Sintel', year: 2010, ids: { imdb: 'tt1727587' } },
      },
    });
    await runOnCommandLine(kept);
    await Promise.all([film.close(), workbench.close()]);
  });

  test('keeps what is read in a frame of the same host, and its player', async () => {
    const { film, workbench } = await openBoth('framed', '/framed/1234567890124?profile=profile-4711');
    const kept = await keep(workbench, 'framed');
    nothingPersonal(kept);
    expect(kept.case).toMatchObject({
      covers: 'film',
      expect: {
        page: 'framed',
        item: { type: 'movie', title: 'Tears "of" Steel & more', year: 2010, ids: { imdb: 'tt2285752' } },
      },
    });
    expect(kept.case).toHaveProperty('videos', [expect.objectContaining({ paused: false })]);
    await runOnCommandLine(kept);
    await Promise.all([film.close(), workbench.close()]);
  });
});

declare const chrome: {
  readonly tabs: {
    readonly query: (query: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
  };
};
