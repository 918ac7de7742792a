import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { Evidence } from '../evidence';
import { builtInSites, readDefinitionFile, siteNamed, type SiteFiles } from '../files';
import { coversPath, placesOf, playerPaths, saidBy, type Places } from './places';
import { sourceFiles, type FoundSource, type SourceFile } from './source-text';

/** A file that reads many sites says nothing of the paths of one. */
const ONE_SITE = 60_000;
/** Words that an entry states at most. */
const MOST_WORDS = 8;

/** What an entry states once its source was read again, and why it no longer holds. */
export interface RenewedEntry {
  readonly entry: Evidence;
  readonly faults: readonly string[];
}

/**
 * Reads the sources on GitHub of all entries of the kind `code` again, and compares them with the definition.
 * Prints the faults, and returns 1 if there are any. A fault means that the site has changed or the entry is
 * wrong:
 * - the source cannot be reached, or is no longer there;
 * - it has no path, selector or key of the definition;
 * - it plays at an address that no page of the definition has.
 *
 * With `--write` the entries state what their sources say today, and since when.
 */
export async function renewEvidence(args: readonly string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { renew: { type: 'boolean' }, write: { type: 'boolean' }, mirror: { type: 'string' } },
  });
  const { renew = false, write = false, mirror } = values;
  if (!renew || mirror === undefined) return undefined;
  const sites = positionals.length > 0 ? positionals.map(siteNamed) : builtInSites();
  let count = 0;
  for (const site of sites) {
    const definition = readDefinitionFile(site);
    const entries = ((definition.evidence ?? []) as readonly Evidence[]).map((entry) =>
      renewed(entry, definition, sourceFiles(entry.source, tellingWords(entry, definition), mirror)),
    );
    const faults = entries.flatMap(({ entry, faults: all }) =>
      all.map((fault) => `${entry.source}: ${fault}`),
    );
    for (const fault of faults) console.log(`${site.id}: ${fault}`);
    count += faults.length;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    if (write)
      await writeEvidence(
        site,
        entries.map(({ entry }) => entry),
      );
  }
  console.log(`${sites.length} sites, ${count} faults`);
  return count === 0 ? 0 : 1;
}

/** What to look for in a repository: the hosts, and the words of the fields of which the entry speaks. */
function tellingWords({ fields }: Evidence, definition: Definition): readonly string[] {
  const places = placesOf(definition);
  const words = fields.flatMap((field) => [...(places.get(field) ?? [])]).filter((word) => word.length >= 8);
  return [...definition.hosts.map((host) => host.replace(/^(?:\*|www)\./, '')), ...words].slice(0, 60);
}

/** The entry as its source states it today. */
export function renewed(entry: Evidence, definition: Definition, found: FoundSource): RenewedEntry {
  if (found === 'elsewhere' || entry.kind !== 'code') return { entry, faults: [] };
  if (found === 'unreachable') return { entry, faults: ['cannot be reached'] };
  if (found === 'gone') return { entry, faults: ['no longer there'] };
  const places = placesOf(definition);
  const [best] = found
    .map((file) => ({ file, said: wordsOf(file, entry, places) }))
    .toSorted((a, b) => countOf(b.said) - countOf(a.said));
  if (best === undefined || countOf(best.said) === 0)
    return { entry, faults: [`has no path, selector or key of ${entry.fields.join(', ')}`] };
  const { file, said } = best;
  const fields = entry.fields.filter((field) => (said.get(field) ?? []).length > 0);
  const says = [...new Set(fields.flatMap((field) => said.get(field) ?? []))].slice(0, MOST_WORDS);
  const left = new Set(entry.leaves);
  const paths = file.text.length > ONE_SITE ? [] : playerPaths(file.text);
  const faults = paths
    .filter((path) => !left.has(path) && !coversPath(definition, path))
    .map((path) => `plays at ${path}, which no page of the definition has`);
  const source = entry.source.includes('/blob/') ? entry.source : file.address;
  return { entry: { ...entry, source, date: file.changed(says), fields, says }, faults };
}

function wordsOf(
  { text }: SourceFile,
  { fields }: Evidence,
  places: Places,
): ReadonlyMap<string, readonly string[]> {
  return new Map(fields.map((field) => [field, saidBy(text, places.get(field) ?? new Set())]));
}

function countOf(said: ReadonlyMap<string, readonly string[]>): number {
  return [...said.values()].reduce((sum, words) => sum + words.length, 0);
}

/** Replaces the evidence in the file of a site, which keeps everything else as it is. */
async function writeEvidence({ definition: file }: SiteFiles, evidence: readonly Evidence[]): Promise<void> {
  const before = readFileSync(file, 'utf8');
  const list = JSON.stringify(evidence, undefined, 2);
  const after = before.replace(/(?<=\n  "evidence": )\[\n[\s\S]*?\n  \](?=,?\n)/, () => list);
  const text = await format(after, { parser: 'json', printWidth: 110 });
  if (text !== before) writeFileSync(file, text);
}
