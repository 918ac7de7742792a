import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createMemory } from '../../src/content/reader/memory';
import { caseSchema } from '../../src/protocol/connector-case';
import { parseDefinition } from '../../src/protocol/definition/parse-definition';
import { checkFile } from './check-file';
import { definitionFiles, readJson, schemaFile } from './files';
import { printReading, readingAsJson } from './print-reading';
import { readSavedPage } from './read-saved-page';
import { openSavedPage } from './saved-page';
import { scaffold } from './scaffold';
import { schemaText } from './schema-file';

const usage = `connector new <id>                                      scaffold a definition with its cases
connector check [file …]                                validate definitions (all built-in ones unless named)
connector read --definition FILE --page FILE.html --url URL [--json] [--responses FILE.json] [--case FILE.json]
connector schema                                        write src/connectors/definition.schema.json`;

process.exitCode = await run(process.argv.slice(2));

async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === 'new') return create(rest[0]);
  if (command === 'check') return check(rest.length > 0 ? rest : definitionFiles());
  if (command === 'read') return read(rest);
  if (command === 'schema') {
    writeFileSync(schemaFile, schemaText());
    return 0;
  }
  console.error(usage);
  return 2;
}

function create(id: string | undefined): number {
  if (id === undefined || !/^[a-z][a-z0-9-]{1,39}$/.test(id)) {
    console.error('connector new needs an id of small letters, digits and dashes');
    return 2;
  }
  const files = scaffold(id);
  console.log(
    files.length === 0
      ? `${id} exists already`
      : `${files.join('\n')}\n\nFill them in, then: npm run connector -- check && npx vitest run test/connectors -t ${id}`,
  );
  return files.length === 0 ? 1 : 0;
}

function check(files: readonly string[]): number {
  let bad = 0;
  for (const file of files) {
    const problems = checkFile(file);
    if (problems.length === 0) continue;
    bad += 1;
    console.log(
      `${basename(file)}\n${problems.map(({ path, message }) => `  ${path === '' ? '(document)' : path}: ${message}`).join('\n')}`,
    );
  }
  console.log(
    bad === 0
      ? `${files.length} ${files.length === 1 ? 'definition is' : 'definitions are'} good`
      : `${bad} of ${files.length} have problems`,
  );
  return bad === 0 ? 0 : 1;
}

async function read(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      definition: { type: 'string' },
      page: { type: 'string' },
      url: { type: 'string' },
      responses: { type: 'string' },
      case: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const example = values.case === undefined ? undefined : caseSchema.parse(readJson(values.case));
  const url = values.url ?? example?.url;
  const page = values.page ?? values.case?.replace(/json$/, 'html');
  if (values.definition === undefined || page === undefined || url === undefined || !URL.canParse(url)) {
    console.error(usage);
    return 2;
  }
  const parsed = parseDefinition(readJson(values.definition));
  if (!parsed.ok) {
    console.error(parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    return 1;
  }
  const saved = openSavedPage(url);
  try {
    saved.show(readFileSync(page, 'utf8'));
    const responses =
      values.responses === undefined
        ? example?.responses
        : (readJson(values.responses) as NonNullable<typeof example>['responses']);
    // Without a case nobody says what the browser knows of the videos: take each for loaded.
    const videos =
      Array.from(saved.document.querySelectorAll('video')).length > 0
        ? [{ selector: 'video', duration: 3_600, position: 0 }]
        : [];
    saved.setSituation({ videos, ...example, ...(responses === undefined ? {} : { responses }) });
    const reading = await readSavedPage(parsed.definition, saved, new URL(url), createMemory(), 1_000);
    console.log(
      values.json === true ? JSON.stringify(readingAsJson(reading), undefined, 2) : printReading(reading),
    );
    return 0;
  } finally {
    await saved.close();
  }
}
