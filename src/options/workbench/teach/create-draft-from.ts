import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import {
  addPage,
  createDraft,
  genericSite,
  type DraftDefinition,
} from '../../../core/workbench/draft-definition';
import { isReadable, type Item } from '../../../core/media/item';
import { formatDraft, parseDraft, valueAt } from '../../../core/workbench/draft-history';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import type { PageFacts } from '../../../core/workbench/page-facts';
import { isRecord } from '../../../core/values/is-record';
import { builtInHeads } from '../../../platform/files/built-in-connectors';
import { ownConnectorsStore, trackerConnectorsStore } from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import { send } from '../../../platform/messaging/send';
import { withProof } from '../../../protocol/definition/check-imported';
import { askPage } from '../page/ask-page';
import { createRepair, definitionInForce } from '../repair/create-repair';
import { newKey, saveDraft, draftRoute, goTo } from '../draft/use-draft';
import { readDraft } from '../draft/draft-text';

/**
 * Opens the editor with a draft for the page in a tab. If the person has a draft or connector for the host,
 * that one is opened, and the page is added if it is not covered. If a connector of the package or the
 * tracker covers the page, its repair is opened.
 */
export async function createDraftFrom(tabId: number): Promise<void> {
  const facts = (await askPage(tabId, { kind: 'describe' })) as PageFacts;
  const draft = createDraft(facts, await origin('taught on the page itself'));
  const known = await draftOfHost(new URL(facts.url).hostname);
  if (known === undefined && (await repairKnownSite(facts, tabId))) return;
  const record = known ?? { key: newKey(), text: formatDraft(draft), cases: [], changedAt: Date.now() };
  await saveDraft(known === undefined ? record : await withPage(known, draft, tabId));
  goTo(draftRoute(record.key, tabId), true);
}

/**
 * Records the site of a tab without teaching, from the structured data of its pages. Returns the item of this
 * page. `undefined`: the page states no item, or its player is in a frame of another host, so the site must
 * be taught.
 */
export async function recordPlainly(tabId: number): Promise<PlainSite | undefined> {
  const facts = (await askPage(tabId, { kind: 'describe' })) as PageFacts;
  const isInFrame = facts.video.length === 0 && !facts.shadow && facts.frames.length > 0;
  if (isInFrame || !isReadable(facts.item)) return undefined;
  const { definition, proof } = withProof(genericSite(facts, await origin('what its pages state')));
  await send('connectors.save', { definition: { definition, proof } });
  return { id: String((definition as DraftDefinition)['id']), item: facts.item };
}

export type PlainSite = Readonly<{
  /** Id of the site's connector. */
  id: string;
  item: Partial<Item>;
}>;

async function origin(how: string) {
  return { today: new Date().toISOString().slice(0, 10), how, taken: await takenIds() };
}

/**
 * Opens the repair of a packaged or published connector that covers this page. Resolves to false if there is
 * none.
 */
async function repairKnownSite({ url }: PageFacts, tabId: number): Promise<boolean> {
  const [builtIn, tracker] = await Promise.all([builtInHeads(), trackerConnectorsStore.get()]);
  const heads = [...Object.values(tracker).map(({ head }) => head), ...builtIn];
  for (const { id } of heads.filter(({ hosts }) => urlMatchesHosts(new URL(url), hosts))) {
    const definition = await definitionInForce(id);
    const trial = await askPage(tabId, { kind: 'try', definition });
    if (trial.page === undefined) continue;
    await createRepair(definition, tabId);
    return true;
  }
  return false;
}

/** The draft. If it covers nothing in the tab, the page of the other draft is added. */
export async function withPage(
  record: DraftRecord,
  draft: DraftDefinition,
  tabId: number,
): Promise<DraftRecord> {
  const reading = readDraft(record.text);
  if (reading.state !== 'good') return record;
  const { definition } = reading;
  const trial = await askPage(tabId, { kind: 'try', definition });
  if (trial.page !== undefined) return record;
  return { ...record, text: formatDraft(addPage(definition, draft)), changedAt: Date.now() };
}

/** The newest draft for a host, otherwise a new draft of the person's connector for it. */
async function draftOfHost(hostname: string): Promise<DraftRecord | undefined> {
  const [drafts, own] = await Promise.all([draftsStore.get(), ownConnectorsStore.get()]);
  const newest = Object.values(drafts).toSorted((a, b) => b.changedAt - a.changedAt);
  const draft = newest.find(({ text, repairs }) => {
    const parsed = parseDraft(text);
    return repairs === undefined && parsed.ok && hostsOf(parsed.value).includes(hostname);
  });
  if (draft !== undefined) return draft;
  const connector = Object.values(own).find(({ definition }) => hostsOf(definition).includes(hostname));
  return (
    connector && {
      key: newKey(),
      text: formatDraft(connector.definition),
      cases: [],
      changedAt: Date.now(),
    }
  );
}

function hostsOf(definition: unknown): unknown[] {
  const hosts = isRecord(definition) ? valueAt(definition, ['hosts']) : undefined;
  return Array.isArray(hosts) ? (hosts as unknown[]) : [];
}

/** Ids of all connectors and drafts. Drafts are searched as text, because they may be invalid JSON. */
async function takenIds(): Promise<string[]> {
  const [builtIn, own, drafts] = await Promise.all([
    builtInHeads(),
    ownConnectorsStore.get(),
    draftsStore.get(),
  ]);
  return [
    ...builtIn.map(({ id }) => id),
    ...Object.keys(own),
    ...Object.values(drafts).map((draft) => /"id":\s*"([^"]+)"/.exec(draft.text)?.[1] ?? ''),
  ];
}
