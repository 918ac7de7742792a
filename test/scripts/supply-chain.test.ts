import { expect, test } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };
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
