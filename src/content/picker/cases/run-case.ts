import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import { deepEqual } from '../../../core/values/deep-equal';
import type { CaseExpectation, CaseStep, ConnectorCase } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition';
import { matchFrame, matchPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { queryAll } from '../../reader/query';
import { observePage, type PageObservation } from '../../reader/observe-page';
import { openSavedDocument, setSituation } from './saved-document';
import { savedAccess } from './saved-access';

export interface CaseRun {
  readonly passed: boolean;
  /** The item that was read at the first step. */
  readonly item: Readonly<Record<string, unknown>>;
  /** What differs from what is expected: names of fields, `page`, `gate`, `degraded`, `player`, `identity`; from the second step on with its number. */
  readonly differs: readonly string[];
  readonly steps: number;
}

/** HTML by the name that a step of a case gives it. */
export type CasePages = Readonly<Record<string, string>>;

/**
 * Runs a saved case with all its steps, in documents without scripts, with the reader that runs in pages. It remembers
 * from step to step, as it does in a tab. What a step does not say stays as it was.
 */
export async function runCase(
  definition: Definition,
  one: ConnectorCase,
  html: string,
  pages: CasePages = {},
): Promise<CaseRun> {
  const memory = createMemory();
  const differs: string[] = [];
  let document = openSavedDocument(html);
  let situation: ConnectorCase = one;
  let now = 1_000_000;
  let before = '';
  let item: CaseRun['item'] = {};
  const steps: readonly (ConnectorCase | CaseStep)[] = [one, ...(one.steps ?? [])];
  for (const [index, step] of steps.entries()) {
    situation = { ...situation, ...step } as ConnectorCase;
    now += (('after' in step ? step.after : undefined) ?? 1) * 1_000;
    if ('page' in step && step.page !== undefined) document = openSavedDocument(pages[step.page] ?? '');
    setSituation(document, situation);
    const url = new URL(situation.url);
    const matched = matchedBy(definition, url);
    // One step after the other: what the reader remembers is part of the case.
    // oxlint-disable-next-line no-await-in-loop
    const sight =
      matched &&
      (await observePage(matched, {
        ...savedAccess(document, definition, url, situation),
        url,
        definition,
        memory,
        now,
      }));
    const kind = matched === undefined ? null : 'page' in matched ? matched.page.kind : 'frame';
    const identity = sight?.reading?.identity ?? '';
    const found = difference(step.expect, {
      kind,
      sight,
      identity: identity === before ? 'same' : 'changed',
      document,
    });
    differs.push(...found.map((name) => (index === 0 ? name : `${index + 1}: ${name}`)));
    if (index === 0) item = sight?.reading?.item ?? {};
    before = identity;
  }
  return { passed: differs.length === 0, item, differs, steps: steps.length };
}

/** A saved page does not say whether it stood in a frame; the host of a player's frame does. */
function matchedBy(definition: Definition, url: URL) {
  const inner = urlMatchesHosts(url, definition.hosts) ? undefined : matchFrame(definition, url);
  return inner ?? matchPage(definition, url) ?? matchFrame(definition, url);
}

interface Seen {
  readonly kind: string | null;
  readonly sight: PageObservation | undefined;
  readonly identity: 'same' | 'changed';
  readonly document: Document;
}

/** What is not said is expected not to be: no gate, not degraded. */
function difference(expect: CaseExpectation, { kind, sight, identity, document }: Seen): string[] {
  if (expect.page === null || kind === null) return expect.page === kind ? [] : ['page'];
  const wanted = expect.item as Readonly<Record<string, unknown>> | undefined;
  const read = (sight?.reading?.item ?? {}) as Readonly<Record<string, unknown>>;
  const fields =
    wanted === undefined
      ? []
      : [...new Set([...Object.keys(wanted), ...Object.keys(read)])].filter(
          (name) => !deepEqual(wanted[name], read[name]),
        );
  const checks = {
    page: expect.page === undefined || expect.page === kind,
    gate: expect.gate === sight?.gate,
    degraded: wanted === undefined || (expect.degraded ?? false) === (sight?.reading?.degraded ?? false),
    player: expect.player === undefined || samePlayer(expect.player, sight, document),
    identity: expect.identity === undefined || expect.identity === identity,
  };
  return [...fields, ...Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))];
}

function samePlayer(
  expect: CaseExpectation['player'],
  sight: PageObservation | undefined,
  document: Document,
): boolean {
  const playback = sight?.playback;
  if (playback === undefined || expect === undefined || expect === null)
    return playback === undefined && expect === null;
  return (
    (expect.position === undefined || expect.position === Math.round(playback.position * 100) / 100) &&
    (expect.duration === undefined || Number(expect.duration) === playback.duration) &&
    (expect.state === undefined || expect.state === playback.state) &&
    (expect.selector === undefined ||
      queryAll(document, expect.selector).some((element) => element === sight?.video))
  );
}
