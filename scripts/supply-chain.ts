import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lock from '../package-lock.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import { defined } from '../src/core/values/defined';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A package as package-lock.json describes it. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const LOCKED = lock.packages as Readonly<Record<string, LockedPackage>>;

/** Run-time packages that only the service uses; the extension does not contain them. */
const OF_THE_SERVICE = new Set(['hono', '@hono/node-server', 'libsql', 'pg', '@simplewebauthn/server']);

/**
 * The bill of materials of the repository as CycloneDX 1.5: every package of package-lock.json with its
 * version, licence and hash. The same lock file gives the same bytes: it has no time and no serial number.
 */
export function billOfMaterials(): string {
  const { name, version } = packageJson;
  const components = Object.entries(LOCKED)
    .filter(([path]) => path !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, one]) => toComponent(path, one));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: packageJson.license } }],
      },
    },
    components,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function toComponent(path: string, { version = '', license, integrity, dev }: LockedPackage) {
  const name = nameOf(path);
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    scope: dev === true ? 'excluded' : 'required',
    ...defined({ licenses: license === undefined ? undefined : [{ expression: license }] }),
    ...(integrity?.startsWith('sha512-') === true && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
    }),
  };
}

/** The name of a package at a path: `@b/c` for `node_modules/a/node_modules/@b/c`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/**
 * The licences of the packages that the extension contains. Packages with the same text share it, because
 * most differ only in the copyright line.
 */
export function thirdPartyLicences(): string {
  const byText = new Map<string, string[]>();
  for (const path of packagedPaths()) {
    const { version = '', license = 'unknown' } = LOCKED[path] ?? {};
    const { rights, body } = licenceOf(path);
    const entry = [`${nameOf(path)} ${version} (${license})`, ...rights].join('\n  ');
    byText.set(body, [...(byText.get(body) ?? []), entry]);
  }
  const sections = [...byText].map(([body, names]) => `${names.join('\n')}\n\n${body}\n`);
  return `Packages that Matinee contains, and their licences.\n\n${sections.join(`\n${'-'.repeat(60)}\n\n`)}`;
}

/** Paths in node_modules of the extension's run-time dependencies, direct and indirect. */
function packagedPaths(): readonly string[] {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const name of Object.keys(LOCKED[path]?.dependencies ?? {})) add(resolve(name, path));
  };
  for (const name of Object.keys(packageJson.dependencies))
    if (!OF_THE_SERVICE.has(name)) add(resolve(name, ''));
  return [...found].toSorted();
}

/** Path at which Node finds a dependency of a package: inside it, or in a folder above. */
function resolve(name: string, from: string): string {
  const inside = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (inside in LOCKED) return inside;
  if (from === '') throw new Error(`package-lock.json has no ${name}`);
  const above = from.lastIndexOf('/node_modules/');
  return resolve(name, above === -1 ? '' : from.slice(0, above));
}

function licenceOf(path: string): { readonly rights: readonly string[]; readonly body: string } {
  const short = BY_REFERENCE[LOCKED[path]?.license ?? ''];
  if (short !== undefined) return { rights: [], body: short };
  const folder = join(root, path);
  const file = existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .find((name) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(name))
    : undefined;
  const text = file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
  if (text === undefined) return { rights: [], body: '(The package contains no text of its licence.)' };
  const lines = text
    .replaceAll('\r', '')
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const isRight = (line: string) => /^copyright\b/i.test(line);
  const body = lines.filter((line) => !isRight(line) && !/^(?:the )?mit license(?: \(mit\))?:?$/i.test(line));
  return { rights: lines.filter(isRight), body: joinParagraphs(body) };
}

/**
 * Licences that require only their name, the address of their text and that of the source, not the text
 * itself.
 */
const BY_REFERENCE: Readonly<Record<string, string>> = {
  'MPL-2.0':
    'Mozilla Public License, version 2.0: https://www.mozilla.org/MPL/2.0/. ' +
    'The package is unchanged; its source is on npm under this name and version.',
};

/** Joins the lines of each paragraph, so that texts that differ only in line breaks are equal. */
function joinParagraphs(lines: readonly string[]): string {
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** A file for `sha256sum --check`. */
export function checksums(files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): string {
  return files
    .map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .join('');
}
