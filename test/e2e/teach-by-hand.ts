import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import type { TabView } from '../../src/core/status/status';
import { tabViews } from '../support/browser/drive-extension';
import type { Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';

/** A new user who teaches a site: counts clicks, with the permission prompt; there is no typing. */
export interface Hand {
  readonly clicks: () => number;
  readonly press: (what: () => Promise<unknown>) => Promise<void>;
}

export function hand(): Hand {
  let clicks = 0;
  return {
    clicks: () => clicks,
    press: async (what) => {
      clicks += 1;
      await what();
    },
  };
}

/** What can be photographed: a page, or the popup in its bubble. */
export interface Shown {
  readonly screenshot: (options: { readonly path: string }) => Promise<unknown>;
}

/** From the popup over a page to the workbench that has read it. `look`: after each click of the way. */
export async function openWorkbench(
  stage: Stage,
  film: Page,
  { press }: Hand,
  look: (shown: Shown, name: string) => Promise<void> = async () => undefined,
): Promise<Page> {
  let bubble: Awaited<ReturnType<Stage['chromium']['openBubble']>> | undefined;
  await press(async () => {
    bubble = await stage.chromium.openBubble(film);
  });
  const opened = stage.chromium.context.waitForEvent('page', {
    predicate: (page) =>
      page.url().includes('connectors/new') || page.url() === 'about:blank' || page.url().includes('options'),
  });
  await bubble?.waitForText('Teach Matinee this site');
  const shown = bubble;
  if (shown !== undefined)
    await look({ screenshot: async ({ path }) => writeFile(path, await shown.screenshot()) }, 'popup');
  // The main button where something can be heard, else the first of the actions.
  await press(async () => bubble?.click('.button.main, .actions > button'));
  const workbench = await opened;
  const allow = workbench.getByRole('button', { name: 'Allow and read page' });
  await allow.waitFor();
  await look(workbench, 'asked');
  await press(() => allow.click());
  // No test can press the browser's permission prompt.
  await press(async () => undefined);
  return workbench;
}

/** Turns the draft on. */
export async function takeIntoUse(workbench: Page, { press }: Hand): Promise<void> {
  await press(() => workbench.getByRole('button', { name: 'Use connector' }).click());
  await workbench.getByRole('button', { name: 'In use' }).waitFor();
}

/** The view of the tab on this host once the tracker has accepted an update for this title. */
export async function recorded(
  stage: Stage,
  host: string,
  wanted: Readonly<Partial<Record<'tmdbId' | 'seasonNumber' | 'episodeNumber', number>>>,
): Promise<TabView> {
  return waitFor(`${JSON.stringify(wanted)} of ${host} at the tracker`, async () => {
    const view = (await tabViews(stage.chromium)).find((one) => one.host === host);
    const media: Readonly<Record<string, unknown>> = { ...view?.media };
    const isIt = Object.entries(wanted).every(([name, value]) => media[name] === value);
    return view !== undefined && isIt && view.sent !== undefined && view;
  });
}
