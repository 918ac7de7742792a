import { describePage } from '../../../src/content/picker/propose/describe-page';
import type { TaughtField } from '../../../src/core/workbench/page-facts';
import { fieldToRepair, proposeRepair, repairOf } from '../../../src/options/workbench/repair/propose-repair';
import type { SavedCase } from '../../../src/protocol/cases-file';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { SavedReading } from '../read-saved-page';
import { runCase, type StepResult, type WatchStep } from '../run-case';
import type { SavedPage } from '../saved-page';

export interface Repair {
  readonly definition: Definition;
  readonly field: TaughtField;
}

/** Runs a case on redesigned pages; no steps where the redesign took its video elements away. */
export async function runRedesigned(
  definition: Definition,
  one: SavedCase,
  watch?: WatchStep,
): Promise<readonly StepResult[]> {
  return runCase(definition, one, watch).catch((error: unknown) => {
    // The case's video is gone, so nothing is read.
    if (String(error).includes('the page has no video')) return [];
    throw error;
  });
}

/**
 * The repairs of held steps, by the number of the step: what "Pick it on the page again" proposes for one
 * field, from the page as it is at that step. A step for which nothing can be proposed has none.
 */
export async function proposeRepairs(
  definition: Definition,
  one: SavedCase,
  moments: readonly { readonly moment: number; readonly outcome: string }[],
): Promise<ReadonlyMap<number, Repair>> {
  const held = new Set(moments.flatMap(({ outcome, moment }) => (outcome === 'held' ? [moment] : [])));
  const repairs = new Map<number, Repair>();
  if (held.size === 0) return repairs;
  let step = -1;
  await runRedesigned(definition, one, async (saved, url, read) => {
    step += 1;
    const repair = held.has(step) ? await proposeFor(definition, saved, url, read) : undefined;
    if (repair !== undefined) repairs.set(step, repair);
  });
  return repairs;
}

async function proposeFor(
  definition: Definition,
  saved: SavedPage,
  url: URL,
  { page, reading }: SavedReading,
): Promise<Repair | undefined> {
  const world = saved.world(definition, url);
  const unasked = { askEndpoint: async () => undefined, askPageWorld: async () => undefined };
  const facts = await withNames(saved.document, () => describePage({ ...world, ...unasked }, url));
  const missing = reading?.missing ?? [];
  const field = fieldToRepair(missing, facts, undefined);
  const target = repairOf(definition, page ?? undefined, field, missing);
  // A held reading has no match: only the structured data and the reading are known.
  const known = [facts.item[field], reading?.item[field]];
  const repaired = proposeRepair(definition, target, facts, known);
  return repaired === undefined ? undefined : { definition: repaired as Definition, field };
}

let lending: Promise<unknown> = Promise.resolve();

/** Lends the picker what it takes from its page by name, and Node.js does not have; one page at a time. */
async function withNames<Result>({ defaultView }: Document, use: () => Promise<Result>): Promise<Result> {
  const run = lending.then(async () => {
    const { Node, CSS } = defaultView as unknown as typeof globalThis;
    const before = { Node: described('Node'), CSS: described('CSS') };
    Object.assign(globalThis, { Node, CSS });
    return use().finally(() => {
      for (const name of ['Node', 'CSS'] as const) restore(name, before[name]);
    });
  });
  lending = run.catch(() => undefined);
  return run;
}

function described(name: 'Node' | 'CSS'): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name);
}

function restore(name: 'Node' | 'CSS', before: PropertyDescriptor | undefined): void {
  if (before === undefined) Reflect.deleteProperty(globalThis, name);
  else Object.defineProperty(globalThis, name, before);
}
