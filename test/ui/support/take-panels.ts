import { writeFile } from 'node:fs/promises';
import type { TabView } from '../../../src/core/status/status';
import type { Panel } from '../../support/browser/firefox-panel';
import { launchFirefox, type Firefox } from '../../support/browser/launch-firefox';
import { startSiteServer } from '../../support/server/site-server';
import { waitFor } from '../../support/wait-for';
import { everyStatus, statusView } from './scenes';

const SITE = 'www.netflix.com';
const PREFERENCES = {
  'intl.locale.requested': 'en-US',
  'ui.prefersReducedMotion': 1,
  // The background stays, so that it stores no view of its own.
  'extensions.background.idle.timeout': 600_000,
};
const TITLES = ['title-endless', 'title-one-word', 'title-arabic', 'title-japanese'];

/**
 * Takes a picture of each status in the panel of Firefox, light and dark, in `folder`. The views are stored as
 * the worker stores them, while one panel is open: no driver can replace the API within it. Nobody is signed
 * in, which each picture says above the status.
 */
export async function takePanels(folder: string): Promise<number> {
  const sites = await startSiteServer({ [SITE]: () => new Response('<!doctype html><title>A page</title>') });
  const firefox = await launchFirefox({ sites, preferences: PREFERENCES });
  try {
    const panel = await openOver(firefox);
    const views = [...everyStatus(), ...TITLES.map((name) => [name, statusView(name)] as const)];
    for (const [index, [name, view]] of views.entries()) {
      await show(firefox, panel, view, index);
      for (const theme of ['light', 'dark']) {
        await panel.evaluate(`content.document.documentElement.dataset.theme = '${theme}'`);
        await writeFile(`${folder}panel-${name}-${theme}.png`, await panel.screenshot());
      }
    }
    return views.length * 2;
  } finally {
    await firefox.close();
    await sites.close();
  }
}

async function openOver(firefox: Firefox): Promise<Panel> {
  const page = await firefox.newPage();
  await page.goto(`https://${SITE}/`);
  await page.bringToFront();
  return firefox.openPanel();
}

/** Stores the view of the tab below the panel, and waits until the panel has drawn it. */
async function show(firefox: Firefox, panel: Panel, view: TabView, index: number): Promise<void> {
  // Word joiners, which take no room, tell the name of the site from that of the view before.
  const mark = '\u2060'.repeat(index + 1);
  const host = `${view.host ?? SITE}${mark}`;
  const shown = view.siteName === undefined ? { host } : { host, siteName: `${view.siteName}${mark}` };
  await firefox.evaluate(store, { ...view, ...shown });
  await waitFor(`the status ${view.status.kind}`, async () => {
    const text = String(await panel.evaluate('content.document.body.innerText'));
    return text.includes(mark) && !text.includes(`${mark}\u2060`);
  });
}

/** Runs in a page of the extension. */
async function store(view: TabView): Promise<void> {
  const [tab] = await browser.tabs.query({ active: true });
  const tabId = tab?.id ?? 0;
  await browser.storage.session.set({ [`view:${tabId}`]: { ...view, tabId } });
}

/** The API of the extension, in its pages. */
declare const browser: {
  readonly tabs: { readonly query: (filter: object) => Promise<readonly { readonly id: number }[]> };
  readonly storage: { readonly session: { readonly set: (values: object) => Promise<void> } };
};
