import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Definition } from '../../src/protocol/definition/definition';
import { platformOf, withPlatform } from '../../src/protocol/definition/with-platform.ts';

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
    .filter((entry) => entry.isDirectory() && entry.name !== PLATFORMS)
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

/** The built-in definitions with what they extend, without validation. */
export function builtInDefinitions(folder = connectorsFolder): Definition[] {
  return builtInSites(folder).map(readDefinitionFile);
}

/** `definition.json` with the platform that it extends, without validation. */
export function readDefinitionFile({ definition }: Pick<SiteFiles, 'definition'>): Definition {
  const file = readJson(definition);
  const platform = platformOf(file);
  const read =
    platform === undefined ? file : withPlatform(file, readJson(platformFile(platform, definition)));
  return read as Definition;
}

/** Beside the folder of the site, or in this repository for a site elsewhere. */
function platformFile(name: string, definition: string): string {
  const near = join(dirname(definition), '..', `${name}.json`);
  return existsSync(near) ? near : join(connectorsFolder, `${name}.json`);
}

/** What the built-in sites extend. */
export function platformFiles(folder = connectorsFolder): string[] {
  const inside = join(folder, PLATFORMS);
  return existsSync(inside) ? readdirSync(inside).map((name) => join(inside, name)) : [];
}

/** Folder of what several sites extend. */
const PLATFORMS = 'platform';

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}
