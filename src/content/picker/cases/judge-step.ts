import type { Item } from '../../../core/media/item';
import { deepEqual } from '../../../core/values/deep-equal';
import type { CaseExpectation } from '../../../protocol/connector-case';
import type { PageObservation } from '../../player/observe-page';
import { queryAll } from '../../reader/query';

/** What a step of a case has read. */
export type StepOutcome = Readonly<{
  /** Kind of the page, or `frame`; `null`: the definition has no page for the address. */
  kind: string | null;
  observed: Partial<PageObservation> | undefined;
  identity: 'same' | 'changed';
  document: Document;
}>;

/** Values by name: `page`, `item`, `gate`, `degraded`, `player`, `identity`. */
type StepValues = Readonly<Record<string, unknown>>;

/** What is expected and what was read, in the same shape: equal when the step passes. */
export type StepJudgement = Readonly<{ expected: StepValues; actual: StepValues }>;

/**
 * The one judge of cases: in the workbench, in a replay and on the command line. A gate or `degraded` that is
 * not stated is expected to be absent. Without a page nothing else is compared: every case is about a page of
 * the definition, unless it states that there is none.
 */
export function judgeStep(expect: CaseExpectation, { kind, ...outcome }: StepOutcome): StepJudgement {
  if (expect.page === null || kind === null)
    return { expected: { page: expect.page === undefined ? 'any' : expect.page }, actual: { page: kind } };
  const expected = withDefaults(expect);
  return { expected, actual: onlyKeysOf(expected, { page: kind, ...valuesOf(expect, outcome) }) };
}

/** Without `gate` there must be none; with `item` and without `degraded` the reading must not be degraded. */
function withDefaults(expect: CaseExpectation): StepValues {
  const gate = expect.gate ?? 'none';
  return expect.item === undefined ? { ...expect, gate } : { degraded: false, ...expect, gate };
}

function valuesOf(
  { item, player }: CaseExpectation,
  { observed = {}, identity, document }: Omit<StepOutcome, 'kind'>,
): StepValues {
  const { reading, gate = 'none' } = observed;
  return {
    item: withStatedIds(item, reading?.item),
    gate,
    degraded: reading?.degraded ?? false,
    player: playerFor(player, observed, document),
    identity,
  };
}

function playerFor(
  expect: CaseExpectation['player'],
  { playback, video }: Partial<PageObservation>,
  document: Document,
): unknown {
  if (playback === undefined) return null;
  const { position, state, duration } = playback;
  const player = {
    position: Math.round(position * 100) / 100,
    duration: Number.isFinite(duration) ? duration : 'Infinity',
    state,
    selector: matchingSelector(expect?.selector, video, document),
  };
  return expect ? onlyKeysOf(expect, player) : player;
}

/** The expected selector when it finds the chosen video. */
function matchingSelector(
  selector: string | undefined,
  video: HTMLVideoElement | undefined,
  document: Document,
): string {
  return selector !== undefined && queryAll(document, selector).some((element) => element === video)
    ? selector
    : 'another video';
}

/** What a case expects of the ids of a page. */
type Expected = Readonly<{
  ids?: Readonly<{ site?: string | undefined }> | undefined;
}>;

/** The site's id of the work is compared only if the case states it, since most addresses contain one. */
function withStatedIds(expected: Expected | undefined, item: Partial<Item> = {}): Partial<Item> {
  const { site, ...ids } = item.ids ?? {};
  if (site === undefined || expected?.ids?.site !== undefined) return item;
  const { ids: _, ...fields } = item;
  return Object.keys(ids).length === 0 ? fields : { ...fields, ids };
}

function onlyKeysOf(wanted: object, values: object): StepValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(wanted, key)));
}

/** The names of what differs; those of its fields in place of `item`. */
export function differencesOf({ expected, actual }: StepJudgement): string[] {
  const { item: wanted, ...expectedRest } = expected;
  const { item: read, ...actualRest } = actual;
  return [...differingKeys(wanted, read), ...differingKeys(expectedRest, actualRest)];
}

function differingKeys(expected: unknown, actual: unknown): string[] {
  const wanted = new Map<string, unknown>(Object.entries(expected ?? {}));
  const read = new Map<string, unknown>(Object.entries(actual ?? {}));
  return [...new Set([...wanted.keys(), ...read.keys()])].filter(
    (name) => !deepEqual(wanted.get(name), read.get(name)),
  );
}
