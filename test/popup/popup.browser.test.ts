import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { overlaps } from '../support/browser/overlaps';
import { openViews, type View, type ViewOptions, type Views } from '../ui/support/open-view';
import { corrections, episode, film, outbox, popup, statusView } from '../ui/support/scenes';
import { shots } from '../ui/support/shots';
import { tabTo } from '../ui/support/tab-to';

let views: Views;
let view: View;

beforeAll(async () => {
  views = await openViews();
});
afterEach(() => view.close());
afterAll(() => views.close());

async function open(scene: ViewOptions): Promise<Page> {
  view = await views.open(scene);
  return view.page;
}

/** Messages of one name, once the first has been sent. */
async function inputsOf(name: string): Promise<readonly unknown[]> {
  await view.page.waitForFunction(
    (wanted) =>
      (globalThis as unknown as { standInSent: { name: string }[] }).standInSent.some(
        (one) => one.name === wanted,
      ),
    name,
  );
  return (await view.sent()).filter((one) => one.name === name).map((one) => one.input);
}

describe('now', () => {
  test('is drawn from the stored view while the worker does not answer', async () => {
    const scene = popup(film);
    const page = await open({ ...scene, answers: { ...scene.answers, 'tab.view': { $never: true } } });
    await expect.poll(() => page.locator('.ticket h2').textContent()).toBe('Night of the Living Dead');
    await expect.poll(() => page.getByText('Recording.').first().isVisible()).toBe(true);
  });

  test('shows what settled the match', async () => {
    const page = await open(popup(film));
    await page.getByText('How was this matched?').click();
    await page.getByText('same name in English · same year · same length (1 hr 36 min)').waitFor();
  });

  test('shows the title in the language of the person beside what the page said', async () => {
    const titles = [{ title: 'Die Nacht der lebenden Toten', language: 'de' }];
    if (film.media === undefined) throw new Error('the film has no match');
    const page = await open({
      ...popup({ ...film, media: { ...film.media, titles } }),
      language: 'de',
    });
    await expect
      .poll(() => page.locator('.matched a').textContent())
      .toBe('Die Nacht der lebenden Toten · 1968');
    expect(await page.locator('.ticket h2').textContent()).toBe('Night of the Living Dead');
  });

  test('advances the position during playback and not during a pause', async () => {
    const page = await open(
      popup({
        ...episode,
        playback: { state: 'playing', position: 100, duration: 1_000, rate: 1, at: Date.now() },
      }),
    );
    const spoken = () => page.getByRole('progressbar').getAttribute('aria-valuetext');
    const first = await spoken();
    await page.waitForFunction(
      (before) => document.querySelector('[role=progressbar]')?.getAttribute('aria-valuetext') !== before,
      first,
    );
    const paused = {
      ...episode,
      playback: {
        state: 'paused' as const,
        position: 200,
        duration: 1_000,
        rate: 1,
        at: Date.now() - 60_000,
      },
    };
    await view.store('session', { [`view:${episode.tabId}`]: paused });
    await page.getByText('Paused', { exact: true }).waitFor();
    expect(await spoken()).toBe('3:20 of 16:40');
  });

  test.each<readonly [string, string, string, unknown]>([
    ['site-off', 'Turn on', 'sites.set', { siteId: 'netflix', enabled: true }],
    ['paused', 'Resume', 'settings.set', { pausedUntil: 0 }],
    ['skipped-not-me', 'Resume recording', 'tab.not-me', { tabId: 1, undo: true }],
    ['skipped-insufficient-evidence', 'Record now', 'tab.scrobble-now', { tabId: 1 }],
    ['queued-offline', 'Retry now', 'outbox.retry', {}],
    ['rejected', 'Retry now', 'outbox.retry', {}],
    [
      'unsupported',
      'Teach Matinee this site',
      'tabs.create',
      { url: 'https://matinee.test/src/options/index.html#/connectors/new?tab=1' },
    ],
    ['signed-out', 'Sign in', 'tabs.create', { url: 'https://matinee.test/src/options/index.html#/account' }],
    [
      'skipped-type-off',
      'Open settings',
      'tabs.create',
      { url: 'https://matinee.test/src/options/index.html#/scrobbling' },
    ],
  ])('%s is repaired by "%s"', async (name, button, message, input) => {
    const page = await open(popup(statusView(name)));
    await page.getByRole('button', { name: button }).click();
    expect(await inputsOf(message)).toEqual([input]);
  });

  test('as the tab of Firefox for Android it shows the page that it was opened over', async () => {
    const page = await open({
      ...popup(film),
      android: true,
      width: 360,
      tabs: [
        { id: 5, lastAccessed: 1 },
        { id: film.tabId, lastAccessed: 2 },
        { id: 999, lastAccessed: 3, active: true },
      ],
    });
    await page.getByRole('heading', { name: 'Night of the Living Dead' }).waitFor();
  });

  test('access is requested in the click itself, for exactly the missing hosts', async () => {
    const page = await open(popup(statusView('no-access')));
    await page.getByRole('button', { name: 'Allow access' }).click();
    expect(await inputsOf('permissions.request')).toEqual([{ origins: ['https://www.netflix.com/*'] }]);
    expect(await inputsOf('sites.refresh')).toEqual([{}]);
  });

  test('when the browser refuses access, no script is started', async () => {
    const page = await open({ ...popup(statusView('no-access')), grants: false });
    await page.getByRole('button', { name: 'Allow access' }).click();
    await inputsOf('permissions.request');
    expect((await view.sent()).map((one) => one.name)).not.toContain('sites.refresh');
  });

  test('the view of a tab without a script is requested from the worker', async () => {
    const scene = popup(undefined);
    const page = await open({
      ...scene,
      answers: {
        ...scene.answers,
        'tab.view': { tabId: 1, status: { kind: 'unsupported' }, canScrobbleNow: false, updatedAt: 1 },
      },
    });
    await page.getByText('This site isn’t supported yet.').first().waitFor();
  });

  test('every tab in which something plays is listed, and a click activates it', async () => {
    const page = await open(popup(statusView('no-player'), [{ ...episode, tabId: 9 }]));
    await page.getByRole('button', { name: /Robin Hood/ }).click();
    expect(await inputsOf('tabs.update')).toEqual([9]);
  });

  test('"Why isn’t this being recorded?" ticks the steps up to the first that is not done', async () => {
    const page = await open(popup(statusView('unmatched')));
    await page.getByText('Why isn’t this being recorded?').click();
    await expect
      .poll(() =>
        page
          .locator('.ladder li')
          .evaluateAll((lines: readonly { className: string }[]) => lines.map((line) => line.className)),
      )
      .toEqual([...Array<string>(7).fill('done'), 'here']);
  });

  test('a doubtful match is confirmed with one click', async () => {
    const page = await open(popup(statusView('needs-review')));
    expect(await page.getByText('%').count()).toBe(0);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByText('Matinee remembers this').waitFor();
    expect(await inputsOf('corrections.set')).toMatchObject([{ of: { tabId: 1 }, scope: 'item' }]);
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.locator('#correction-heading').waitFor();
  });

  test('with nothing playing, the last title can be rated and removed, and what is next is linked', async () => {
    const page = await open(popup(statusView('no-player')));
    const last = page.getByRole('region', { name: /Recorded last/ });
    await last.locator('.half', { has: page.getByRole('radio', { name: '8 of 10' }) }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await last.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await expect
      .poll(() => inputsOf('history.want'))
      .toMatchObject([{ rating: 8 }, { rating: null }, { media: null }]);
    await page.getByRole('region', { name: 'Up next' }).getByRole('link').first().waitFor();
    expect(await page.locator('.ladder').count()).toBe(0);
  });

  test('"Not watched by me" can be undone', async () => {
    const page = await open(popup(film));
    await page.getByRole('button', { name: 'Not watched by me' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await inputsOf('tab.not-me')).toEqual([{ tabId: 1 }, { tabId: 1, undo: true }]);
  });

  test('a failure of the worker is shown, and the button can be pressed again', async () => {
    const scene = popup(statusView('paused'));
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'settings.set': { $error: ['unreachable', 'x'] } },
    });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('alert').getByText('Matinee isn’t responding').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    expect(await inputsOf('settings.set')).toHaveLength(2);
  });

  test('markup in a title is text, a long title is cut, and a script address is not a link', async () => {
    const title = `<img src=x onerror="document.title='pwned'"> ${'long '.repeat(1_000)}`;
    const page = await open(
      popup({
        ...film,
        item: { type: 'movie', title },
        media: {
          type: 'movie',
          tmdbId: 1,
          title,
          url: 'javascript:document.title="pwned"',
          posterUrl: 'javascript:1',
        },
      }),
    );
    const heading = page.locator('.ticket h2');
    expect(await heading.textContent()).toMatch(/^<img src=x.{280,}…$/);
    await expect.poll(() => page.locator('article img').count()).toBe(0);
    await expect.poll(() => page.getByRole('link').count()).toBe(0);
    expect((await heading.boundingBox())?.height ?? 999).toBeLessThan(100);
    await expect.poll(() => page.title()).toBe('Matinee');
  });
});

