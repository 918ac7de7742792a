import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { shrinkwrap } from '../../scripts/build/shrinkwrap';
import { billOfMaterials, checksums, thirdPartyLicences } from '../../scripts/supply-chain';

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly scope: string;
    readonly hashes?: readonly { readonly content: string }[];
  }[];
}

test('the bill of materials names every locked package with its hash, and is the same each time', () => {
  const text = billOfMaterials();
  expect(billOfMaterials()).toBe(text);
  const { bomFormat, components } = JSON.parse(text) as Bill;
  expect(bomFormat).toBe('CycloneDX');
  expect(components).toHaveLength(Object.keys(lock.packages).length - 1);
  const zod = components.find((one) => one['bom-ref'] === 'node_modules/zod');
  expect(zod).toMatchObject({ purl: `pkg:npm/zod@${zod?.version ?? ''}`, scope: 'required' });
  expect(components.filter(({ hashes }) => !/^[\da-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toEqual([]);
  expect(components.find(({ name }) => name === '@types/node')?.purl).toMatch(/^pkg:npm\/%40types\/node@/);
});

test('the licences are those of what the extension contains, and no more', () => {
  const text = thirdPartyLicences();
  for (const name of ['preact', 'zod', 'idb', '@codemirror/view', 'style-mod', 'uqr'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(text).not.toMatch(/^(?:hono|libsql|vitest|playwright) \d/m);
  expect(text).toContain('Permission is hereby granted, free of charge');
  expect(text.length).toBeLessThan(12_000);
});

test('only packages that need it may have a script at installation', () => {
  const scripted = Object.entries(lock.packages).flatMap(([path, one]) =>
    'hasInstallScript' in one ? [path] : [],
  );
  // Its script only replaces a JavaScript program by the native one, which is faster to start.
  expect(scripted).toEqual(['node_modules/esbuild']);
});

test('checksums are in the form of sha256sum', () => {
  expect(checksums([{ name: 'a.zip', bytes: new Uint8Array() }])).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.zip\n',
  );
});

test('the tracker is installed with the versions and hashes of the lock file, of everything below too', () => {
  const { libsql, pg } = packageJson.dependencies;
  const { packages } = JSON.parse(
    shrinkwrap({ name: 'matinee-tracker', version: '1.0.0', dependencies: { libsql, pg } }),
  ) as {
    packages: Record<string, { integrity?: string; version: string; dependencies?: Record<string, string> }>;
  };
  const { '': _, ...locked } = packages;
  expect(Object.keys(locked)).toEqual(
    expect.arrayContaining([
      'node_modules/libsql',
      'node_modules/@libsql/linux-x64-gnu',
      'node_modules/pg',
      'node_modules/pg-protocol',
    ]),
  );
  for (const [path, one] of Object.entries(locked)) {
    expect(one).toEqual((lock.packages as Record<string, unknown>)[path]);
    expect(one.integrity).toMatch(/^sha512-/);
    for (const name of Object.keys(one.dependencies ?? {}))
      expect(Object.keys(locked).some((other) => other.endsWith(`node_modules/${name}`))).toBe(true);
  }
});

test('the image installs what is locked, and no package runs a script', () => {
  const commands = readFileSync('deploy/Dockerfile', 'utf8').match(/npm (?:ci|install|i)\b[^&\n]*/g) ?? [];
  expect(commands.length).toBe(2);
  for (const command of commands) expect(command).toMatch(/^npm ci\b.*--ignore-scripts/);
  expect(readFileSync('docs/tracker.md', 'utf8')).not.toMatch(
    /npm install(?![^`]*--ignore-scripts)[^`]*dist\/tracker/,
  );
});

test('every image is the one of a digest, which a tag cannot move', () => {
  const compose = readFileSync('deploy/compose.yaml', 'utf8').match(/(?<=image: ).*/g) ?? [];
  const base = readFileSync('deploy/Dockerfile', 'utf8').match(/(?<=^FROM )\S+/gm) ?? [];
  expect([compose.length, base.length]).toEqual([2, 2]);
  expect(new Set(base).size).toBe(1);
  for (const image of [...compose, ...base])
    expect(image).toMatch(/^[a-z]+:\d+(?:\.\d+)+(?:-[a-z-]+)?@sha256:[\da-f]{64}$/);
  // What the checklist renews is what is used.
  const checklist = readFileSync('docs/releasing.md', 'utf8');
  for (const image of ['node', 'postgres', 'caddy'])
    expect(checklist).toContain(`docker.io/library/${image}:`);
});

const workflows = readdirSync('.github/workflows').map((name) =>
  readFileSync(`.github/workflows/${name}`, 'utf8'),
);

test('every action is one commit, which a tag cannot move, and may only read unless it publishes', () => {
  const actions = workflows.flatMap((text) => text.match(/uses: .*/g) ?? []);
  expect(actions.length).toBeGreaterThan(5);
  for (const action of actions)
    expect(action).toMatch(/^uses: [\w.-]+\/[\w.-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  for (const text of workflows) expect(text).toMatch(/^permissions:\n  contents: read$/m);
});

test('a release is built by its workflow, which attests it and publishes the bill of materials', () => {
  const release = workflows.find((text) => text.startsWith('name: release')) ?? '';
  const steps = [
    'npm ci --ignore-scripts',
    'npm run release',
    'web-ext@10.7.0 sign',
    'attest-build-provenance',
    'gh release create',
    '--provenance mode=max --sbom true',
    'subject-digest',
  ];
  const places = steps.map((step) => release.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(release).toContain("tags: ['v*']");
});
