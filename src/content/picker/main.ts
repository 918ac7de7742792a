import { onQuestion } from '../../platform/messaging/picker-channel';
import type { Definition } from '../../protocol/definition/definition';
import type { WorkbenchQuestion } from '../../protocol/workbench-question';
import { runCase } from './cases/run-case';
import { createPicking } from './pick/picking';
import { watchPage } from './watch-page';
import { createTrial } from './trial/try-definition';

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