describe('bad input', () => {
  const over = () => view.page.evaluate(`((content) => ${overlaps})(window)`);

  test.each(['title-endless', 'title-one-word', 'title-arabic'])(
    '%s lies over nothing and widens nothing',
    async (name) => {
      const page = await open(popup(statusView(name)));
      const heading = page.locator('.ticket h2');
      await heading.waitFor();
      expect((await heading.boundingBox())?.height ?? 999).toBeLessThan(100);
      expect(await over()).toEqual([]);
    },
  );

  test('a right-to-left title reads from the right, and stands on the side of the others', async () => {
    const page = await open(popup(statusView('title-arabic')));
    const style = await page
      .locator('.ticket h2')
      .evaluate((heading) => [getComputedStyle(heading).direction, getComputedStyle(heading).textAlign]);
    expect(style).toEqual(['rtl', 'left']);
  });

  const arabic = { ...statusView('title-arabic'), tabId: 9 };
  test.each<readonly [string, ViewOptions, readonly string[]]>([
    ['an Arabic title in an English popup', popup(film, [arabic]), ['.other .clamp', 'باب', '1958']],
    ['an English title in an Arabic popup', popup(episode), ['.ticket-main p', 'ح', 'The Ordeal']],
    ['its match in an Arabic popup', popup(statusView('needs-review')), ['.matched a', 'The Office', 'ح']],
  ])('%s: the parts of a line follow each other as the page is read', async (name, scene, line) => {
    const isArabic = name.endsWith('Arabic popup');
    const page = await open({ ...scene, language: isArabic ? 'ar' : 'en' });
    await page
      .locator(line[0] ?? '')
      .first()
      .waitFor();
    const [first, second] = await page.evaluate(placesOf, line);
    if (first === undefined || second === undefined) throw new Error('a part is missing');
    expect(Math.sign(second - first)).toBe(isArabic ? -1 : 1);
  });

  test('in the place of a missing poster stands the first letter of the title', async () => {
    if (film.media === undefined) throw new Error('the film has no match');
    const { posterUrl: _, ...media } = film.media;
    const page = await open(popup({ ...film, media }));
    expect(await page.locator('.ticket .poster.blank').textContent()).toBe('N');
    expect(await over()).toEqual([]);
  });

  test('of ten thousand pending updates the first are drawn, and all are counted', async () => {
    const scene = shots().find(({ name }) => name === 'popup-later-ten-thousand')?.scene;
    const page = await open(scene ?? popup(film));
    await page.getByRole('tab', { name: 'Pending 999+' }).click();
    await page.getByRole('button', { name: 'Show all (10,000)' }).waitFor();
    expect(await page.locator('.later-entry').count()).toBe(20);
    expect(await over()).toEqual([]);
  });

  test('a tracker that cannot change its history: the popup says so, and links the entry', async () => {
    const { sessionId = '', media, sent } = statusView('watched');
    if (media === undefined || sent === undefined) throw new Error('nothing was recorded');
    const { position, duration, at } = sent;
    const trouble = { code: 'not-found', message: 'There is nothing at this path', status: 404 };
    const viewings = [{ media, wanted: false, is: true }];
    const scene = popup(statusView('watched'));
    const page = await open({
      ...scene,
      local: {
        ...scene.local,
        'history-changes': [{ id: sessionId, account: 'a', position, duration, at, viewings, trouble }],
      },
    });
    await page
      .getByRole('alert')
      .getByText('This tracker can’t change titles it has already recorded.')
      .waitFor();
    await page.getByRole('link', { name: 'Open in history' }).waitFor();
    expect(await over()).toEqual([]);
  });

  test('a tracker without our widgets: each says so, and the popup goes on', async () => {
    const scene = popup(film);
    const nothing = { $error: ['not-found', 'There is nothing at this path'] };
    const page = await open({ ...scene, answers: { ...scene.answers, 'tracker.widget': nothing } });
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByText('The tracker can’t find this.').first().waitFor();
    await page.getByRole('tab', { name: 'Now' }).click();
    await page.getByRole('heading', { name: 'Night of the Living Dead' }).waitFor();
  });
});

