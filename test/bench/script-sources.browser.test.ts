import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildExtension } from '../../scripts/build/build-extension';
import { contentScriptSources } from './script-sources';

test('a place in the built content script is named by its source', async () => {
  const extension = await buildExtension({ browser: 'chrome' });
  const lines = (await readFile(join(extension, 'content.js'), 'utf8')).split('\n');
  const sourceOf = await contentScriptSources(extension);
  const found = new Set(
    lines.flatMap((text, line) =>
      Array.from({ length: text.length / 50 }, (_, at) => sourceOf(line, at * 50)),
    ),
  );
  expect([...found]).toEqual(
    expect.arrayContaining(['content/reader/read-page', 'content/page-monitor/page-monitor']),
  );
});
