import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { builtInDefinitions } from '../../scripts/connector/files';
import { openViews, type View, type ViewOptions, type Views } from '../ui/support/open-view';
import { activity, corrections, options, pendingSignIn, sites } from '../ui/support/scenes';
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

const languages = readdirSync(new URL('../../public/_locales', import.meta.url));

function everyRegion(): readonly string[] {
  return [...new Set(builtInDefinitions().flatMap(({ regions = [] }) => regions))].toSorted();
}

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

function hostsOf(id: string): readonly string[] {
  return sites().find((site) => site.id === id)?.hosts ?? [];
}

describe('the welcome page', () => {
  test('works with the keyboard alone, with one request for exactly the chosen hosts', async () => {
    const page = await open({ ...options('welcome.html'), local: {} });
    await tabTo(page, 'Skip for now');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Search');
    await page.keyboard.type('hulu');
    await tabTo(page, 'Hulu');
    await page.keyboard.press('Space');
    await page.getByLabel('Search').fill('mubi');
    await page.getByLabel('Search').focus();
    await tabTo(page, 'MUBI');
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Welcome to Matinee' }).evaluate((heading) => {
      heading.tabIndex = -1;
      heading.focus();
    });
    await tabTo(page, 'Turn on 2 sites');
    await page.keyboard.press('Enter');
    await page.getByText('keep the Matinee icon visible').waitFor();
    expect(await inputsOf('permissions.request')).toEqual([
      { origins: [...hostsOf('hulu'), ...hostsOf('mubi')] },
    ]);
    expect(await inputsOf('sites.refresh')).toEqual([{}]);
  });

  test('can be left and continued', async () => {
    const page = await open({ ...options('welcome.html'), local: { welcome: 'sites' } });
    await expect
      .poll(() => page.getByRole('button', { name: 'Your sites', exact: true }).getAttribute('aria-expanded'))
      .toBe('true');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'What happens next' }).getAttribute('aria-expanded'))
      .toBe('true');
    await page.getByRole('button', { name: 'Your history' }).click();
    await expect
      .poll(() => page.getByRole('button', { name: 'Your history' }).getAttribute('aria-expanded'))
      .toBe('true');
  });

  test('shows when the browser refuses access, and keeps the choice', async () => {
    const page = await open({ ...options('welcome.html'), local: { welcome: 'sites' }, grants: false });
    await page.getByLabel('Hulu').check();
    await page.getByRole('button', { name: 'Turn on 1 site' }).click();
    await page.getByRole('alert').getByText('didn’t allow access').waitFor();
    await expect.poll(() => page.getByLabel('Hulu').isChecked()).toBe(true);
  });
});

