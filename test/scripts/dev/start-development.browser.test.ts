import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDevelopment, type Development } from '../../../scripts/dev/start-development';
import { waitFor } from '../../support/wait-for';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** For a whole build, beside the other tests. */
const BUILD_MILLISECONDS = 150_000;
const lines: string[] = [];
let root: string;
let development: Development;

// A copy, because other tests build from the sources at the same time.
beforeAll(async () => {
  root = `${await mkdtemp(join(tmpdir(), 'matinee-sources-'))}/`;
  for (const name of ['src', 'public', '.store', 'manifest.json', 'tsconfig.json', 'package.json'])
    await cp(join(repository, name), join(root, name), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'), 'junction');
  development = await startDevelopment({
    engine: 'chrome',
    headless: true,
    root,
    say: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await development?.close();
  await rm(root, { recursive: true, force: true });
});

test('a change of a page is shown in the open popup, without loading the extension again', async () => {
  const page = await requireChromium().openPopup();
  const line = nextText();
  await change('src/popup/index.html', '</body>', `<p>${line}</p></body>`);
  await page.getByText(line).waitFor({ timeout: BUILD_MILLISECONDS });
  await expect.poll(() => lines.at(-1)).toMatch(/^✓ pages reloaded in \d/);
});

test('a change of a text is shown in the popup, which is opened again', async () => {
  const { context, openPopup } = requireChromium();
  await openPopup();
  const name = nextText();
  await change('public/_locales/en/messages.json', /(?<="tab_now": \{\s*"message": )"[^"]*"/, `"${name}"`);
  const shown = async () => {
    const texts = await Promise.all(context.pages().map((page) => page.innerText('body').catch(() => '')));
    return texts.some((text) => text.includes(name));
  };
  await waitFor('the new text in the popup', shown, { timeout: BUILD_MILLISECONDS });
  // The line follows the opening of the popup.
  await expect.poll(() => lines.at(-1)).toMatch(/^✓ extension reloaded in \d/);
});

test('a change of the content script loads the extension again', async () => {
  const before = lines.length;
  await change('src/content/main.ts', /$/, "\nglobalThis.dispatchEvent(new Event('matinee-dev'));\n");
  // A build that began with the change before may end after it.
  const isReload = (line: string) => /^✓ extension reloaded in \d/.test(line);
  await waitFor('the next build', () => lines.slice(before).some(isReload), {
    timeout: BUILD_MILLISECONDS,
  });
});

/** Another text at each attempt, so that a repeated test changes the file again. */
let texts = 0;
function nextText(): string {
  texts += 1;
  return `Changed ${texts}`;
}

function requireChromium() {
  if (development.chromium === undefined) throw new Error('this is not Chromium');
  return development.chromium;
}

async function change(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(root, path), 'utf8');
  const changed = text.replace(from, () => to);
  expect(changed).not.toBe(text);
  await writeFile(join(root, path), changed);
}
