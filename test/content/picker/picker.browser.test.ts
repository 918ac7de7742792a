import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  pageFactsSchema,
  pickSchema,
  type Pick,
  type WorkbenchQuestion,
} from '../../../src/protocol/workbench';
import { sendMessage } from '../../support/browser/drive-extension';
import { startStage, type Stage } from '../../support/server/start-stage';
import { waitFor } from '../../support/wait-for';

const host = 'www.large.example';
const elements = Array.from({ length: 50_000 }, (_, index) => `<i>${index}</i>`).join('');
const large = `<!doctype html><title>Large</title><body style="margin:0"><h1>The Series</h1><div style="height:300px;overflow:hidden">${elements}</div>
<shadow-box></shadow-box><iframe srcdoc="<h2 style='margin:0'>Inside a frame</h2>" style="width:300px;height:60px;border:0"></iframe>
<script>document.querySelector('shadow-box').attachShadow({ mode: 'open' }).innerHTML = '<div style="height:40px"><b class="name">Behind the glass</b></div>';</script>`;
const html = `<!doctype html><html><head><title>Large</title><meta property="og:title" content="The Series – S2 E3 – The Name"></head>
<body style="margin:0;font:16px sans-serif"><div id="player" style="height:120px"><h1 data-testid="series">The Series</h1><p class="css-1q2w3e">S2 E3 · The Name</p></div>
<shadow-box></shadow-box><iframe srcdoc="<h2 style='margin:0'>Inside a frame</h2><input aria-label='Note' style='display:block'>" style="width:300px;height:60px;border:0"></iframe>
<div style="height:300px;overflow:hidden">${Array.from({ length: 200 }, (_, index) => `<i>${index}</i>`).join('')}</div>
<script>
  const root = document.querySelector('shadow-box').attachShadow({ mode: 'open' });
  root.innerHTML = '<div style="height:40px"><b class="name">Behind the glass</b></div>';
  window.seen = [];
  for (const type of ['click', 'mousedown', 'keydown']) document.addEventListener(type, (event) => window.seen.push(type));
</script></body></html>`;

let stage: Stage;
let page: Page;
let tabId: number;

