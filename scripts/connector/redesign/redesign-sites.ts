import { parseArgs } from 'node:util';
import type { Definition } from '../../../src/protocol/definition/definition';
import { builtInSites, readJson, siteNamed, type SiteFiles } from '../files';
import type { Item } from '../../../src/core/media/item';
import type { SavedCase } from '../../../src/protocol/cases-file';
import { readCases } from '../read-cases';
import { runCase } from '../run-case';
import { hostileTracker, type KnownTitle } from './hostile-tracker';
import { readRedesigned, type Outcome, type RedesignedReading } from './read-redesigned';

/**
 * Reads all saved pages of the named sites, or of all, after seeded redesigns, and prints the share of each
 * outcome. Returns the exit code: 1 when a title was named wrongly without a sign of doubt.
 */
export async function redesignSites(args: readonly string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const seeds = Number(values.seeds);
  if (!Number.isInteger(seeds) || seeds < 1) return undefined;
  const sites = positionals.length > 0 ? positionals.map(siteNamed) : builtInSites();
  const all: RedesignedReading[] = [];
  for (const site of sites) {
    // One site at a time: documents of all sites at once take more memory.
    // oxlint-disable-next-line no-await-in-loop
    const readings = await redesignSite(site, seeds);
    console.log(`${site.id.padEnd(20)}${shares(readings)}`);
    if (values.wrong === true) console.log(wrongLines(readings).join('\n'));
    all.push(...readings);
  }
  console.log(`${'all'.padEnd(20)}${shares(all)}`);
  return all.some(({ outcome }) => outcome === 'wrong') ? 1 : 0;
}

const options = {
  seeds: { type: 'string', default: '20' },
  wrong: { type: 'boolean' },
} as const;

async function redesignSite(site: SiteFiles, seeds: number): Promise<RedesignedReading[]> {
  const definition = readJson(site.definition) as Definition;
  const readings: RedesignedReading[] = [];
  const cases = readCases(site);
  const tracker = hostileTracker(await knownTitles(definition, cases));
  for (const one of cases) {
    for (let seed = 1; seed <= seeds; seed += 1)
      // oxlint-disable-next-line no-await-in-loop
      readings.push(...(await readRedesigned(definition, one, { seed, tracker })));
  }
  return readings;
}

/** Every title that the cases expect, with the duration of its player. */
async function knownTitles(definition: Definition, cases: readonly SavedCase[]): Promise<KnownTitle[]> {
  const titles: KnownTitle[] = [];
  for (const one of cases) {
    // oxlint-disable-next-line no-await-in-loop
    for (const { expected, duration } of await runCase(definition, one)) {
      const { item } = expected as { readonly item?: Partial<Item> };
      if (item !== undefined) titles.push({ item, duration });
    }
  }
  return titles;
}

function shares(readings: readonly RedesignedReading[]): string {
  const count = (wanted: Outcome) => readings.filter(({ outcome }) => outcome === wanted).length;
  const share = readings.length === 0 ? 0 : Math.round((count('right') / readings.length) * 100);
  return `${share} % right of ${readings.length}, ${count('held')} held, ${count('wrong')} silently wrong`;
}

/** Each wrong reading once, with the kinds of redesign that caused it. */
function wrongLines(readings: readonly RedesignedReading[]): string[] {
  const lines = readings
    .filter(({ outcome }) => outcome === 'wrong')
    .map(
      ({ about, kinds, expected, read }) =>
        `  ${about} [${kinds.join(' ')}]\n    expected ${JSON.stringify(expected)}\n    read     ${JSON.stringify(read)}`,
    );
  return [...new Set(lines)];
}
