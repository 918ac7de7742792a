import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import { deepEqual } from '../../../core/values/deep-equal';
import type { CaseExpectation, CaseStep, ConnectorCase } from '../../../protocol/connector-case';
import type { Definition, FrameDefinition } from '../../../protocol/definition/definition';
import type { ReadContext } from '../../reader/context';
import { matchFrame, matchPage, type MatchedPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { queryAll } from '../../reader/query';
import { observePage, type PageObservation } from '../../player/observe-page';
import { openSavedDocument, setSituation, savedAccess } from './saved-document';
import type { Item } from '../../../core/media/item';

export type CaseResult = Readonly<{
  passed: boolean;
  /** The item that the first step read. */
  item: Readonly<Record<string, unknown>>;
  /**
   * Names of what differs from the expectation: fields, `page`, `gate`, `degraded`, `player`, `identity`;
   * from the second step on with the step's number.
   */
  differs: readonly string[];
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
): Promise<readonly StepRun[]> {
  const memory = createMemory();
  const runs: StepRun[] = [];
  let document = openSavedDocument(html);
  let situation = one;
  let now = 1_000_000;
  for (const step of [{}, ...(one.steps ?? [])] as readonly Partial<CaseStep>[]) {
    situation = { ...situation, ...step } as ConnectorCase;
    now += (step.after ?? 1) * 1_000;
    if (step.page !== undefined) document = openSavedDocument(pages[step.page] ?? '');
    // One step after the other: the memory of the reader is part of the case.
    // oxlint-disable-next-line no-await-in-loop
    runs.push(await runStep(situation, runs.at(-1)?.identity ?? '', { definition, document, memory, now }));
  }
  return runs;
}

function summarize(runs: readonly StepRun[]): CaseResult {
  const differs = runs.flatMap((run, index) =>
    run.differs.map((name) => (index === 0 ? name : `${index + 1}: ${name}`)),
  );
  return { passed: differs.length === 0, item: runs[0]?.item ?? {}, differs, steps: runs.length };
}

export type StepRun = Readonly<{
  differs: readonly string[];
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
  setSituation(document, situation);
  const url = new URL(situation.url);
  const matched = matchedBy(definition, url);
  const access = savedAccess(document, definition, url, situation);
  const observed = matched && (await observePage(matched, { ...access, ...context, url, definition }));
  const identity = observed?.reading?.identity ?? '';
  const kind = kindOf(matched);
  const differs = difference(situation.expect, {
    kind,
    observed,
    identity: identity === lastIdentity ? 'same' : 'changed',
    document,
  });
  return { differs, identity, item: observed?.reading?.item ?? {}, kind, observed };
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

type StepOutcome = Readonly<{
  kind: string | null;
  observed: PageObservation | undefined;
  identity: 'same' | 'changed';
  document: Document;
}>;

/** The names of what differs. A gate or `degraded` that is not stated is expected to be absent. */
function difference(expect: CaseExpectation, { kind, observed, identity, document }: StepOutcome): string[] {
  if (expect.page === null || kind === null) return expect.page === kind ? [] : ['page'];
  const { reading, gate }: Partial<PageObservation> = observed ?? {};
  const checks = {
    page: isAsStated(expect.page, kind),
    gate: expect.gate === gate,
    degraded: isDegradedAsStated(expect, reading?.degraded),
    player: expect.player === undefined || isSamePlayer(expect.player, observed, document),
    identity: isAsStated(expect.identity, identity),
  };
  const failed = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
  return [...differingFields(expect.item, withStatedIds(expect.item, reading?.item)), ...failed];
}

/** Checked only together with the item. */
function isDegradedAsStated({ item, degraded = false }: CaseExpectation, actual = false): boolean {
  return item === undefined || degraded === actual;
}

function differingFields(expected: object | undefined, item: object): string[] {
  if (expected === undefined) return [];
  const wanted = new Map<string, unknown>(Object.entries(expected));
  const read = new Map<string, unknown>(Object.entries(item));
  return [...new Set([...wanted.keys(), ...read.keys()])].filter(
    (name) => !deepEqual(wanted.get(name), read.get(name)),
  );
}

function isSamePlayer(
  expect: NonNullable<CaseExpectation['player']> | null,
  observed: PageObservation | undefined,
  document: Document,
): boolean {
  const playback = observed?.playback;
  if (playback === undefined || expect === null) return playback === undefined && expect === null;
  const { position, duration, state, selector } = expect;
  return (
    isAsStated(position, Math.round(playback.position * 100) / 100) &&
    isAsStated(duration === undefined ? undefined : Number(duration), playback.duration) &&
    isAsStated(state, playback.state) &&
    (selector === undefined || queryAll(document, selector).some((element) => element === observed?.video))
  );
}

/** Anything that an expectation does not state is not checked. */
function isAsStated<Value>(stated: Value | undefined, actual: Value): boolean {
  return stated === undefined || stated === actual;
}

/** What a case expects of the ids of a page. */
type Expected = Readonly<{
  ids?: Readonly<{ site?: string | undefined }> | undefined;
}>;

/** The site's id of the work is compared only if the case states it, since most addresses contain one. */
export function withStatedIds(expected: Expected | undefined, item: Partial<Item> = {}): Partial<Item> {
  const { site, ...ids } = item.ids ?? {};
  if (site === undefined || expected?.ids?.site !== undefined) return item;
  const { ids: _, ...fields } = item;
  return Object.keys(ids).length === 0 ? fields : { ...fields, ids };
}