describe('the account', () => {
  test('shows code, address, QR code and remaining time, and can be cancelled', async () => {
    const page = await open({ ...options('account'), local: { account: pendingSignIn } });
    await expect.poll(() => page.getByLabel('Code: W D J B - M J H T').textContent()).toBe('WDJB-MJHT');
    await expect
      .poll(() => page.getByRole('link', { name: 'Open page' }).getAttribute('href'))
      .toBe('https://tracker.example/device?code=WDJB-MJHT');
    await expect.poll(() => page.getByRole('img', { name: /QR/ }).isVisible()).toBe(true);
    await expect.poll(() => page.getByText(/Expires in \d+:/).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await inputsOf('account.cancel')).toEqual([{}]);
  });

  test.each([
    ['denied', 'denied on the tracker’s website'],
    ['expired', 'code expired'],
    ['refused', 'no longer accepts'],
    ['failed', 'get a sign-in code'],
  ])('that is signed out because %s says so in clear words', async (why, words) => {
    const page = await open({ ...options('account'), local: { account: { state: 'signed-out', why } } });
    await page.getByRole('alert').getByText(words).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await inputsOf('account.sign-in')).toEqual([{}]);
  });

  test('shows what the worker stores without a reload', async () => {
    const page = await open({ ...options('account'), local: { account: pendingSignIn } });
    await page.getByText('WDJB-MJHT').waitFor();
    await view.store('local', {
      account: { state: 'signed-in', baseUrl: 'https://tracker.example/api/v1', since: 1 },
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Pending updates, matches, and activity stay').waitFor();
    await page.getByLabel('Also remove them').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    expect(await inputsOf('account.sign-out')).toEqual([{ remove: true }]);
  });

  test.each([
    ['http://tracker.example', 'must start with https://'],
    ['https://name:secret@tracker.example', 'Remove the user name and password'],
    ['https://tracker.example/?a=b', 'can’t contain'],
    ['::::', 'valid address'],
  ])('refuses the address %s with the reason, and changes nothing', async (address, reason) => {
    const page = await open(options('account'));
    await page.getByLabel('Tracker address').fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText(reason).waitFor();
    expect(
      (await view.sent()).filter((one) => one.name === 'settings.set' || one.name === 'permissions.request'),
    ).toEqual([]);
  });

  test('names who is signed in, where the tracker says it', async () => {
    const scene = options('account');
    const page = await open({
      ...scene,
      answers: { ...scene.answers, 'tracker.dashboard': { data: { widgets: [], userName: 'Ana' } } },
    });
    await page.getByText('Ana', { exact: true }).waitFor();
  });

  test.each([
    ['Send with this account', true],
    ['Discard them', false],
  ])('asks whether what waits of an earlier sign-in is theirs: "%s"', async (button, sends) => {
    const scene = options('account');
    const counts = { waiting: 0, review: 0, unmatched: 0, parked: 0, foreign: 2 };
    const page = await open({ ...scene, local: { ...scene.local, 'outbox-counts': counts } });
    const question = page.getByText('2 titles were saved under another sign-in. Add them to this account?');
    await question.waitFor();
    await page.getByRole('button', { name: button }).click();
    expect(await inputsOf('account.adopt-queue')).toEqual([{ send: sends }]);
    await view.store('local', { 'outbox-counts': { ...counts, foreign: 0 } });
    await question.waitFor({ state: 'detached' });
  });

  test('uses another tracker after the browser grants its host', async () => {
    const page = await open(options('account'));
    await page.getByLabel('Tracker address').fill('tracker.example');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await inputsOf('settings.set')).toEqual([
      { baseUrl: 'https://tracker.example/api/v1', allowHttp: false },
    ]);
    expect(await inputsOf('permissions.request')).toEqual([{ origins: ['https://tracker.example/*'] }]);
  });

  test.each(['account', 'advanced'])(
    'confirms under %s that the address was saved until it changes, and shows the stored address',
    async (section) => {
      const page = await open(options(section));
      const address = page.getByLabel('Tracker address');
      await address.fill('tracker.example');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
      await expect.poll(() => address.inputValue()).toBe('https://tracker.example/api/v1');
      await address.press('End');
      await address.press('x');
      await page.getByText('Saved.').waitFor({ state: 'detached' });
    },
  );

  test('follows an address that is saved on another page', async () => {
    const page = await open(options('account'));
    await page.getByLabel('Tracker address').fill('half an addr');
    await view.store('local', { settings: { baseUrl: 'https://other.example/api/v1' } });
    await expect
      .poll(() => page.getByLabel('Tracker address').inputValue())
      .toBe('https://other.example/api/v1');
  });
});

describe('the settings', () => {
  test('change at once, and show changes of another page', async () => {
    const page = await open(options('scrobbling'));
    await page.getByRole('switch', { name: 'Record films' }).click();
    expect(await inputsOf('settings.set')).toEqual([{ films: false }]);
    await page.getByRole('switch', { name: 'Record films', checked: false }).waitFor();
    await view.store('local', { settings: { films: true, interval: 600 } });
    await page.getByRole('switch', { name: 'Record films', checked: true }).waitFor();
    await expect.poll(() => page.getByLabel('Time between updates').inputValue()).toBe('600');
  });

  test('the chosen theme overrules the system', async () => {
    const page = await open({ ...options('scrobbling'), theme: 'light' });
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.waitForSelector('html[data-theme=dark]');
  });
});

