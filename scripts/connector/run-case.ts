import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMemory } from '../../src/content/reader/memory';
import { queryAll } from '../../src/content/reader/query';
import { caseSchema, type CaseExpectation, type ConnectorCase } from '../../src/protocol/connector-case';
import type { Definition } from '../../src/protocol/definition';
import { readJson } from './files';
import { readSavedPage, type SavedReading } from './read-saved-page';
import { openSavedPage, type SavedPage } from './saved-page';

export interface CaseResult {
  /** Which step: the case's own `about`, or the step's. */
  readonly about: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export function readCase(file: string): ConnectorCase {
  return caseSchema.parse(readJson(file));
}

/** Runs a case with its steps in one document; for each the expectation and what came of it, in the same shape. */
export async function runCase(
  definition: Definition,
  one: ConnectorCase,
  htmlFile: string,
): Promise<CaseResult[]> {
  const saved = openSavedPage(one.url);
  const memory = createMemory();
  const results: CaseResult[] = [];
  let situation = { ...one };
  let now = 1_000_000;
  let before = '';
  try {
    for (const step of [{ ...one, page: undefined, after: 0 }, ...(one.steps ?? [])]) {
      situation = { ...situation, ...step } as ConnectorCase;
      const { after, page } = step;
      now += (after ?? 1) * 1_000;
      const html = page ?? (step.about === one.about ? htmlFile : undefined);
      if (html !== undefined)
        saved.show(readFileSync(page === undefined ? html : join(dirname(htmlFile), html), 'utf8'));
      saved.setSituation(situation);
      const read = await readSavedPage(definition, saved, new URL(situation.url), memory, now);
      const identity = read.reading?.identity ?? '';
      results.push({
        about: step.about,
        expected: withDefaults(step.expect),
        actual: actualFor(step.expect, read, before, saved),
      });
      before = identity;
    }
    return results;
  } finally {
    await saved.close();
  }
}

/** What is not said is expected not to be: no gate, not degraded. */
function withDefaults(expect: CaseExpectation): unknown {
  if (expect.page === null) return { page: null };
  return { ...expect, gate: expect.gate ?? 'none', degraded: expect.degraded ?? false };
}

function actualFor(expect: CaseExpectation, read: SavedReading, before: string, saved: SavedPage): unknown {
  if (expect.page === null) return { page: read.page };
  const identity = read.reading?.identity ?? '';
  return {
    ...(expect.page === undefined ? {} : { page: read.page }),
    ...(expect.item === undefined ? {} : { item: read.reading?.item ?? {} }),
    gate: read.gate ?? 'none',
    degraded: expect.item === undefined ? (expect.degraded ?? false) : (read.reading?.degraded ?? false),
    ...(expect.player === undefined ? {} : { player: playerFor(expect.player, read, saved) }),
    ...(expect.identity === undefined ? {} : { identity: identity === before ? 'same' : 'changed' }),
  };
}

function playerFor(
  expect: CaseExpectation['player'],
  { playback, video }: SavedReading,
  saved: SavedPage,
): unknown {
  if (playback === undefined || expect === undefined || expect === null) return playback ?? null;
  const { position, state } = playback;
  const duration = Number.isFinite(playback.duration) ? playback.duration : 'Infinity';
  const all = {
    position: Math.round(position * 100) / 100,
    duration,
    state,
    selector: selectorOf(expect.selector, video, saved),
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => Object.hasOwn(expect, key)));
}

/** The expected selector when it is the picked video that it finds. */
function selectorOf(
  selector: string | undefined,
  video: HTMLVideoElement | undefined,
  saved: SavedPage,
): string {
  return selector !== undefined && queryAll(saved.document, selector).some((element) => element === video)
    ? selector
    : 'another video';
}
