import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../../src/core/settings/settings';
import { pollSeconds, settledPollSeconds } from '../../src/core/session/thresholds';

/** A copy of an extension with other files. It is removed by what is added to `closers`. */
export async function withFiles(
  extension: string,
  files: Readonly<Record<string, string>>,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-copy-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await cp(extension, folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/**
 * A content script that does only what every scrobbler must: find the video, listen to it, and send a message. It
 * looks at the video and at one name as often as Matinee looks at its page, to compare what a look costs.
 */
export const LEAST_SCRIPT = `
const { signal } = new AbortController();
const sample = (video) => {
  const { currentTime, duration, paused } = video;
  const { pathname } = new URL(location.href);
  const { width } = video.getBoundingClientRect();
  const named = document.querySelector('h1, meta[property]');
  const names = [named?.textContent, named?.getAttribute('content')];
  self.least = [currentTime, duration, paused, width, pathname, ...names];
};
chrome.runtime.onMessage.addListener(() => {});
chrome.runtime.sendMessage({ least: location.href }).catch(() => {});
navigation.addEventListener('navigatesuccess', () => {}, { signal });
document.addEventListener('pause', ({ target }) => sample(target), { capture: true, signal });
let seconds = 1;
const look = () => {
  const video = document.querySelector('video');
  if (video !== null) sample(video);
  const pause = seconds < 60 ? ${pollSeconds} : ${settledPollSeconds};
  seconds += pause;
  setTimeout(look, pause * 1_000);
};
setTimeout(look, 1_000);
`;

/** Of its figures, beside those of Matinee. */
export const LEAST_NAME = 'the smallest script that looks as often';

/**
 * An extension with that script and an empty worker, which is woken as often as a report is due: the browser
 * itself takes what it costs, so that no extension that tells a position as often can cost less.
 */
export async function leastExtension(closers: (() => Promise<unknown>)[], more = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-least-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  // The interval with half of its jitter.
  const wake = `setInterval(() => chrome.runtime.sendMessage({}), ${defaultSettings.interval * 1_100});`;
  const files = {
    'manifest.json': JSON.stringify({
      manifest_version: 3,
      name: 'Least',
      version: '1',
      background: { service_worker: 'worker.js' },
      content_scripts: [{ matches: ['https://*/*'], js: ['content.js'] }],
    }),
    'content.js': LEAST_SCRIPT + wake + more,
    'worker.js': 'chrome.runtime.onMessage.addListener((message, sender, answer) => answer({}));',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