describe('the sites', () => {
  test('a switch requests access when it is missing', async () => {
    const page = await open(options('sites'));
    await page.getByLabel('Search').fill('hulu');
    await page.getByRole('switch', { name: 'Record on Hulu', exact: true }).click();
    expect(await inputsOf('permissions.request')).toEqual([{ origins: hostsOf('hulu') }]);
    expect(await inputsOf('sites.set')).toEqual([{ siteId: 'hulu', enabled: true }]);
  });

  test('lost access is shown, and requested again for all sites at once', async () => {
    const page = await open(options('sites'));
    await page.getByText('no longer has access').waitFor();
    await page.getByRole('button', { name: 'Allow access again' }).click();
    expect(await inputsOf('permissions.request')).toEqual([{ origins: ['https://www.paramountplus.com/*'] }]);
  });

  test('an override applies to one site, and "as everywhere" removes it', async () => {
    const list = sites().map((site) =>
      site.id === 'netflix'
        ? { ...site, state: { enabled: true, overrides: { interval: 60, minimumLength: 300 } } }
        : site,
    );
    const page = await open({ ...options('sites'), answers: { 'sites.list': list } });
    await page.locator('summary', { hasText: 'Netflix' }).click();
    await page.locator('#netflix-interval').selectOption('30');
    expect(await inputsOf('sites.set')).toEqual([
      { siteId: 'netflix', overrides: { interval: 30, minimumLength: 300 } },
    ]);
    await page.locator('#netflix-minimum').selectOption({ label: 'Same as for all sites' });
    await page.waitForFunction(
      () =>
        (globalThis as unknown as { standInSent: { name: string }[] }).standInSent.filter(
          (one) => one.name === 'sites.set',
        ).length === 2,
    );
    expect((await inputsOf('sites.set'))[1]).toEqual({ siteId: 'netflix', overrides: { interval: 60 } });
  });

  test('the address of an own server is requested and stored', async () => {
    const page = await open(options('sites'));
    await page.locator('summary', { hasText: 'Jellyfin' }).click();
    await page.getByLabel('Address of your server').fill('http://media.local:8096/web');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await inputsOf('permissions.request')).toEqual([{ origins: ['http://media.local/*'] }]);
    expect(await inputsOf('sites.set')).toEqual([
      { siteId: 'jellyfin', hosts: ['http://media.local/*'], enabled: true },
    ]);
  });
});