describe('the correction, with the keyboard alone', () => {
  test('of a whole series with its offset, and its undo', async () => {
    const scene = popup(episode);
    const there = {
      type: 'episode',
      tmdbId: 3_580,
      seriesTitle: 'The Adventures of Robin Hood',
      title: 'The Ordeal',
      seasonNumber: 2,
      episodeNumber: 1,
    };
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'media.search': [there], 'corrections.set': corrections[0] },
    });
    await tabTo(page, 'Wrong title?');
    await page.keyboard.press('Enter');
    // The search starts in the title field, with the title that was read.
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('The Adventures of Robin Hood');
    await page.getByText('1 result').waitFor();
    expect(await inputsOf('media.search')).toEqual([
      { type: 'episode', title: 'The Adventures of Robin Hood', seasonNumber: 1, episodeNumber: 14 },
    ]);
    await tabTo(page, 'The Ordeal');
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.body.textContent.includes('Save your choice')) return;
        document.title = `first in ${document.activeElement?.textContent ?? 'nothing'}`;
        observer.disconnect();
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await page.keyboard.press('Enter');
    // As soon as the step is there: a key that is pressed at once belongs to it.
    await expect.poll(() => page.title()).toBe('first in Save your choice');
    await tabTo(page, 'Only this episode');
    await page.keyboard.press('ArrowDown');
    await page.getByText('S1 E14 → S2 E1').waitFor();
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    expect(await inputsOf('corrections.set')).toEqual([
      { of: { tabId: 2 }, scope: 'series', media: there, seasonOffset: 1, episodeOffset: -13 },
    ]);
    await page.getByText('Correction saved.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    expect(await inputsOf('corrections.remove')).toEqual([{ id: corrections[0]?.id }]);
    await page.getByText('Correction undone.').waitFor();
    // Where “Undo” was, “Close” is left.
    await expect.poll(() => focused(page)).toBe('Close');
  });

  test('of a title that was not found, searched by hand; afterwards the focus is where the search began', async () => {
    const scene = popup(statusView('unmatched'));
    const there = { type: 'movie', tmdbId: 234, title: 'The Cabinet of Dr. Caligari', year: 1920 };
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'media.search': [there], 'corrections.set': corrections[0] },
    });
    await tabTo(page, 'Find title');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('caligari');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await inputsOf('media.search')).at(-1))
      .toMatchObject({ title: 'caligari' });
    await tabTo(page, 'The Cabinet of Dr. Caligari');
    await page.keyboard.press('Enter');
    await page.getByText('Correction saved.').waitFor();
    await expect.poll(() => focused(page)).toBe('Find title');
  });
});

