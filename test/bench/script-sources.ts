import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { sharedConfig } from '../../scripts/build/extension-config';
import { bundleClassic } from '../../scripts/build/page-scripts';
import { root } from '../../scripts/build/root';
import { givesModules } from '../../scripts/build/shared-modules';

/** Source of a place in the built content script: `content/reader/read-page`. Lines and columns from 0. */
export type SourceOfPlace = (line: number, column: number) => string;

/** Builds the content script of an extension once more, for its source map. */
export async function contentScriptSources(extension: string): Promise<SourceOfPlace> {
  const shared = sharedConfig(root, DEFAULT_BASE_URL);
  const build = { ...shared.build, sourcemap: 'hidden' } as const;
  const config = { ...shared, build, plugins: [givesModules(root)] };
  const { code, map } = await bundleClassic(config, join(root, 'src/content/main.ts'));
  if (map === undefined) throw new Error('the content script has no source map');
  if (code !== (await readFile(join(extension, 'content.js'), 'utf8')))
    throw new Error('the content script was built in another way');
  const sourceMap = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return (line, column) => {
    const entry = sourceMap.findEntry(line, column);
    const source = 'originalSource' in entry ? entry.originalSource : '';
    return /(?:^|\/)src\/(.+)\.ts$/.exec(source)?.[1] ?? 'other';
  };
}
