import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Definition } from '../../src/protocol/definition/definition';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const connectorsFolder = join(root, 'src/connectors');

/** The two files of a site. Its folder has the name of its id. */
export interface SiteFiles {
  readonly id: string;
  readonly definition: string;
  readonly cases: string;
}

export function siteFiles(folder: string): SiteFiles {
  const path = resolve(folder);
  return { id: basename(path), definition: join(path, 'definition.json'), cases: join(path, 'cases.json') };
}

/** The built-in sites, sorted by id; those of another checkout where its folder of connectors is named. */
export function builtInSites(folder = connectorsFolder): SiteFiles[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((id) => siteFiles(join(folder, id)));
}

export function builtInSite(id: string): SiteFiles {
  return siteFiles(join(connectorsFolder, id));
}

/** The built-in site with this id, else the site in the folder of this path. */
export function siteNamed(name: string): SiteFiles {
  const site = builtInSite(name);
  return site.id === name && existsSync(site.definition) ? site : siteFiles(name);
}

/** The built-in definitions as they are in their files, without validation. */
export function builtInDefinitions(folder = connectorsFolder): Definition[] {
  return builtInSites(folder).map(({ definition }) => readJson(definition) as Definition);
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}
