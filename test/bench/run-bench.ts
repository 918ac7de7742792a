import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildExtension } from '../../scripts/build/build-extension';
import { requireChromium } from '../support/browser/browser-paths';
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

const USAGE = `What Matinee costs, measured side by side with the same pages without it.

  npm run bench              all figures, about forty minutes; rewrites test/bench/RESULTS.md
  npm run bench -- --quick   fewer repetitions, nothing is written
  npm run bench -- evening   processor time of all processes in an evening, and the popup's paints;
                             MATINEE_RIVALS=FOLDER beside the built extensions in its folders too
  npm run bench -- titles    how many titles are matched by themselves; rewrites test/bench/TITLES.md
  npm run bench -- titles --free [--quick]  the same questions with a token and without; writes nothing
  npm run bench -- labels    how many labels of episodes are read, held and read wrongly, by language
  npm run bench -- service   how fast the tracker is; rewrites test/bench/SERVICE.md
  npm run bench -- service --updates [--quick]  all kinds of updates beside a grouped upsert; writes nothing
  npm run bench -- service --beside COMMIT  beside the tracker of an earlier commit too
  npm run bench -- durability  whether the tracker keeps every update while it is killed 50 times
  npm run bench -- --json    the figures as JSON
  npm run bench -- --only sizes,reading,watching,evening,wake-up,sites,causes,delays,unsupported,popup,queue,tabs,catalogue,hour,fleet`;

export async function runBench(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      free: { type: 'boolean', default: false },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(USAGE);
  if (positionals[0] === 'titles')
    return say(await (values.free ? measureFree(values.quick ? 10 : 1) : measureTitles()));
  if (positionals[0] === 'labels') return say(measureLabels());
  const { quick, json } = values;
  const chosen = positionals[0] === 'evening' ? ['evening', 'popup'] : values.only?.split(',');
  const isWritten = !quick && chosen === undefined;
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
  const parts: Readonly<Record<string, () => Promise<FigureGroup>>> = {
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
    for (const [name, measure] of Object.entries(parts)) {
      if (chosen !== undefined && !chosen.includes(name)) continue;
      if (!json) process.stderr.write(`${name} …\n`);
      const group = await measure().catch((error: unknown) => {
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
