import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMemory } from '../../src/content/reader/memory';
import { parseDefinition } from '../../src/protocol/definition/parse-definition';
import type { Definition } from '../../src/protocol/definition/definition';
import { type SiteFiles, readDefinitionFile, readJson, siteNamed } from './files';
import { explainEndpoint, type AskedEndpoint } from './explain-endpoint';
import { printReading, readingAsJson } from './print-reading';
import { CasesError, readCases } from './read-cases';
import { readSavedPage, type SavedReading } from './read-saved-page';
import { openSavedPage, type SavedPage, type Situation } from './saved-page';

/** Prints how a definition reads a page. Returns the exit code; `undefined` when arguments are missing. */
export async function readSite(args: readonly string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined) return undefined;
  const site = siteNamed(name);
  let page: Page | undefined;
  try {
    page = values.case === undefined ? pageOfFile(values) : pageOfCase(site, values.case);
  } catch (error) {
    if (!(error instanceof CasesError)) throw error;
    console.error(error.message);
    return 1;
  }
  if (page === undefined) return undefined;
  const parsed = parseDefinition(readDefinitionFile(site));
  if (!parsed.ok) {
    console.error(parsed.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    return 1;
  }
  const { reading, asked } = await readOnce(parsed.definition, page);
  const asJson = values.json === true;
  console.log(asJson ? JSON.stringify(readingAsJson(reading), undefined, 2) : printReading(reading));
  const url = new URL(page.url);
  const endpoints = asked.flatMap((one) => ['', ...explainEndpoint(parsed.definition, one, url)]);
  if (!asJson && endpoints.length > 0) console.log(endpoints.join('\n'));
  return 0;
}

const options = {
  case: { type: 'string' },
  page: { type: 'string' },
  url: { type: 'string' },
  responses: { type: 'string' },
  json: { type: 'boolean' },
} as const;

interface Page {
  readonly url: string;
  readonly html: string;
  /** What a browser would know of the page once it is shown. */
  readonly situationIn: (document: Document) => Situation;
}

/** The page of a case as it is before the first step. */
function pageOfCase(site: SiteFiles, name: string): Page {
  const found = readCases(site).find((one) => one.name === name);
  if (found === undefined) throw new CasesError(`${site.cases}: has no case ${name}`);
  return { url: found.case.url, html: found.html, situationIn: () => found.case };
}

type Values = Partial<Record<'page' | 'url' | 'responses', string>>;

/**
 * A page without a case. Nothing is known of its videos, so each counts as loaded, with an hour of duration.
 */
function pageOfFile({ page, url, responses }: Values): Page | undefined {
  if (page === undefined || url === undefined || !URL.canParse(url)) return undefined;
  const answers = responses === undefined ? {} : (readJson(responses) as NonNullable<Situation['responses']>);
  const videos = [{ selector: 'video', duration: 3_600, position: 0 }];
  const situationIn = (document: Document): Situation =>
    document.querySelector('video') === null ? { responses: answers } : { videos, responses: answers };
  return { url, html: readFileSync(page, 'utf8'), situationIn };
}

interface ExplainedReading {
  readonly reading: SavedReading;
  readonly asked: readonly AskedEndpoint[];
}

async function readOnce(definition: Definition, { url, html, situationIn }: Page): Promise<ExplainedReading> {
  const asked: AskedEndpoint[] = [];
  const saved = openSavedPage(url);
  try {
    saved.show(html);
    saved.setSituation(situationIn(saved.document));
    // The memory is empty, so the time of the reading has no influence.
    const reading = await readSavedPage(definition, noting(saved, asked), new URL(url), createMemory(), 0);
    return { reading, asked };
  } finally {
    await saved.close();
  }
}

/** The same page, which notes what endpoints are asked. */
function noting(saved: SavedPage, asked: AskedEndpoint[]): SavedPage {
  return {
    ...saved,
    world(definition, at) {
      const world = saved.world(definition, at);
      const askEndpoint: typeof world.askEndpoint = async (name, values) => {
        const answer = await world.askEndpoint(name, values);
        asked.push({ name, values: { ...values }, answer });
        return answer;
      };
      return { ...world, askEndpoint };
    },
  };
}