describe('with the keyboard alone', () => {
  test('the code of a sign-in is copied and cancelled, and the focus stays in the page', async () => {
    const page = await open({ ...options('account'), local: { account: pendingSignIn } });
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    expect(await inputsOf('account.cancel')).toEqual([{}]);
    await view.store('local', { account: { state: 'signed-out' } });
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Sign in');
    await page.keyboard.press('Enter');
    expect(await inputsOf('account.sign-in')).toEqual([{}]);
  });

  test('a server of one’s own is added, after its site was searched and opened', async () => {
    const page = await open(options('sites'));
    await tabTo(page, 'Search');
    await page.keyboard.type('jellyfin');
    await tabTo(page, 'Jellyfin');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Address of your server');
    await page.keyboard.type('http://media.local:8096/web');
    await page.keyboard.press('Enter');
    expect(await inputsOf('permissions.request')).toEqual([{ origins: ['http://media.local/*'] }]);
    expect(await inputsOf('sites.set')).toMatchObject([{ siteId: 'jellyfin', enabled: true }]);
    expect(await focused(page)).not.toBe('');
  });

  test('a backup is chosen part by part and restored, and the focus stays in the card', async () => {
    const page = await open({ ...options('data'), local: {} });
    await page.getByLabel('Backup file').focus();
    await page.getByLabel('Backup file').setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ ...emptyBackup, settings: { interval: 600, privateWindows: true } }),
      ),
    });
    await tabTo(page, 'Turn on recording in private windows');
    await page.keyboard.press('Space');
    await tabTo(page, 'Restore selected');
    await page.keyboard.press('Enter');
    await page.getByText('Backup restored.').waitFor();
    expect(await inputsOf('data.import')).toMatchObject([{ parts: ['settings', 'private-windows'] }]);
    await expect.poll(() => focused(page)).toBe('backup-file');
  });

  test('all data is saved to a file', async () => {
    const page = await open(options('data'));
    await tabTo(page, 'Save backup');
    const backup = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await backup).suggestedFilename()).toMatch(/^matinee-backup-\d{4}-\d\d-\d\d\.json$/);
    expect(await focused(page)).toBe('Save backup');
  });

  test('a connector is imported from a file, kept as a draft, and saved to a file again', async () => {
    const page = await open(options('connectors'));
    // Before the keys: a chooser that opens while Playwright is only asked to take it is not reported.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, 'Import file');
    await page.keyboard.press('Enter');
    await (
      await choosing
    ).setFiles({
      name: 'archive.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ matinee: 'connector', version: 1, definition: archive, cases: [] }),
      ),
    });
    // What was read takes the focus, so that its buttons come next.
    await page.locator('[role="region"]:focus').waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Save as draft');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Share' }).waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    await tabTo(page, 'Form');
    await page.keyboard.press('End');
    await tabTo(page, 'Save to file');
    const saved = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('archive.matinee.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ definition: archive });
    expect(await focused(page)).toBe('Save to file');
  });

  test('a correction is removed and brought back', async () => {
    const page = await open(options('corrections'));
    await tabTo(page, 'Remove Nosferatu');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    expect(await inputsOf('corrections.restore')).toEqual([{ correction: corrections[1] }]);
    await expect.poll(() => focused(page)).not.toBe('Undo');
    expect(await focused(page)).not.toBe('');
  });

  test('a draft is removed and brought back, and its message is closed', async () => {
    const scene = options('connectors');
    const draft = { key: 'd1', text: JSON.stringify(archive), cases: [], changedAt: 1 };
    const page = await open({ ...scene, local: { ...scene.local, drafts: { d1: draft } } });
    await tabTo(page, 'Remove');
    await page.keyboard.press('Enter');
    await page.getByText('Removed: Film archive').waitFor();
    // It stands before the list.
    await tabTo(page, 'Undo', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor();
    await page.getByText('Film archive', { exact: true }).waitFor();
    await expect.poll(() => focused(page)).toBe('Close');
    await page.keyboard.press('Enter');
    await page.getByText('Undone.').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBe('');
  });

  test('a site is taught: its page is chosen, and Matinee is let in', async () => {
    const scene = options('connectors');
    const page = await open({
      ...scene,
      tabs: [{ id: 7, url: 'https://app.stream.example/watch/1', active: false }],
    });
    await tabTo(page, 'Teach a site');
    await page.keyboard.press('Enter');
    await page.getByLabel('Page to read').waitFor();
    await tabTo(page, 'Choose an open page');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Allow and read page' }).waitFor();
    await tabTo(page, 'Allow and read page');
    await page.keyboard.press('Enter');
    expect(await inputsOf('permissions.request')).toMatchObject([
      { origins: ['https://app.stream.example/*'] },
    ]);
    expect(await focused(page)).not.toBe('');
  });
});

