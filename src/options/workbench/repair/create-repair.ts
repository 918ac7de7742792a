import type { Item } from '../../../core/media/item';
import { formatDraft } from '../../../core/workbench/draft-history';
import type { RepairedField } from '../../../core/workbench/draft-record';
import type { PageFacts, TaughtField } from '../../../core/workbench/page-facts';
import { builtInDefinition } from '../../../platform/files/built-in-connectors';
import {
  repairsStore,
  viewStore,
  releaseStore,
  trackerConnectorsStore,
} from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import { readChecked } from '../../../protocol/definition/checked-definition';
import type { Definition } from '../../../protocol/definition/definition';
import { withRepairs } from '../../../protocol/definition/with-repairs';
import { draftId } from '../draft/draft-text';
import { newKey, saveDraft, draftRoute, goTo } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { fieldToRepair, proposeRepair, repairOf } from './propose-repair';

/**
 * The definition that reads a site now: the release in force or the packaged connector, with the person's
 * repairs.
 */
export async function definitionInForce(siteId: string): Promise<Definition> {
  const [tracker, repairs] = await Promise.all([trackerConnectorsStore.get(), repairsStore.get()]);
  const release = tracker[siteId] && readChecked((await releaseStore(siteId).get()).definition);
  return withRepairs(release ?? (await builtInDefinition(siteId)), repairs[siteId]);
}

/**
 * Opens the editor for one field of a connector that no longer fits its page. The draft already has the
 * source whose value agrees best with the known values of the title. `wanted`: the field; without it, a
 * missing one.
 */
export async function createRepair(definition: Definition, tabId: number, wanted?: string): Promise<void> {
  const facts = (await askPage(tabId, { kind: 'describe' })) as PageFacts;
  const trial = await askPage(tabId, { kind: 'try', definition });
  const missing = trial.reading?.missing ?? [];
  const field = fieldToRepair(missing, facts, wanted);
  const repairs = repairOf(definition, trial.page, field, missing);
  const value = proposeRepair(definition, repairs, facts, await knownOf(field, facts, tabId));
  const text = formatDraft(value ?? definition);
  const key = (await keyOf(definition.id, repairs)) ?? newKey();
  await saveDraft({ key, text, cases: [], changedAt: Date.now(), repairs });
  goTo(draftRoute(key, tabId), true);
}

/** Key of the draft that already repairs the same field. */
async function keyOf(id: string, { page, field }: RepairedField): Promise<string | undefined> {
  const drafts = Object.values(await draftsStore.get());
  return drafts.find(
    (one) => one.repairs?.page === page && one.repairs.field === field && draftId(one) === id,
  )?.key;
}

/** The known values of a field: in the structured data, in the last reading and at the tracker. */
async function knownOf(field: TaughtField, { item }: PageFacts, tabId: number): Promise<unknown[]> {
  const view = await viewStore(tabId).get();
  const read: Partial<Item> | undefined = view?.item;
  const media = view?.media;
  const named = media?.type === 'episode' && field === 'episodeTitle' ? media.title : undefined;
  const matched = field === 'episodeTitle' || field === 'year' ? named : media?.[field];
  return [item[field], read?.[field], matched];
}
