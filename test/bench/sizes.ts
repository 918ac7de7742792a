import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packagesOf } from '../../scripts/packages';
import type { FigureGroup } from './figure';

/** Sizes of the scripts of each context and of the packages, in kB of 1,000 bytes after gzip -9. */
export async function measureSizes(builds: {
  readonly chrome: string;
  readonly firefox: string;
}): Promise<FigureGroup> {
  const { chrome } = builds;
  const content = await readFile(join(chrome, 'content.js'));
  const packages = await packagesOf(builds);
  const zip = packages.find(({ name }) => name.endsWith('chrome.zip'))?.bytes.length ?? 0;
  return {
    title: 'Sizes',
    figures: [
      { name: 'script evaluated in a watch page, gzip', value: gzipped([content]), unit: 'kB', goal: 12 },
      {
        name: 'the script that is added where a connector no longer fits its page or reads inline scripts, gzip',
        value: gzipped([await readFile(join(chrome, 'reading-aid.js'))]),
        unit: 'kB',
      },
      {
        name: 'script evaluated in an unsupported page, gzip',
        value: 0,
        unit: 'kB',
        goal: 0,
        how: 'registered for granted hosts only; that nothing runs is seen below',
      },
      {
        name: 'worker script with the whole catalogue, gzip',
        value: await workerSize(chrome),
        unit: 'kB',
        goal: 70,
        how: 'all modules of its start; the definitions are one file, read for the first page of a site',
      },
      {
        name: 'popup: script before it is drawn, gzip',
        value: await popupSize(chrome),
        unit: 'kB',
        goal: 25,
      },
      {
        name: 'options: script before they are drawn, gzip',
        value: gzipped(await loaded(chrome, await scriptsOf(chrome, 'src/options/index.html'))),
        unit: 'kB',
      },
      {
        name: 'package for Chrome',
        value: zip / 1_000_000,
        unit: 'MB',
        goal: 0.57,
        how: '0.4 MB, and 0.0115 for the texts of each of fifteen languages',
      },
    ],
  };
}

/** Size of all modules that the browser loads at each start of the worker, in kB. */
export async function workerSize(folder: string): Promise<number> {
  return gzipped(await loaded(folder, ['service-worker-loader.js']));
}

/** Size of all modules that the popup loads before it is drawn, in kB. */
export async function popupSize(folder: string): Promise<number> {
  return gzipped(await loaded(folder, await scriptsOf(folder, 'src/popup/index.html')));
}

function gzipped(files: readonly Uint8Array[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1_000;
}

async function scriptsOf(folder: string, page: string): Promise<string[]> {
  const html = await readFile(join(folder, page), 'utf8');
  return [...html.matchAll(/<script[^>]* src="\/?([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** These modules and all their static imports. */
async function loaded(folder: string, entries: readonly string[]): Promise<Uint8Array[]> {
  const seen = new Map<string, Uint8Array>();
  const pending = [...entries];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (seen.has(path)) continue;
    const bytes = await readFile(join(folder, path));
    seen.set(path, bytes);
    for (const [, from = ''] of bytes
      .toString('utf8')
      .matchAll(/(?:^|[;}\n])\s*import\s*(?:[\w$*{},\s]+from\s*)?[`'"](\.[^`'"]+)[`'"]/g))
      pending.push(join(dirname(path), from));
  }
  return [...seen.values()];
}
