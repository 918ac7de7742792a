import type { Problem } from '../../src/protocol/definition/definition';
import { checkDefinitionFile, checkSite } from './check-site';
import { doubtsOf } from './doubts';
import { builtInSites, siteNamed, type SiteFiles } from './files';
import { outdatedFiles } from './generated-files';

/**
 * Checks the named sites and prints their problems; without names every built-in site, and whether the files
 * that are generated from them are current. Returns the exit code.
 */
export async function checkSites(names: readonly string[]): Promise<number> {
  const sites = names.length > 0 ? names.map(siteNamed) : builtInSites();
  let bad = 0;
  for (const site of sites) {
    // oxlint-disable-next-line no-await-in-loop -- the output is in the order of the sites
    const problems = await checkSite(site);
    if (names.length > 0) printDoubts(site);
    if (problems.length === 0) continue;
    bad += 1;
    console.log([site.id, ...problems.map(lineOf)].join('\n'));
  }
  console.log(
    bad === 0
      ? `${sites.length} ${sites.length === 1 ? 'site is' : 'sites are'} good`
      : `${bad} of ${sites.length} have problems`,
  );
  const outdated = names.length > 0 ? [] : outdatedFiles();
  for (const { path, command } of outdated)
    console.log(`${path} is out of date; write it with: npm run connector -- ${command}`);
  return bad === 0 && outdated.length === 0 ? 0 : 1;
}

/** Only of sites that are named, which somebody is writing. */
function printDoubts(site: SiteFiles): void {
  const { definition } = checkDefinitionFile(site);
  const doubts = definition === undefined ? [] : doubtsOf(definition);
  if (doubts.length > 0) console.log([`${site.id}: is this meant?`, ...doubts.map(lineOf)].join('\n'));
}

function lineOf({ path, message }: Problem): string {
  return `  ${path}: ${message}`;
}
