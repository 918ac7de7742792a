import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { buildExtension } from '../../scripts/build/build-extension';
import { requireChromium } from '../support/browser/browser-paths';
import { isWhole, type BenchRequest, type Part } from './bench-arguments';
import { openBrowsers, type Browsers } from './browsers';
import type { FigureGroup } from './figure';
import { measureCauses } from './causes';
import { measureEvening } from './evening';
import { measureFleet } from './fleet-figures';
import { measureTabs } from './many-tabs';
import { measureCatalogue } from './large-catalogue';
import { measureHour } from './one-hour';
import { measurePopup } from './popup';
import { measureQueue } from './queue';
import { measureReading } from './reading';
import { browserVersion, resultsPage, tableText } from './results';
import { sitePages, examinedPage } from './site-pages';
import { measureSites } from './sites';
import { measureSizes } from './sizes';
import { measureLabels } from './labels/label-figures';
import { measureFree } from './titles/measure-free';
import { measureTitles } from './titles/measure-titles';
import { measureWakeUp } from './wake-up';
import { measureDelays, measureUnsupported, measureWatching } from './watching';

/** Measures what needs the sources of the extension. */
export async function runBench(request: BenchRequest): Promise<void> {
  const { command, options } = request;
  if (command === 'labels') say(measureLabels());
  else if (command === 'titles')
    say(await (options.has('free') ? measureFree(options.has('quick') ? 10 : 1) : measureTitles()));
  else await measureParts(request);
}

async function measureParts(request: BenchRequest): Promise<void> {
  const isWritten = isWhole(request);
  const [quick, json] = [request.options.has('quick'), request.options.has('json')];
  const [load = 0] = loadavg();
  if (isWritten && load > 1)
    throw new Error(`the load is ${load.toFixed(1)}: other programs would be measured too`);
  const start = performance.now();
  const [chrome, firefox] = [
    await buildExtension({ browser: 'chrome' }),
    await buildExtension({ browser: 'firefox' }),
  ];
  let browsers: Browsers | undefined;
  const open = async () => (browsers ??= await openBrowsers(chrome));
  const measures: Readonly<Record<Part, () => Promise<FigureGroup>>> = {
    sizes: () => measureSizes({ chrome, firefox }),
    reading: async () => measureReading((await open()).plain, (await open()).sites, quick),
    watching: async () => measureWatching(await open(), quick),
    evening: () => measureEvening(chrome, quick),
    'wake-up': () => measureWakeUp(chrome, quick),
    sites: () => measureSites(chrome, quick ? [examinedPage] : sitePages),
    causes: () => measureCauses(chrome, examinedPage),
    delays: async () => measureDelays(await open(), quick),
    unsupported: async () => measureUnsupported(await open()),
    popup: () => measurePopup(chrome, quick),
    queue: () => measureQueue(chrome, quick),
    tabs: () => measureTabs(chrome, quick),
    catalogue: () => measureCatalogue(chrome, quick),
    hour: measureHour,
    fleet: async () => measureFleet(quick),
  };
  const groups: FigureGroup[] = [];
  try {
    for (const name of request.parts) {
      if (!json) process.stderr.write(`${name} …\n`);
      const group = await measures[name]().catch((error: unknown) => {
        process.exitCode = 1;
        process.stderr.write(
          `${name} could not be measured: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        return undefined;
      });
      if (group !== undefined) groups.push(group);
    }
  } finally {
    await browsers?.close();
  }
  say(json ? JSON.stringify(groups, undefined, 2) : tableText(groups));
  if (!isWritten || process.exitCode === 1) return;
  const page = resultsPage(groups, {
    browser: browserVersion(requireChromium()),
    seconds: (performance.now() - start) / 1_000,
    load,
  });
  await writeFile(new URL('RESULTS.md', import.meta.url), page);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
