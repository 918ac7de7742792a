import type { Definition } from '../../src/protocol/definition/definition';

/** Name and regions of every site, sorted by name, in lines of at most 110 columns. */
export function siteList(definitions: readonly Definition[]): string {
  const entries = definitions
    .filter(isRealSite)
    .map(entryOf)
    .sort((a, b) => a.localeCompare(b, 'en'));
  return inLines(entries);
}

/** The document with the list in place of what is between its markers. */
export function withSiteList(document: string, list: string): string {
  const [before, rest] = splitAt(document, begin);
  const [, after] = splitAt(rest, end);
  return `${before}${begin}\n${list}\n${end}${after}`;
}

const begin = '<!-- sites -->';
const end = '<!-- /sites -->';

function splitAt(text: string, marker: string): readonly [string, string] {
  const at = text.indexOf(marker);
  if (at === -1) throw new Error(`the marker ${marker} is missing`);
  return [text.slice(0, at), text.slice(at + marker.length)];
}

/** Hosts under `.test` (RFC 6761) belong to the demonstration and to no service. */
function isRealSite({ hosts, userHosts }: Definition): boolean {
  return userHosts !== undefined || hosts.some((host) => !host.endsWith('.test'));
}

/** `ARTE (FR, DE, EU)`; a site that is available worldwide has no regions. */
function entryOf({ name, regions = [] }: Definition): string {
  return regions.length === 0 || regions.includes('global') ? name : `${name} (${regions.join(', ')})`;
}

/** Entries separated by commas, in filled lines: the README that has the list is to stay short. */
function inLines(entries: readonly string[]): string {
  const lines: string[] = [];
  for (const entry of entries) {
    const longer = `${lines.at(-1) ?? ''}, ${entry}`;
    if (lines.length > 0 && longer.length < mostColumns) lines[lines.length - 1] = longer;
    else lines.push(entry);
  }
  return `${lines.join(',\n')}.`;
}

const mostColumns = 110;
