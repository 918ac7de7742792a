import { inTask } from './kernel/drain';
import type { Bundles } from './program/bundle';
import { loadProgram } from './program/program';
import { runSeeds, type Parts } from './run-seeds';
import { createServices } from './tracker/tracker';

/*
 * One of the processes that run seeds. Its first message is the program; each later one names seeds, and is
 * answered with what became of them.
 */
export type Question = { readonly bundles: Bundles } | { readonly seeds: readonly number[] };

let parts: Promise<Parts> | undefined;

// The errors of an evening are answers of the world; nobody reads where they were made.
Error.stackTraceLimit = 0;

// A timer of a package would keep the process for a minute.
process.on('disconnect', () => process.exit());

process.on('message', (question: Question) => {
  if ('bundles' in question) {
    const program = loadProgram(question.bundles);
    parts = createServices(program).then((services) => ({ program, services }));
    return;
  }
  void parts
    ?.then((loaded) => inTask(() => runSeeds(loaded, question.seeds)))
    .then((result) => process.send?.(result));
});
