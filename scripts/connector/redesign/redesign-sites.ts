import { parseArgs } from 'node:util';
import { type SiteFiles, builtInSites, readDefinitionFile, siteNamed } from '../files';
import type { Item } from '../../../src/core/media/item';
import { readCases } from '../read-cases';
import { runCase, type StepResult } from '../run-case';
import { hostileTracker, type KnownTitle } from './hostile-tracker';
import { readRedesigned, type ReadCase, type RedesignedReading } from './read-redesigned';

/**
 * Reads all saved pages of the named sites, or of all, after seeded redesigns, and prints the share of each
 * outcome, as they are and after the repair that the extension proposes for what is held. Returns the exit
 * code: 1 when a title was named wrongly without a sign of doubt.
 */
export async function redesignSites(args: readonly string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [first, count] = [Number(values.first), Number(values.seeds)];
  if (!isCount(first) || !isCount(count)) return undefined;
  const seeds = Array.from({ length: count }, (_, index) => first + index);
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
  return all.some(isWrong) ? 1 : 0;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

const options = {
  seeds: { type: 'string', default: '20' },
  first: { type: 'string', default: '1' },
  wrong: { type: 'boolean' },
} as const;

/** How the cases of a site are read after the redesigns of these seeds. */
export async function redesignSite(site: SiteFiles, seeds: readonly number[]): Promise<RedesignedReading[]> {
  const definition = readDefinitionFile(site);
  const cases: ReadCase[] = [];
  for (const one of readCases(site)) {
    // One document at a time.
    // oxlint-disable-next-line no-await-in-loop
    cases.push({ one, before: await runCase(definition, one) });
  }
  const tracker = hostileTracker(cases.flatMap(({ before }) => before.flatMap(knownTitle)));
  const readings: RedesignedReading[] = [];
  for (const each of cases) {
    for (const seed of seeds)
      // oxlint-disable-next-line no-await-in-loop
      readings.push(
        ...(await readRedesigned(definition, each, { seed, tracker, others: without(cases, each) })),
      );
  }
  return readings;
}

function without<One>(all: readonly One[], one: One): readonly One[] {
  return all.filter((other) => other !== one);
}

/** The title that a moment of a case expects, with the duration of its player. */
function knownTitle({ expected, duration }: StepResult): KnownTitle[] {
  const { item } = expected as { readonly item?: Partial<Item> };
  return item === undefined ? [] : [{ item, duration }];
}

function shares(readings: readonly RedesignedReading[]): string {
  const right = share(readings, ({ outcome }) => outcome === 'right');
  const repaired = share(readings, ({ after }) => after === 'right');
  const held = readings.filter(({ outcome }) => outcome === 'held').length;
  return [
    `${right} % right of ${readings.length}`,
    `${repaired} % after the proposed repair`,
    `${held} held`,
    `${readings.filter(isWrong).length} silently wrong`,
  ].join(', ');
}

/** In percent. */
function share(
  readings: readonly RedesignedReading[],
  isIn: (reading: RedesignedReading) => boolean,
): number {
  return readings.length === 0 ? 0 : Math.round((readings.filter(isIn).length / readings.length) * 100);
}

/** Before or after a repair. */
function isWrong({ outcome, after }: RedesignedReading): boolean {
  return outcome === 'wrong' || after === 'wrong';
}

/** Each wrong reading once, with the kinds of redesign that caused it. */
function wrongLines(readings: readonly RedesignedReading[]): string[] {
  const lines = readings
    .filter(isWrong)
    .map(({ about, outcome, kinds, expected, read }) =>
      [
        `  ${about} [${kinds.join(' ')}]${outcome === 'wrong' ? '' : ' after a repair'}`,
        `    expected ${JSON.stringify(expected)}`,
        `    read     ${JSON.stringify(read)}`,
      ].join('\n'),
    );
  return [...new Set(lines)];
}
