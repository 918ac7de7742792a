import { chromium } from 'playwright';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { beginTest, leftoversOf, settle } from '../vitest/track-leftovers';
import { findFirefox, requireChromium } from './browser-paths';
import { launchChromium } from './launch-chromium';
import { launchFirefox } from './launch-firefox';

// As in `track-leftovers.test.ts`: each test plays one that leaves a browser open, is told of it, and closes it.

beforeEach(() => beginTest('another test'));
afterEach(({ task }) => beginTest(task.file.filepath));

const left = async () => {
  await settle();
  return leftoversOf('another test').filter((line) => line.startsWith('the program'));
};
const told = (place: string): unknown => expect.stringMatching(new RegExp(`^the program .*${place}`));

test('Chromium with the extension', async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  expect(await left()).toEqual([told('of a package')]);
});

test('a browser that Playwright starts', async () => {
  const browser = await chromium.launch({ executablePath: requireChromium(), chromiumSandbox: false });
  onTestFinished(() => browser.close());
  expect(await left()).toEqual([told('of a package')]);
});

test('nothing of a browser that is closed', async () => {
  const browser = await launchChromium();
  await browser.close();
  expect(await left()).toEqual([]);
});

test.skipIf(findFirefox() === undefined)('Firefox with the extension', async () => {
  const browser = await launchFirefox();
  onTestFinished(() => browser.close());
  expect(await left()).toEqual([told('launch-firefox.ts')]);
});
