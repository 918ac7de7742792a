import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import type { CaseStep, ConnectorCase } from '../../../protocol/connector-case';
import type { Definition, FrameDefinition } from '../../../protocol/definition/definition';
import type { ReadContext } from '../../reader/context';
import { matchFrame, matchPage, type MatchedPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { observePage, type PageObservation } from '../../player/observe-page';
import { differencesOf, judgeStep } from './judge-step';
import { openSavedDocument, savedAccess, setSituation } from './saved-document';

export type CaseResult = Readonly<{
  passed: boolean;
  /** The item that the first step read. */
  item: Readonly<Record<string, unknown>>;
  /**
   * Names of what differs from the expectation: fields, `page`, `gate`, `degraded`, `player`, `identity`,
   * `video SELECTOR` for one that the page does not have; from the second step on with the step's number.
   */
  differs: string[];
  steps: number;
}>;

/** HTML by the file name that a step of a case uses. */
export type CasePages = Readonly<Record<string, string>>;

/**
 * Runs a saved case with all its steps, in documents without scripts, with the content script's reader. The
 * reader's memory is kept from step to step, as in a tab. A step inherits what it does not state.
 */
export async function runCase(
  definition: Definition,
  one: ConnectorCase,
  html: string,
  pages: CasePages = {},
): Promise<CaseResult> {
  return summarize(await runSteps(definition, one, html, pages));
}

/** The readings of each step of a case, the case itself first. */
export async function runSteps(
  definition: Definition,
  one: ConnectorCase,
  html: string,
  pages: CasePages = {},
): Promise<StepRun[]> {
  const memory = createMemory();
  const runs: StepRun[] = [];
  let document = openSavedDocument(html);
  let situation = one;
  let now = 1_000_000;
  for (const step of [{}, ...(one.steps ?? [])] as Partial<CaseStep>[]) {
    situation = { ...situation, ...step } as ConnectorCase;
    now += (step.after ?? 1) * 1_000;
    if (step.page !== undefined) document = openSavedDocument(pages[step.page] ?? '');
    // One step after the other: the memory of the reader is part of the case.
    // oxlint-disable-next-line no-await-in-loop
    runs.push(await runStep(situation, runs.at(-1)?.identity ?? '', { definition, document, memory, now }));
  }
  return runs;
}

function summarize(runs: StepRun[]): CaseResult {
  const differs = runs.flatMap((run, index) =>
    run.differs.map((name) => (index === 0 ? name : `${index + 1}: ${name}`)),
  );
  return { passed: differs.length === 0, item: runs[0]?.item ?? {}, differs, steps: runs.length };
}

export type StepRun = Readonly<{
  differs: string[];
  identity: string;
  item: CaseResult['item'];
  /** Kind of the page, or `frame`; `null`: the definition has no page for the address. */
  kind: string | null;
  observed: PageObservation | undefined;
}>;

async function runStep(
  situation: ConnectorCase,
  lastIdentity: string,
  { definition, document, ...context }: Pick<ReadContext, 'definition' | 'document' | 'memory' | 'now'>,
): Promise<StepRun> {
  const missing = setSituation(document, situation).map((selector) => `video ${selector}`);
  const url = new URL(situation.url);
  const matched = matchedBy(definition, url);
  const access = savedAccess(document, definition, url, situation);
  const observed = matched && (await observePage(matched, { ...access, ...context, url, definition }));
  const identity = observed?.reading?.identity ?? '';
  const kind = kindOf(matched);
  const differs = differencesOf(
    judgeStep(situation.expect, {
      kind,
      observed,
      identity: identity === lastIdentity ? 'same' : 'changed',
      document,
    }),
  );
  return { differs: [...missing, ...differs], identity, item: observed?.reading?.item ?? {}, kind, observed };
}

function kindOf(matched: MatchedPage | FrameDefinition | undefined): string | null {
  if (matched === undefined) return null;
  return 'page' in matched ? matched.page.kind : 'frame';
}

/** A saved page does not say whether it was in a frame; the host of a frame's definition does. */
function matchedBy(definition: Definition, url: URL): MatchedPage | FrameDefinition | undefined {
  const inner = urlMatchesHosts(url, definition.hosts) ? undefined : matchFrame(definition, url);
  return inner ?? matchPage(definition, url) ?? matchFrame(definition, url);
}
