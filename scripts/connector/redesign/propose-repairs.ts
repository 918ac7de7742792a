import { describePage } from '../../../src/content/picker/propose/describe-page';
import type { TaughtField } from '../../../src/core/workbench/page-facts';
import { pageIndex } from '../../../src/options/workbench/draft/draft-fields';
import { fieldToRepair } from '../../../src/options/workbench/repair/field-to-repair';
import { proposeRepair } from '../../../src/options/workbench/repair/propose-repair';
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
    // Nothing plays where the case looks for it, so nothing is read.
    if (String(error).includes('the page has no video')) return [];
    throw error;
  });
}

/**
 * The repair that "Pick it on the page again" proposes for each held step, by its number: of one field, from
 * the page as it is at that step.
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
  lendNames(saved.document);
  const world = saved.world(definition, url);
  const unasked = { askEndpoint: async () => undefined, askPageWorld: async () => undefined };
  const facts = await describePage({ ...world, ...unasked }, url);
  const field = fieldToRepair(reading?.missing ?? [], facts, undefined);
  const target = { page: pageIndex(definition, page ?? undefined), field };
  // Nobody has matched a held reading: what is known are the structured data and what is still read.
  const known = [facts.item[field], reading?.item[field]];
  const repaired = proposeRepair(definition, target, facts, known);
  return repaired === undefined ? undefined : { definition: repaired as Definition, field };
}

/** What the picker takes from its page by name, and Node.js does not have. */
function lendNames({ defaultView }: Document): void {
  const { Node, CSS } = defaultView as unknown as Pick<typeof globalThis, 'Node' | 'CSS'>;
  Object.assign(globalThis, { Node, CSS });
}
