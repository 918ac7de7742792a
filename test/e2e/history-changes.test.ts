import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCinema } from '../demo/cinema';
import type { Bubble } from '../support/browser/action-bubble';
import { sendMessage, signIn, tabViews } from '../support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { startTrackerProxy, type TrackerProxy } from '../support/server/tracker-proxy';
import { waitFor } from '../support/wait-for';

const host = 'cinema.matinee.test';
let stage: Stage;
let proxy: TrackerProxy;
let film: Page;
let bubble: Bubble;

beforeAll(async () => {
  const cinema = createCinema();
  stage = await startStage({
    sites: { [host]: (request) => cinema.fetch(request) },
    grant: [`https://${host}/*`],
    signedIn: false,
  });
  proxy = await startTrackerProxy(stage.service);
  await signIn(stage.chromium, { ...stage.service, baseUrl: proxy.baseUrl });
  film = await stage.chromium.context.newPage();
  await film.goto(`https://${host}/cinema/film/sintel?autoplay=1&rate=1`);
  await waitFor('the match', async () =>
    (await tabViews(stage.chromium)).some(({ media }) => media !== undefined),
  );
  const [view] = await tabViews(stage.chromium);
  await sendMessage(stage.chromium, 'tab.scrobble-now', { tabId: view?.tabId ?? 0 });
  await waitFor('the film in the history', async () => (await titles()).length === 1);
  bubble = await stage.chromium.openBubble(film);
  await bubble.waitForText('Added');
});
afterAll(async () => {
  await stage.close();
  await proxy.close();
});

const titles = async () => (await readHistory(stage)).map(({ media }) => media.title);

async function ratings(): Promise<unknown> {
  const answer = await fetch(`${stage.service.baseUrl}/matinee/ratings`, {
    headers: { 'x-api-key': stage.readKey },
  });
  const { data } = (await answer.json()) as { data: { items: readonly { rating: number }[] } };
  return data.items.map(({ rating }) => rating);
}

const button = (text: string) => `button[data-found="${text}"]`;

const saved = 'Your change is saved in this browser';

/** Clicks the button of this text in the bubble. */
async function press(text: string): Promise<void> {
  await waitFor(`the button ${text}`, () =>
    bubble.evaluate(`(() => {
      const found = [...document.querySelectorAll('button')].find((one) => one.innerText === ${JSON.stringify(text)});
      found?.setAttribute('data-found', ${JSON.stringify(text)});
      return found !== undefined;
    })()`),
  );
  await bubble.click(button(text));
}

test('what two people watched is added to the other history by one click, and taken out by the next', async () => {
  const { users, preferences, sessions } = stage.service.store;
  const { id: owner } = await users.ensureOwner();
  const ben = (await users.add('Ben', 'correct horse battery', 'member'))?.id ?? '';
  await preferences.allow(ben, owner);
  await preferences.allow(owner, ben);
  const ofBen = async () => (await sessions.watched(ben, { limit: 5, offset: 0 })).map(({ media }) => media);
  await bubble.close();
  bubble = await stage.chromium.openBubble(film);
  await press('Also watched by Ben');
  await waitFor('the film in both histories', async () => (await ofBen()).length === 1);
  await bubble.waitForText('Also watched by Ben');
  await waitFor('the button to show it', () =>
    bubble.evaluate(`document.querySelector('[data-found="Also watched by Ben"]').ariaPressed === 'true'`),
  );
  await press('Also watched by Ben');
  await waitFor('the film in one history', async () => (await ofBen()).length === 0);
});

test('a title in the history is removed by one click in the bubble, and the undo brings it back', async () => {
  const [before] = await readHistory(stage);
  await press('Remove');
  await bubble.waitForText('Removed from your history.');
  await waitFor('an empty history', async () => (await titles()).length === 0);
  await press('Undo');
  await waitFor('the film in the history', async () => (await titles()).length === 1);
  const [after] = await readHistory(stage);
  expect(after).toMatchObject({ id: before?.id, watchedAt: before?.watchedAt, media: before?.media });
});

test('a rating is given in half stars, and the undo takes it back', async () => {
  await bubble.click('.stars label:nth-of-type(9)');
  await waitFor('the rating', async () => JSON.stringify(await ratings()) === '[9]');
  await bubble.waitForText('Rating saved.');
  await press('Undo');
  await waitFor('no rating', async () => JSON.stringify(await ratings()) === '[]');
});

test('a correction puts the right title into the history and takes the wrong one out; the undo reverses it', async () => {
  const [before] = await readHistory(stage);
  await press('Wrong title?');
  await waitFor('the search', () => bubble.evaluate(`document.querySelector('#search-title') !== null`));
  await bubble.evaluate(`(() => {
    const type = (id, value) => {
      const field = document.querySelector(id);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    type('#search-title', 'Big Buck Bunny');
    type('#search-year', '');
  })()`);
  await press('Search');
  await waitFor('the result', () =>
    bubble.evaluate(`document.querySelector('.result-choose')?.innerText.includes('Big Buck Bunny')`),
  );
  await bubble.click('.result-choose');
  await waitFor('the right title alone', async () => (await titles()).join() === 'Big Buck Bunny');
  const [corrected] = await readHistory(stage);
  expect(corrected).toMatchObject({ watchedAt: before?.watchedAt, duration: before?.duration });
  const shown = await bubble.waitForText('Corrected in your history.');
  expect(shown).toContain('Matched to Big Buck Bunny');
  await press('Undo');
  await waitFor('the first title alone', async () => (await titles()).join() === 'Sintel');
  expect((await readHistory(stage))[0]?.id).toBe(before?.id);
});

test('a removal while offline waits, says so, and survives the end of the worker', async () => {
  const isWaiting = () => bubble.evaluate(`document.body.innerText.includes('${saved}')`);
  await waitFor('nothing else to wait', async () => !(await isWaiting()));
  proxy.disconnect();
  await press('Remove');
  await bubble.waitForText(saved);
  await stage.chromium.stopWorker();
  expect(await titles()).toHaveLength(1);
  proxy.reconnect();
  await sendMessage(stage.chromium, 'outbox.retry', {});
  await waitFor('an empty history', async () => (await titles()).length === 0);
  await bubble.waitForText('Removed from your history.');
  await press('Restore');
  await waitFor('the film in the history', async () => (await titles()).length === 1);
});
