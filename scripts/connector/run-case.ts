import { defined } from '../../src/core/values/defined';
import { judgeStep, type StepJudgement } from '../../src/content/picker/cases/judge-step';
import { createMemory } from '../../src/content/reader/memory';
import type { ConnectorCase } from '../../src/protocol/connector-case';
import type { SavedCase } from '../../src/protocol/cases-file';
import type { Definition } from '../../src/protocol/definition/definition';
import { readSavedPage, type SavedReading } from './read-saved-page';
import { openSavedPage, type SavedPage } from './saved-page';

/** What one step of a case expects and what was read. */
export interface StepResult extends StepJudgement {
  /** `about` of the step; of the case for the first one. */
  readonly about: string;
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
      const duration = finite(read.playback?.duration);
      const outcome = {
        kind: read.page,
        observed: read,
        identity: identity === lastIdentity ? 'same' : 'changed',
        document: saved.document,
      } as const;
      results.push({
        about: situation.about,
        ...judgeStep(situation.expect, outcome),
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
