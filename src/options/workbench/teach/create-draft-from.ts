import { createDraft } from '../../../core/workbench/draft-definition';
import type { PageFacts } from '../../../core/workbench/page-facts';
import { formatDraft } from '../../../core/workbench/draft-history';
import { builtInHeads } from '../../../platform/files/built-in-connectors';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import { askPage } from '../page/ask-page';
import { newKey, saveDraft } from '../draft/draft-storage';
import { draftRoute, goTo } from '../draft/go-to';

/** Stores a draft made from what the page in a tab states, and opens it in the editor. */
export async function createDraftFrom(tabId: number): Promise<void> {
  const { answer: facts } = await askPage(tabId, { kind: 'describe' });
  const definition = createDraft(facts as PageFacts, {
    today: new Date().toISOString().slice(0, 10),
    how: 'taught on the page itself',
    taken: await takenIds(),
  });
  const key = newKey();
  await saveDraft({ key, text: formatDraft(definition), cases: [], changedAt: Date.now() });
  goTo(draftRoute(key, tabId), true);
}

/** Ids of all connectors and drafts. Drafts are searched as text, because they may be invalid JSON. */
async function takenIds(): Promise<readonly string[]> {
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
