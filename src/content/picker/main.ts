import { onQuestion } from '../../platform/messaging/picker-channel';
import type { Definition } from '../../protocol/definition/definition';
import type { WorkbenchQuestion, Snapshot } from '../../protocol/workbench';
import { runCase } from './cases/run-case';
import { createPicking } from './pick/picking';
import { createTrial, accessWithoutRequests } from './trial/try-definition';
import type { PageFacts } from '../../core/workbench/page-facts';
import { isVisible } from '../reader/query';
import { keepPage } from './cases/keep-page';
import { describePage, videoOf } from './propose/describe-page';
import { isOver } from './propose/proposal-context';

/** Milliseconds between two looks at the page while the person moves the pointer or presses keys. */
const INTERVAL = 400;

/**
 * The workbench's script. In a page chosen by the person it reads drafts, proposes sources and lets the
 * person point at things. The options page loads it to run saved cases with exactly the reader that runs in
 * pages.
 */
const scope: { matineePicker?: () => void; matineeRunCase?: typeof runCase } = globalThis as never;

if (/^(?:chrome|moz)-extension:$/.test(location.protocol)) {
  scope.matineeRunCase = runCase;
} else {
  // A script from before an update of the extension may still be here.
  scope.matineePicker?.();
  const life = new AbortController();
  scope.matineePicker = () => life.abort();
  const picking = createPicking(life.signal);
  const trial = createTrial();
  const watch = watchPage(document, life.signal, trial);

  const answer = async (question: WorkbenchQuestion): Promise<unknown> => {
    switch (question.kind) {
      case 'describe':
        return watch.describe();
      case 'try':
        watch.follow(question.definition as Definition);
        return trial(question.definition as Definition, watch.shown());
      case 'pick':
        picking.start(question.hint, question.field);
        return picking.result();
      case 'picked':
        return picking.result();
      case 'leave':
        picking.leave();
        return picking.result();
      case 'snapshot':
        return watch.keep(question.definition as Definition);
    }
  };

  onQuestion(async (question) => {
    try {
      // The question comes from a page of the extension, and the worker has validated the definition in it.
      return { value: await answer(question as WorkbenchQuestion) };
    } catch (error) {
      return { failed: error instanceof Error ? error.message.slice(0, 200) : 'unknown' };
    }
  }, life.signal);
}

/** Facts that a page shows only now and then, for example while the pointer moves over its player. */
interface PageWatch {
  /** The facts that the page states now, or stated at this address while it showed more. */
  describe(): Promise<PageFacts>;
  /** The facts from the moment when the page showed most, at this address or another. */
  shown(): PageFacts | undefined;
  /**
   * The page as a case: its last state at this address in which the draft read everything from visible texts.
   */
  keep(definition: Definition): Promise<Snapshot>;
  /** From now on keeps the page for this draft. */
  follow(definition: Definition): void;
}

/**
 * Watches the page while the person plays it. By the time the person is back in the workbench, the controls
 * and their labels are gone.
 */
function watchPage(
  document: Document,
  life: AbortSignal,
  trial: (definition: Definition) => Promise<unknown>,
): PageWatch {
  let seen: PageFacts | undefined;
  let kept: Readonly<{ url: string; draft: string; snapshot: Snapshot }> | undefined;
  let draft: Definition | undefined;
  let last = '';
  const look = async () => {
    const shown = overlayTexts(document);
    if (shown === last) return;
    last = shown;
    const facts = await describeNow();
    if (seen?.url !== facts.url || countFields(facts) >= countFields(seen)) seen = facts;
    if (draft === undefined) return;
    // The trial remembers the values of the controls.
    await trial(draft);
    const snapshot = await keepPage(draft).catch(() => undefined);
    if (snapshot !== undefined && isWhole(snapshot))
      kept = { url: location.href, draft: JSON.stringify(draft), snapshot };
  };
  onActivity(document, () => void look(), life);
  return {
    async describe() {
      const now = await describeNow();
      return seen?.url === now.url && countFields(seen) > countFields(now) ? seen : now;
    },
    shown: () => seen,
    async keep(definition) {
      const snapshot = await keepPage(definition);
      const isSame = kept?.url === location.href && kept.draft === JSON.stringify(definition);
      return isWhole(snapshot) || !isSame || kept === undefined ? snapshot : kept.snapshot;
    },
    follow(definition) {
      if (JSON.stringify(draft) !== JSON.stringify(definition)) last = '';
      draft = definition;
    },
  };
}

/** The page's facts as a draft reads them before it makes any request. */
function describeNow(): Promise<PageFacts> {
  const url = new URL(location.href);
  return describePage(accessWithoutRequests(url), url);
}

function onActivity(document: Document, act: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted && document.visibilityState === 'visible') act();
    }, INTERVAL);
  };
  for (const type of ['pointermove', 'keydown', 'click'])
    document.defaultView?.addEventListener(type, soon, { capture: true, passive: true, signal });
}

/** All texts over the player, joined. */
function overlayTexts(document: Document): string {
  const video = videoOf(document);
  const root = video?.getRootNode() as ParentNode | undefined;
  const shown = Array.from((root ?? document).querySelectorAll('*')).filter(
    (element) => element.childElementCount === 0 && isOver(element, video) && isVisible(element),
  );
  return [location.href, ...shown.map(({ textContent }) => textContent.trim()).filter(isName)].join('\n');
}

/** Excludes the player's clock, which changes each second. */
function isName(text: string): boolean {
  return text !== '' && text.length < 200 && !/^[\d:./\s-]+$/.test(text);
}

function countFields({ fields }: PageFacts): number {
  return Object.values(fields).filter((proposals) => proposals.length > 0).length;
}

/** Whether the draft's own sources gave the item of a kept page. */
function isWhole({ case: { expect } }: Snapshot): boolean {
  return expect.degraded !== true && expect.item?.['type'] !== undefined;
}
