import type { Item } from '../../../core/media/item';
import { formatDraft, valueAt, withValue } from '../../../core/workbench/draft-history';
import type { RepairedField } from '../../../core/workbench/draft-record';
import {
  type PageFacts,
  type TaughtField,
  type Proposal,
  taughtFields,
} from '../../../core/workbench/page-facts';
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
import { draftId, groupNames, namesIn, pageIndex, MAX_SOURCES, withSource } from '../draft/draft-text';
import { newKey, saveDraft, draftRoute, goTo } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { defined } from '../../../core/values/defined';

/**
 * The definition that reads a site now: the tracker's connector or the packaged one, with the person's
 * repairs.
 */
export async function definitionInForce(siteId: string): Promise<Definition> {
  const [tracker, repairs] = await Promise.all([trackerConnectorsStore.get(), repairsStore.get()]);
  const release = tracker[siteId] && readChecked((await releaseStore(siteId).get()).definition);
  return withRepairs(release ?? (await builtInDefinition(siteId)), repairs[siteId]);
}

/**
 * Opens the editor for one field of a connector that no longer fits its page. The source that agrees best
 * with what is known of the title is already tried. `wanted`: the field; else one that is missing now.
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

/** Values of a field in the structured data, the last reading and the tracker. */
async function knownOf(field: TaughtField, { item }: PageFacts, tabId: number): Promise<readonly unknown[]> {
  const view = await viewStore(tabId).get();
  const read: Partial<Item> | undefined = view?.item;
  const media = view?.media;
  const named = media?.type === 'episode' && field === 'episodeTitle' ? media.title : undefined;
  const matched = field === 'episodeTitle' || field === 'year' ? named : media?.[field];
  return [item[field], read?.[field], matched];
}

/**
 * The proposal that agrees with most of the known values of a field; a durable one if any agrees. If nothing
 * is known, the first durable one.
 */
export function bestProposal(
  proposals: readonly Proposal[],
  known: readonly unknown[],
): Proposal | undefined {
  const texts = known.map(plain).filter((text) => text !== '');
  const agreement = ({ value }: Proposal) => texts.filter((text) => text === plain(value)).length;
  const durable = proposals.filter(({ fragile }) => !fragile);
  const candidates = durable.some((one) => agreement(one) > 0) || texts.length === 0 ? durable : proposals;
  const [best] = candidates.toSorted((a, b) => agreement(b) - agreement(a));
  return best !== undefined && (texts.length === 0 || agreement(best) > 0) ? best : undefined;
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
}

/**
 * The requested field, else the first that is missing. Between title and series, the one that fits what the
 * page seems to play.
 */
export function fieldToRepair(
  missing: readonly string[],
  { fields }: Pick<PageFacts, 'fields'>,
  wanted: string | undefined,
): TaughtField {
  const asked = taughtFields.find((field) => field === wanted);
  const isFilm = missing.includes('title') && fields.episodeNumber === undefined;
  const first = isFilm ? 'title' : taughtFields.find((field) => missing.includes(field));
  return asked ?? first ?? 'title';
}

/**
 * Where the person's source of a field goes. `missing`: fields that no source of the connector reads on this
 * page. The connector's sources still come first, since they may read other pages.
 */
export function repairOf(
  definition: Definition,
  kind: string | undefined,
  field: TaughtField,
  missing: readonly string[],
): RepairedField {
  const page = definition.pages[pageIndex(definition, kind)];
  const sources = page?.item[field]?.length ?? 0;
  const isBehind = missing.includes(field) && sources > 0 && sources < MAX_SOURCES;
  return { page: page?.kind ?? '', field, ...defined({ after: isBehind ? sources : undefined }) };
}

/**
 * The definition with the proposed source for one field that agrees best with its `known` values;
 * `undefined`: none agrees.
 */
export function proposeRepair(
  definition: Definition,
  { page, field, after }: RepairedField,
  { fields }: Pick<PageFacts, 'fields'>,
  known: readonly unknown[],
): unknown {
  const path = ['pages', pageIndex(definition, page), 'item', field];
  const groups = groupNames(definition);
  const proposals = (fields[field as TaughtField] ?? []).filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  const best = bestProposal(proposals, known);
  return best && withValue(definition, path, withSource(best.source, valueAt(definition, path), after));
}