describe('with the keyboard alone', () => {
  test('what was recorded is rated and removed, each with its undo', async () => {
    const page = await open(popup(statusView('watched')));
    await page.getByRole('radio', { name: '1 of 10' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Rating saved.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor();
    await expect.poll(() => focused(page)).toBe('Close');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).not.toBe('');
    await tabTo(page, 'Remove');
    await page.keyboard.press('Enter');
    await page.getByText('Removal saved.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    const wishes = await inputsOf('history.want');
    expect(wishes).toMatchObject([{ rating: 2 }, { rating: null }, { media: null }, { media: {} }]);
    await expect.poll(() => focused(page)).toBe('Close');
  });

  test('a rating is taken back where it was given, also after the message has gone', async () => {
    const { sessionId = '', media, sent } = statusView('watched');
    if (media === undefined || sent === undefined) throw new Error('nothing was recorded');
    const { position, duration, at } = sent;
    const viewings = [{ media, wanted: true, is: true }];
    const scene = popup(statusView('watched'));
    const rated = { id: sessionId, account: 'a', position, duration, at, viewings, rating: 8 };
    const page = await open({ ...scene, local: { ...scene.local, 'history-changes': [rated] } });
    await page.getByRole('radio', { name: '8 of 10', checked: true }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Undone.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await expect.poll(() => inputsOf('history.want')).toMatchObject([{ rating: null }, { rating: 8 }]);
    await page.locator('.half', { has: page.getByRole('radio', { name: '8 of 10' }) }).click();
    await expect.poll(async () => (await inputsOf('history.want')).at(-1)).toMatchObject({ rating: null });
  });

  test('everything is paused for an hour, and resumed', async () => {
    const page = await open(popup(film));
    await tabTo(page, 'Pause everywhere');
    await page.keyboard.press('Enter');
    await tabTo(page, '1 hour');
    await page.keyboard.press('Enter');
    await page.getByText('Matinee is paused for an hour.').waitFor();
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor();
    expect((await inputsOf('settings.set')).at(-1)).toEqual({ pausedUntil: 0 });
    await expect.poll(() => focused(page)).toBe('Close');
  });
});

describe('the choice of a title', () => {
  test('lists each title once, although the best hit is also one of the candidates', async () => {
    const page = await open(popup(film));
    await page.getByRole('button', { name: 'Wrong title?' }).click();
    await page.getByText('2 results').waitFor();
    expect(await page.locator('.result').count()).toBe(2);
  });

  test('shows when nothing is found, and when the tracker cannot be reached', async () => {
    const scene = popup(film);
    const page = await open({ ...scene, answers: { ...scene.answers, 'media.search': [] } });
    await page.getByRole('button', { name: 'Wrong title?' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No results.').waitFor();
  });
});

describe('later', () => {
  test('shows why a match waits and what else it may be; one click decides for the whole series', async () => {
    const page = await open(popup(film));
    await page.getByRole('tab', { name: /Pending/ }).click();
    const entry = page.locator('.later-entry').first();
    await entry.getByText('Several titles fit equally well.').waitFor();
    await expect.poll(() => entry.getByText('2001 · 30 min').isVisible()).toBe(true);
    await expect.poll(() => entry.locator('.result').count()).toBe(1);
    await entry
      .getByRole('button', { name: /^The Office.*S2 E3 · Office Olympics · 2005 · 22 min$/s })
      .click();
    expect(await inputsOf('corrections.set')).toMatchObject([
      { of: { outboxId: idOf('review') }, scope: 'series', media: { tmdbId: 2_316, seasonNumber: 2 } },
    ]);
  });

  test('shows names of sites, texts of errors, and the tracker’s message for a refusal', async () => {
    const scene = popup(film);
    const page = await open({ ...scene, language: 'de' });
    await page.getByRole('tab', { name: /Offen/ }).click();
    const entries = page.locator('.later-entry');
    await expect.poll(() => entries.last().innerText()).toContain('Netflix');
    await expect
      .poll(() => page.locator('.later-entry .bad-text').allTextContents())
      .toEqual([
        'Der Tracker hat diese Meldung abgelehnt.',
        'Der Tracker ist nicht erreichbar. Prüfe die Verbindung.',
      ]);
    const raw = page.locator('.later-entry details').first();
    await raw.getByText('Details').click();
    await raw.getByText('duration must be an integer').waitFor();
  });

  test('a review with the keyboard alone: tabs by arrow, then accept', async () => {
    const page = await open(popup(film));
    await tabTo(page, 'Now');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Not in your history yet' }).waitFor();
    await tabTo(page, 'Confirm');
    await page.keyboard.press('Enter');
    expect(await inputsOf('outbox.accept')).toEqual([{ id: idOf('review') }]);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
  });

  test('discarding asks once more', async () => {
    const page = await open(popup(film));
    await page.getByRole('tab', { name: /Pending/ }).click();
    await page.getByRole('button', { name: 'Discard Nosferatu' }).click();
    expect((await view.sent()).map((one) => one.name)).not.toContain('outbox.drop');
    await page.getByRole('group').getByRole('button', { name: 'Discard Nosferatu' }).click();
    expect(await inputsOf('outbox.drop')).toEqual([{ id: idOf('waiting') }]);
  });

  test('an unknown title is searched, and the correction is that of the entry', async () => {
    const page = await open(popup(film));
    await page.getByRole('tab', { name: /Pending/ }).click();
    await page.getByRole('button', { name: /^Find title/ }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('.result-choose').first().click();
    expect(await inputsOf('corrections.set')).toMatchObject([
      { of: { outboxId: idOf('unmatched') }, scope: 'item' },
    ]);
  });
});

describe('home', () => {
  test.each<readonly [string, unknown]>([
    ['a page of HTML', '<html>no</html>'],
    ['nothing', null],
    ['a number', 4],
    ['an object without widgets', { success: true, data: { hello: 1 } }],
  ])('an error is shown when the tracker answers %s', async (_name, answer) => {
    const scene = popup(film);
    const page = await open({ ...scene, answers: { ...scene.answers, 'tracker.dashboard': answer } });
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByRole('alert').getByText('couldn’t read the tracker’s response').waitFor();
  });

  test('of ten thousand widgets the first are shown, with a note', async () => {
    const scene = popup(film);
    const widgets = Array.from({ length: 10_000 }, (_none, index) => ({
      id: String(index),
      type: 'list',
      title: `Section ${index}`,
      apiUrl: `/w/${index}`,
    }));
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'tracker.dashboard': { success: true, data: { widgets } } },
    });
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByText('12 of 10,000 sections shown').waitFor();
    await expect.poll(() => page.locator('.home section').count()).toBe(12);
  });

  test('a widget that fails does not affect the others, and each requests its own address only', async () => {
    const scene = popup(film);
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'tracker.widget': { $error: ['server', 'HTTP 500'] } },
    });
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByText('The tracker has a problem.').first().waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual([
        'Up next',
        'Continue watching',
        'Watchlist',
        'Upcoming episodes',
        'Upcoming films',
        'Recently watched',
        'Channels',
      ]);
    const asked = (await inputsOf('tracker.widget')) as readonly { readonly apiUrl: string }[];
    expect(new Set(asked.map(({ apiUrl }) => apiUrl)).size).toBe(asked.length);
  });

  test('what comes next has its place: the page of an unfinished title with what is left of it', async () => {
    const page = await open(popup(film));
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByText('S1 E14 · The Ordeal · Continue at 10:55', { exact: true }).waitFor();
    // By its numbers: the tracker has no page for what it lists under "Up next".
    for (const name of ['Continue watching', 'Up next']) {
      const row = page.getByRole('list', { name }).getByRole('listitem').filter({ hasText: 'Robin Hood' });
      expect(await row.getByRole('link', { name: 'Continue on Crunchyroll' }).getAttribute('href')).toMatch(
        /^https:\/\/www\.crunchyroll\.com\/watch\/\d+$/,
      );
    }
  });

  test('a channel opens with its lists, and back leads home', async () => {
    const page = await open(popup(film));
    await page.getByRole('tab', { name: 'Up next' }).click();
    await page.getByRole('button', { name: 'Open films' }).first().click();
    await page.getByRole('heading', { name: 'To watch' }).waitFor();
    expect(await inputsOf('tracker.channel')).toEqual([{ id: 'open-films' }]);
    await page.getByRole('button', { name: 'Up next' }).click();
    await page.getByRole('heading', { name: 'Up next' }).waitFor();
  });
});

/** The text of the control with the focus; empty when the focus is lost. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  );
}

/** Runs in the page. Pixels from the left at which each of the words begins in the text of an element. */
function placesOf([selector = '', ...words]: readonly string[]): (number | undefined)[] {
  const element = document.querySelector(selector);
  const text = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  return words.map((word) => {
    const at = text?.textContent?.indexOf(word) ?? -1;
    if (text == null || at < 0) return undefined;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects()[0]?.left;
  });
}

/** The id of the pending update in this state. */
function idOf(state: string): string | undefined {
  return outbox.find((entry) => entry.state === state)?.id;
}
