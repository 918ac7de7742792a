import { defined } from '../../src/core/values/defined';
import { withStatedIds } from '../../src/content/picker/cases/run-case';
import { createMemory } from '../../src/content/reader/memory';
import { queryAll } from '../../src/content/reader/query';
import type { CaseExpectation, ConnectorCase } from '../../src/protocol/connector-case';
import type { SavedCase } from '../../src/protocol/cases-file';
import type { Definition } from '../../src/protocol/definition/definition';
import { readSavedPage, type SavedReading } from './read-saved-page';
import { openSavedPage, type SavedPage } from './saved-page';

/** What one step of a case expects and what was read, in the same shape: equal when the step passes. */
export interface StepResult {
  /** `about` of the step; of the case for the first one. */
  readonly about: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Seconds that the player states; absent without one, and for a live stream. */
  readonly duration?: number;
}

/** Called after each step with the page and its reading. */
export type WatchStep = (saved: SavedPage, url: URL, read: SavedReading) => Promise<void>;

/** Runs a case and its steps in one document, with one memory, as they would follow each other in a tab. */
export async function runCase(
  definition: Definition,
  { html, case: one, pages }: Pick<SavedCase, 'html' | 'case' | 'pages'>,
  watch?: WatchStep,
): Promise<StepResult[]> {
  const saved = openSavedPage(one.url);
  const memory = createMemory();
  const results: StepResult[] = [];
  let lastIdentity = '';
  try {
    saved.show(html);
    for (const { situation, page, now } of momentsOf(one)) {
      if (page !== undefined) saved.show(pageOf(pages, page));
      saved.setSituation(situation);
      const url = new URL(situation.url);
      // Steps follow each other: what the reader remembers is part of the case.
      // oxlint-disable-next-line no-await-in-loop
      const read = await readSavedPage(definition, saved, url, memory, now);
      // oxlint-disable-next-line no-await-in-loop
      await watch?.(saved, url, read);
      const identity = read.reading?.identity ?? '';
      const compared = { read, saved, identity: identity === lastIdentity ? 'same' : 'changed' } as const;
      const duration = finite(read.playback?.duration);
      results.push({
        about: situation.about,
        ...compare(situation.expect, compared),
        ...defined({ duration }),
      });
      lastIdentity = identity;
    }
    return results;
  } finally {
    await saved.close();
  }
}

interface Moment {
  /** Every key of the case, with the values of this step and of the steps before. */
  readonly situation: Omit<ConnectorCase, 'steps'>;
  /** Name of the page that is shown from now on; absent when the page stays. */
  readonly page?: string | undefined;
  /** The clock in milliseconds. */
  readonly now: number;
}

/** The case itself and its steps in order. */
function momentsOf(one: ConnectorCase): Moment[] {
  let last: Moment = { situation: one, now: startTime };
  const moments = [last];
  for (const { page, after = 1, ...step } of one.steps ?? []) {
    last = {
      situation: { ...last.situation, ...step } as ConnectorCase,
      page,
      now: last.now + after * 1_000,
    };
    moments.push(last);
  }
  return moments;
}

/**
 * The clock of the first step, in milliseconds. The value is arbitrary; it is fixed so that runs are
 * repeatable.
 */
const startTime = 1_000_000;

function pageOf(pages: SavedCase['pages'], name: string): string {
  const html = pages[name];
  if (html === undefined) throw new Error(`the case has no page ${name}`);
  return html;
}

function finite(seconds = 0): number | undefined {
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

interface Compared {
  readonly read: SavedReading;
  readonly saved: SavedPage;
  readonly identity: 'same' | 'changed';
}

function compare(
  expect: CaseExpectation,
  { read, saved, identity }: Compared,
): Pick<StepResult, 'expected' | 'actual'> {
  if (expect.page === null) return { expected: { page: null }, actual: { page: read.page } };
  const expected = withDefaults(expect);
  const actual = {
    page: read.page,
    item: withStatedIds(expect.item, read.reading?.item),
    gate: read.gate ?? 'none',
    degraded: read.reading?.degraded ?? false,
    player: playerFor(expect.player, read, saved),
    identity,
  };
  return { expected, actual: onlyKeysOf(expected, actual) };
}

/** Without `gate` there must be none; with `item` and without `degraded` the reading must not be degraded. */
function withDefaults(expect: CaseExpectation): object {
  const gate = expect.gate ?? 'none';
  return expect.item === undefined ? { ...expect, gate } : { degraded: false, ...expect, gate };
}

function playerFor(
  expect: CaseExpectation['player'],
  { playback, video }: SavedReading,
  saved: SavedPage,
): unknown {
  if (playback === undefined) return null;
  const { position, state, duration } = playback;
  const player = {
    position: Math.round(position * 100) / 100,
    duration: Number.isFinite(duration) ? duration : 'Infinity',
    state,
    selector: matchingSelector(expect?.selector, video, saved),
  };
  return expect ? onlyKeysOf(expect, player) : player;
}

/** The expected selector when it finds the chosen video. */
function matchingSelector(
  selector: string | undefined,
  video: HTMLVideoElement | undefined,
  saved: SavedPage,
): string {
  return selector !== undefined && queryAll(saved.document, selector).some((element) => element === video)
    ? selector
    : 'another video';
}

function onlyKeysOf(wanted: object, values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(wanted, key)));
}
