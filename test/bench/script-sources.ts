import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { sharedConfig } from '../../scripts/build/extension-config';
import { asciiText } from '../../scripts/build/page-scripts';
import { root } from '../../scripts/build/root';
import { givesModules } from '../../scripts/build/shared-modules';

/** Source of a place in the built content script: `content/reader/read-page`. Lines and columns from 0. */
export type SourceOfPlace = (line: number, column: number) => string;

/** Builds the content script of an extension once more, for its source map. */
export async function contentScriptSources(extension: string): Promise<SourceOfPlace> {
  const config = sharedConfig(root, DEFAULT_BASE_URL);
  const built = await build({
    ...config,
    publicDir: false,
    plugins: [givesModules(root)],
    build: {
      ...config.build,
      write: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: join(root, 'src/content/main.ts'),
        output: { format: 'iife' },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const [chunk] = outputs;
  if (chunk?.type !== 'chunk' || chunk.map === null) throw new Error('the content script has no source map');
  const { code, map } = chunk;
  if (asciiText(code) !== (await readFile(join(extension, 'content.js'), 'utf8')))
    throw new Error('the content script was built in another way');
  const { sources, sourcesContent, names, mappings, file } = map;
  const payload = { file, version: 3, sources, names, mappings, sourceRoot: '' };
  const sourceMap = new SourceMap({ ...payload, sourcesContent });
  const lines = code.split('\n');
  return (line, column) => {
    const entry = sourceMap.findEntry(line, plainColumn(lines[line] ?? '', column));
    const source = 'originalSource' in entry ? entry.originalSource : '';
    return /(?:^|\/)src\/(.+)\.ts$/.exec(source)?.[1] ?? 'other';
  };
}

/** The column in a line whose characters outside of ASCII are not escaped; `column` counts their escapes. */
function plainColumn(line: string, column: number): number {
  let left = column;
  let index = 0;
  while (index < line.length && left > 0) {
    left -= line.charCodeAt(index) > 0x7f ? '\\u0000'.length : 1;
    index += 1;
  }
  return index;
}