beforeAll(async () => {
  stage = await startStage({
    sites: {
      [host]: (request) =>
        new Response(request.url.endsWith('/large') ? large : html, {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
    },
    grant: [`https://${host}/*`],
    signedIn: false,
  });
  page = await stage.chromium.context.newPage();
  await page.goto(`https://${host}/watch/1`);
  tabId = await waitFor('the tab', () =>
    stage.chromium.evaluate(
      async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
      page.url(),
    ),
  );
});
afterAll(() => stage.close());

const askTab = async (id: number, question: WorkbenchQuestion): Promise<unknown> => {
  const answer = await sendMessage(stage.chromium, 'workbench.ask', { tabId: id, question });
  return (answer as { readonly value: unknown }).value;
};
const ask = async (question: WorkbenchQuestion): Promise<Pick> =>
  pickSchema.parse(await askTab(tabId, question));
const start = async (field: string) => {
  await ask({ kind: 'pick', field, hint: 'Click what it is.' });
  await page.bringToFront();
};
const picked = () =>
  waitFor('what was picked', async () => {
    const pick = await ask({ kind: 'picked' });
    return pick.state === 'picked' && pick;
  });
const clickOn = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(selector);
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.click(box.x + 10, box.y + box.height / 2);
};

describe('pointing at something in a page', () => {
  test('a heading gives sources for the series, best first, and the page hears nothing of the click', async () => {
    await start('seriesTitle');
    await clickOn('h1');
    const { proposals, text } = await picked();
    expect(text).toBe('The Series');
    expect(proposals.every(({ value }) => value === 'The Series')).toBe(true);
    expect(proposals.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['meta', 'test-id']));
    expect(proposals.findIndex(({ kind }) => kind === 'meta')).toBeLessThan(
      proposals.findIndex(({ kind }) => kind === 'test-id'),
    );
    expect(await page.evaluate('window.seen')).toEqual([]);
  });

  test('a label of numbers is taken apart, and a class name of a build is marked as fragile', async () => {
    await start('episodeNumber');
    await clickOn('p');
    const { proposals } = await picked();
    expect(proposals[0]).toMatchObject({ value: '3', fragile: false });
    expect(proposals.find(({ source }) => source['text'] === '.css-1q2w3e')).toMatchObject({
      fragile: true,
      source: { transforms: [{ seasonEpisode: 'episode' }] },
    });
    expect(proposals.at(-1)?.fragile).toBe(true);
  });

  test('what stands in an open shadow root is found through it', async () => {
    await start('title');
    await clickOn('shadow-box b');
    const { text, proposals } = await picked();
    expect(text).toBe('Behind the glass');
    expect(proposals.some(({ source }) => source['text'] === 'shadow-box >> .name')).toBe(true);
  });

  test('what stands in a frame of the same host is found through it', async () => {
    await start('title');
    const box = await page.locator('iframe').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 14);
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 14);
    const { text, proposals } = await picked();
    expect(text).toBe('Inside a frame');
    expect(
      proposals.some(({ source, value }) => source['text'] === 'iframe >> h2' && value === 'Inside a frame'),
    ).toBe(true);
  });

  test('Escape leaves also where the focus was inside of a frame', async () => {
    await page.frameLocator('iframe').getByLabel('Note').click();
    await start('title');
    await page.keyboard.press('Escape');
    await waitFor('the end of pointing', async () => (await ask({ kind: 'picked' })).state === 'left');
    expect(await page.frameLocator('iframe').getByLabel('Note').inputValue()).toBe('');
  });

  test('the keyboard goes down again to what it came from', async () => {
    await start('player');
    const box = await page.locator('h1').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key);
    const { proposals } = await picked();
    expect(proposals.some(({ source }) => source['exists'] === '[data-testid="series"]')).toBe(true);
  });

  test('the keyboard goes up and down the tree, Enter picks', async () => {
    await start('player');
    const box = await page.locator('h1').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const { proposals } = await picked();
    expect(proposals.some(({ source }) => source['exists'] === '#player')).toBe(true);
  });

  test('Escape leaves, and nothing is left in the page', async () => {
    const before = await page.evaluate('document.documentElement.childElementCount');
    await start('title');
    expect(await page.evaluate('document.documentElement.childElementCount')).toBe(Number(before) + 1);
    await page.keyboard.press('Escape');
    await waitFor('the end of pointing', async () => (await ask({ kind: 'picked' })).state === 'left');
    expect(await page.evaluate('document.documentElement.childElementCount')).toBe(before);
  });

  test('a hostile page can neither look inside the outline nor click or press for the person', async () => {
    await start('title');
    const seen = await page.evaluate(() => {
      const overlay = document.documentElement.lastElementChild;
      for (const target of [overlay, document.querySelector('h1'), document, window]) {
        target?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, composed: true, clientX: 20, clientY: 20 }),
        );
        target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
        target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
      }
      return { root: overlay?.shadowRoot ?? null, children: overlay?.childElementCount };
    });
    expect(seen).toEqual({ root: null, children: 0 });
    expect((await ask({ kind: 'picked' })).state).toBe('picking');
    await ask({ kind: 'leave' });
  });

  test('on a page with 50,000 elements, a shadow root and a frame, the outline follows the mouse in less than 16 ms, and pointing comes to an end', async () => {
    const large = await stage.chromium.context.newPage();
    await large.goto(`https://${host}/large`);
    const id = await waitFor('the tab', () =>
      stage.chromium.evaluate(
        async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
        large.url(),
      ),
    );
    const cdp = await stage.chromium.context.newCDPSession(large);
    // In processor time of the page's main thread, so that other programs on this machine do not count.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () =>
      ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
        ?.value ?? Number.NaN) * 1000;
    await askTab(id, { kind: 'pick', field: 'title', hint: 'Click what it is.' });
    await large.bringToFront();
    const drawn = () =>
      large.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    // Over single words, the list of all of them, the shadow root and the frame in turn.
    const places = [
      [30, 200],
      [300, 220],
      [500, 390],
      [20, 360],
      [60, 360],
      [20, 410],
      [60, 410],
      [700, 150],
      [200, 300],
      [20, 20],
      [90, 250],
    ] as const;
    await large.mouse.move(10, 10);
    await drawn();
    const steps: number[] = [];
    for (const [x, y] of [...places, ...places]) {
      const before = await worked();
      await large.mouse.move(x, y);
      await drawn();
      steps.push((await worked()) - before);
    }
    const median = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? Number.NaN;
    expect(median).toBeGreaterThan(0);
    expect(median).toBeLessThan(16);

    // Up to the whole page, whose text is all of it, and down again.
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
      await large.keyboard.press(key);
    const clicked = await worked();
    await large.mouse.click(30, 200);
    const pick = await waitFor('what was picked', async () => {
      const picked = pickSchema.parse(await askTab(id, { kind: 'picked' }));
      return picked.state === 'picked' && picked;
    });
    expect(pick.text).toMatch(/^\d+( \d+)*$/);
    const chosen = (await worked()) - clicked;
    const answer = await askTab(id, { kind: 'describe' });
    expect(pageFactsSchema.safeParse(answer).success).toBe(true);
    const described = (await worked()) - clicked - chosen;
    // A hand waits for either.
    expect({ chosen: chosen < 2_000, described: described < 2_000 }).toEqual({
      chosen: true,
      described: true,
    });
    process.stdout.write(
      `outline: ${median.toFixed(1)} ms in the middle, ${Math.max(...steps).toFixed(1)} ms at most; choosing: ${chosen.toFixed(0)} ms; describing: ${described.toFixed(0)} ms\n`,
    );
  });
});

declare const chrome: {
  readonly tabs: {
    readonly query: (query: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
  };
};