/** Text or id of the control with the focus; empty when the focus is lost. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body
      ? ''
      : activeElement.textContent || activeElement.id || activeElement.tagName;
  });
}

describe('where sites can be watched', () => {
  test.each([
    [
      'en',
      [
        'Worldwide',
        'Worldwide',
        'Latin America, Middle East and North Africa',
        'European Union, Southeast Asia',
        'Germany, Austria',
      ],
    ],
    [
      'de',
      [
        'Weltweit',
        'Weltweit',
        'Lateinamerika und Naher Osten und Nordafrika',
        'Europäische Union und Südostasien',
        'Deutschland und Österreich',
      ],
    ],
    [
      'ja',
      [
        '世界共通',
        '世界共通',
        'ラテンアメリカ、中東・北アフリカ',
        '欧州連合、東南アジア',
        'ドイツ、オーストリア',
      ],
    ],
  ])('is written in the language %s', async (language, expected) => {
    const [site] = sites();
    const list = [[], ['SEA', 'global'], ['LATAM', 'MENA'], ['EU', 'SEA'], ['DE', 'AT']].map(
      (regions, index) => ({ ...site, id: `site-${index}`, regions }),
    );
    const page = await open({ ...options('sites'), language, answers: { 'sites.list': list } });
    await expect.poll(() => page.locator('.site-row summary .muted').allTextContents()).toEqual(expected);
  });

  test.each(languages)('has a name in %s for every region of every built-in connector', async (language) => {
    const [site] = sites();
    const codes = everyRegion();
    const list = codes.map((code) => ({ ...site, id: code.toLowerCase(), regions: [code] }));
    const page = await open({ ...options('sites'), language, answers: { 'sites.list': list } });
    const regions = page.locator('.site-row summary .muted');
    await expect.poll(() => regions.count()).toBe(codes.length);
    expect(
      (await regions.allTextContents()).filter(
        (text) => text === '' || codes.includes(text) || /\d/.test(text),
      ),
    ).toEqual([]);
  });
});

describe('stored data', () => {
  test('a correction that is removed can be brought back as it was', async () => {
    const page = await open(options('corrections'));
    await page.getByRole('button', { name: /^Remove Nosferatu/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await inputsOf('corrections.restore')).toEqual([{ correction: corrections[1] }]);
  });

  test('what is refused of the connectors of a tracker is named with its code, in Activity and Sites', async () => {
    const held = { version: 3, sha256: 'a'.repeat(64), name: 'MUBI', why: 'checker', detail: 'pages.0 slow' };
    const known = {
      tracker: 'https://tracker.example/api/v1',
      refused: 'expired',
      sites: { mubi: { held } },
    };
    const { local, ...scene } = options('activity');
    const page = await open({ ...scene, local: { ...local, catalogue: known } });
    await page.getByText('expired', { exact: true }).waitFor();
    await page.getByText('checker pages.0 slow', { exact: true }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/sites';
    });
    await page.locator('.tracker-catalogue').getByText('expired', { exact: true }).waitFor();
  });

  test('of a public list the name, the state and why it is refused are shown on Sites', async () => {
    const list = {
      id: 'a'.repeat(64),
      from: 'person',
      own: 'https://list.example/connectors',
      addresses: ['https://list.example/connectors'],
      name: 'Repairs of the evening',
      checkedAt: Date.now(),
      refused: 'forked',
      detail: '7.targets.json',
      listed: [],
    };
    const mirrored = { ...list, id: 'b'.repeat(64), from: 'tracker', name: 'Mirror', refused: undefined };
    const { local, ...scene } = options('sites');
    const known = {
      tracker: 'https://tracker.example/api/v1',
      off: false,
      lists: [list, mirrored],
      sites: {},
    };
    const page = await open({ ...scene, local: { ...local, catalogue: known } });
    const section = page.locator('.connector-lists');
    await section.getByText('Two different states have the same number.').waitFor();
    await section.getByText('forked 7.targets.json', { exact: true }).waitFor();
    await section.getByText('From your tracker', { exact: true }).waitFor();
    expect(await section.getByRole('button', { name: 'Remove' }).count()).toBe(1);
    await section.getByLabel('Address of a list').fill('http://list.example/connectors');
    await section.getByRole('button', { name: 'Add list' }).click();
    await section.getByText('Enter a valid address.').waitFor();
  });

  test('the activity is downloaded as CSV', async () => {
    const page = await open(options('activity'));
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^matinee-activity-\d{4}-\d\d-\d\d\.csv$/);
    expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(activity.length + 2);
  });

  test('the activity is in days and viewings, with site, share and reason, also on a narrow screen', async () => {
    for (const width of [1_100, 390]) {
      const page = await open({
        ...options('activity'),
        width,
        language: 'de',
        answers: {
          ...options('activity').answers,
          'sites.list': [{ id: 'crunchyroll', name: 'Crunchyroll' }],
        },
      });
      await page.getByRole('heading', { name: 'Heute' }).waitFor();
      const failed = page.locator('.activity summary', { hasText: 'Fehlgeschlagen' }).first();
      await failed.click();
      await page.getByText('Der Tracker ist nicht erreichbar. Prüfe die Verbindung.').waitFor();
      await expect
        .poll(() => page.locator('.activity summary', { hasText: 'Crunchyroll' }).first().innerText())
        .toContain('42\u00A0%');
      await expect
        .poll(() => page.locator('.activity').evaluate((table) => table.scrollWidth <= table.clientWidth))
        .toBe(true);
      await view.close();
    }
  });

  test('a viewing has the page on which it was watched', async () => {
    const page = await open(options('activity'));
    await page.locator('.activity summary', { hasText: 'Crunchyroll' }).first().click();
    const link = page.getByRole('link', { name: 'Show page' });
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.crunchyroll\.com\/watch\/\d+$/);
  });

  test('a broken backup is refused with the reason and not sent to the worker', async () => {
    const page = await open(options('data'));
    await page
      .getByLabel('Backup file')
      .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{"version":') });
    await page.getByRole('alert').getByText('can’t be read as a backup').waitFor();
    expect((await view.sent()).map((one) => one.name)).not.toContain('data.import');
  });

  const choose = (content: unknown) =>
    view.page.getByLabel('Backup file').setInputFiles({
      name: 'a.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    });

  test('a backup is restored only as far as it was chosen, and its tracker is not chosen beforehand', async () => {
    const page = await open({ ...options('data'), local: {} });
    const backup = {
      ...emptyBackup,
      settings: { baseUrl: 'https://elsewhere.example/api/v1', privateWindows: true, interval: 600 },
    };
    await choose(backup);
    await page.getByText('https://elsewhere.example/api/v1').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Use this tracker/ }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: /private windows/ }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Restore selected' }).click();
    await page.getByText('Backup restored.').waitFor();
    expect(await inputsOf('data.import')).toEqual([{ backup, parts: ['settings'] }]);
  });

  test('each request of a connector in a backup is in words: method, address, cookies, headers, body', async () => {
    const page = await open({ ...options('data'), local: {} });
    const definition = {
      version: 1,
      id: 'netflix',
      name: 'Not Netflix',
      hosts: ['www.netflix.com'],
      apiHosts: ['api.example.com'],
      pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>.+)' }, item: { title: [{ text: 'h1' }] } }],
      endpoints: {
        own: { urls: ['https://www.netflix.com/api/{id}'], headers: { 'x-app': 'web' } },
        other: { urls: ['https://api.example.com/{id}'] },
      },
      verified: { date: null, how: 'never' },
    };
    await choose({ ...emptyBackup, connectors: { netflix: definition } });
    await page.getByText('Replaces the built-in connector: Netflix').waitFor();
    expect(
      await page
        .getByRole('group', { name: 'Choose what to restore' })
        .getByRole('listitem')
        .allTextContents(),
    ).toEqual([
      'GET https://www.netflix.com/api/{id} With your cookies. Headers: x-app: web No body.',
      'GET https://api.example.com/{id} Without cookies. No headers. No body.',
    ]);
    expect(await page.getByRole('checkbox', { name: /^1 connector/ }).isChecked()).toBe(false);
  });

  test('a backup that is refused is explained with its reason', async () => {
    const page = await open({
      ...options('data'),
      local: {},
      answers: { 'data.import': { $error: ['backup', 'settings.baseUrl: no'] } },
    });
    await choose({ ...emptyBackup, sites: [] });
    await page.getByRole('alert').getByText('sites: not what a backup has there').waitFor();
    expect((await view.sent()).map((one) => one.name)).not.toContain('data.import');
    await choose({ ...emptyBackup, settings: { interval: 600 } });
    await page.getByRole('button', { name: 'Restore selected' }).click();
    await page.getByRole('alert').getByText('settings.baseUrl: no').waitFor();
  });

  test('everything is erased only after a confirmation, whose first focus is on no', async () => {
    const page = await open(options('data'));
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cancel');
    await page.keyboard.press('Escape');
    expect((await view.sent()).map((one) => one.name)).not.toContain('data.erase');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click();
    expect(await inputsOf('data.erase')).toEqual([{}]);
    await page.getByText('Everything was erased.').waitFor();
  });

  test('a problem report leaves titles out unless they are ticked', async () => {
    const page = await open(options('advanced'));
    await page.getByRole('button', { name: 'Create report' }).click();
    const report = page.getByRole('textbox', { name: 'Problem report' });
    const withTitles = /"(?:title|seriesTitle)"/;
    await expect.poll(() => report.inputValue()).toContain('"activity"');
    expect(await report.inputValue()).not.toMatch(withTitles);
    expect(await report.inputValue()).not.toContain('tracker.example');
    await page.getByLabel('Include titles and page addresses').check();
    await page.getByRole('button', { name: 'Create report' }).click();
    await expect.poll(() => report.inputValue()).toMatch(withTitles);
  });
});

describe('the connectors', () => {
  test('are turned on and off on Sites alone; the list says which are in use', async () => {
    const own = (id: string, host: string) => ({ ...archive, id, name: id, hosts: [host] });
    const mine = { first: own('first', 'first.example'), second: own('second', 'second.example') };
    const site = (id: string, granted: boolean) => ({
      ...sites()[0],
      id,
      name: id,
      granted,
      origin: 'mine',
      hosts: [`https://${id}.example/*`],
    });
    const on = sites().filter(({ granted, state }) => granted && state.enabled);
    const scene = options('connectors');
    const page = await open({
      ...scene,
      local: { ...scene.local, 'own-connectors': mine },
      answers: { 'sites.list': [site('first', true), site('second', false), ...sites()] },
    });
    await page.getByRole('listitem').filter({ hasText: 'first' }).getByText('In use').waitFor();
    const off = page.getByRole('listitem').filter({ hasText: 'second' });
    expect(await off.getByRole('link', { name: 'Turn on' }).getAttribute('href')).toBe('#/sites');
    expect(on.length).toBeGreaterThan(0);
    await expect.poll(() => page.locator('.built-in').getByText('In use').count()).toBe(on.length);
    expect(await page.getByRole('switch').count()).toBe(0);
  });
});

test('About opens the browser’s page for the keys', async () => {
  const page = await open(options('about'));
  await page.getByRole('button', { name: 'Edit – Keyboard shortcuts' }).click();
  expect(await inputsOf('tabs.create')).toEqual([{ url: 'chrome://extensions/shortcuts' }]);
});

const archive = {
  version: 1,
  id: 'archive',
  name: 'Film archive',
  hosts: ['films.archive.example'],
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>\\d+)$' },
      item: { title: [{ text: 'h1' }] },
      player: { video: ['video'] },
    },
  ],
  verified: { date: '2026-11-23', how: 'taught on the page itself' },
};

const emptyBackup = {
  format: 'matinee-backup',
  version: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  settings: {},
  sites: {},
  corrections: [],
  connectors: {},
};

test('a change of place moves the focus to its heading and names the page', async () => {
  const page = await open(options('account'));
  await page.getByRole('link', { name: 'Recording' }).click();
  await page.waitForFunction(
    () => document.activeElement?.textContent === 'Recording' && document.activeElement.tagName === 'H1',
  );
  await expect.poll(() => page.title()).toBe('Recording – Matinee');
});
