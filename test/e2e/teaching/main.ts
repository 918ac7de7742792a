import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inventedSites, type InventedSite } from './invented';
import { startTeachingStage, teachSite, type Taught } from './teach-site';

const usage = `Teaches invented sites through the product by clicks alone, watches a second episode and a second
series on each, and submits what was taught.

  npm run teaching -- [--engine chromium|firefox] [--only HOST,HOST]

Pictures of each step are in screenshots/teaching. The exit code is 1 when the person came no further on a site,
something was recorded wrongly, or a site took more than 8 clicks to be recorded or 12 to be submitted.`;

const MOST_TO_RECORD = 8;
const MOST_TO_SUBMIT = 12;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chromium' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
const { engine, only } = values;
if (values.help) console.log(usage);
else if (engine !== 'chromium' && engine !== 'firefox') {
  console.error(usage);
  process.exitCode = 2;
} else await main(engine);

async function main(browser: 'chromium' | 'firefox'): Promise<void> {
  const folder = join(import.meta.dirname, '..', '..', '..', 'screenshots', 'teaching', browser);
  await mkdir(folder, { recursive: true });
  let good = 0;
  const sites = inventedSites.filter(({ host }) => only.split(',').some((part) => host.includes(part)));
  for (const site of sites) {
    const taught = await teach(browser, site, folder);
    const isGood = isGoodResult(taught);
    if (isGood) good += 1;
    const counts = `${taught.recorded ?? '–'} to recorded, ${taught.submitted ?? '–'} to submitted`;
    console.log(`${isGood ? 'good' : 'BAD '}  ${site.host}: ${counts} (${site.family})`);
    for (const problem of taught.problems) console.error(problem.replaceAll(/^/gm, '      '));
  }
  console.log(
    `${browser}: ${good} of ${sites.length} sites taught, each with a next episode and a second series`,
  );
  if (good < sites.length) process.exitCode = 1;
}

/** One person for each site: the tracker takes five submissions of one person in an hour. */
async function teach(browser: 'chromium' | 'firefox', site: InventedSite, folder: string): Promise<Taught> {
  const stage = await startTeachingStage(browser, site);
  try {
    return await teachSite(stage, site, (name, png) =>
      writeFile(join(folder, `${site.host}-${name}.png`), png),
    );
  } finally {
    await stage.close();
  }
}

function isGoodResult({ recorded = Infinity, submitted = Infinity, problems }: Taught): boolean {
  return problems.length === 0 && recorded <= MOST_TO_RECORD && submitted <= MOST_TO_SUBMIT;
}
