import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesSchemaText } from './cases-schema';
import { builtInDefinitions, root } from './files';
import { withKeyTables } from './key-tables';
import { withLargest } from './largest-sites';
import { schemaText } from './schema-file';
import { siteList, withSiteList } from './site-list';

type Command = 'schema' | 'sites';

interface GeneratedFile {
  /** Below the root of the repository. */
  readonly path: string;
  /** The command that writes the file. */
  readonly command: Command;
  /** The whole text, made from the present one where only a part is generated. */
  readonly textFrom: (present: string) => string;
}

/** States the day as of which its table is made: it is the same on any other. */
const LARGEST_SITES = 'docs/sites.md';

const generatedFiles: readonly GeneratedFile[] = [
  { path: 'src/connectors/definition.schema.json', command: 'schema', textFrom: schemaText },
  { path: 'src/connectors/cases.schema.json', command: 'schema', textFrom: casesSchemaText },
  ...['reference.md', 'grades.md'].map((name) => ({
    path: `src/connectors/${name}`,
    command: 'schema' as const,
    textFrom: withKeyTables,
  })),
  ...['README.md', '.store/listing.md'].map((path) => ({
    path,
    command: 'sites' as const,
    textFrom: (present: string) => withSiteList(present, siteList(builtInDefinitions())),
  })),
  {
    path: LARGEST_SITES,
    command: 'sites',
    textFrom: (present) => withLargest(present, builtInDefinitions()),
  },
];

/** Those whose text differs from what their command would write. */
export function outdatedFiles(): GeneratedFile[] {
  return generatedFiles.filter(({ path, textFrom }) => {
    const present = textOf(path);
    return present !== textFrom(present);
  });
}

/** Writes the files of a command and returns their paths. */
export function writeGenerated(command: Command): string[] {
  const files = generatedFiles.filter((file) => file.command === command);
  for (const { path, textFrom } of files) writeFileSync(join(root, path), textFrom(textOf(path)));
  return files.map(({ path }) => path);
}

/** Writes the table of the largest sites as of this day. */
export function writeLargest(day: string): string {
  const text = withLargest(textOf(LARGEST_SITES), builtInDefinitions(), day);
  writeFileSync(join(root, LARGEST_SITES), text);
  return text;
}

/** Empty for a file that does not exist yet. */
function textOf(path: string): string {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
