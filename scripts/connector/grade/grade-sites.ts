import type { FileCase } from '../../../src/protocol/cases-file.ts';
import { type SiteFiles, builtInSites, readDefinitionFile, readJson, siteNamed } from '../files.ts';
import { grades, gradeSite, type GradedSite } from '../../../src/protocol/grade/grade-site.ts';

/**
 * Prints the grade of the named sites, or of all, and what each lacks for the next. Returns the exit code.
 */
export function gradeSites(names: readonly string[], today = new Date()): number {
  const sites = names.length > 0 ? names.map(siteNamed) : builtInSites();
  const graded = sites.map((site) => ({ id: site.id, ...gradeFiles(site, today) }));
  for (const { id, grade, lacks } of graded)
    console.log([`${id}: ${grade}`, ...lacks.map((one) => `  lacks ${one}`)].join('\n'));
  const counts = ['none', ...grades].map(
    (one) => `${graded.filter(({ grade }) => grade === one).length} ${one}`,
  );
  console.log(counts.join(', '));
  return 0;
}

/** Both files must have the right shape: `connector check` says where not. */
export function gradeFiles(site: SiteFiles, today: Date): GradedSite {
  const { cases } = readJson(site.cases) as { cases: FileCase[] };
  return gradeSite({ definition: readDefinitionFile(site), cases, today });
}
