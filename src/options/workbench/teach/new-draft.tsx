import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connectors } from '../../../connectors/index';
import { createDraft } from '../../../core/workbench/draft-definition';
import { formatDraft } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import { hasAccess, requestAccess } from '../../../platform/browser/permissions';
import { send } from '../../../platform/messaging/send';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { tab as findTab, type TabFact } from '../../../platform/browser/tabs';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import { Empty } from '../../../ui/components/empty';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { newKey, saveDraft } from '../draft/draft-storage';
import { draftRoute, goTo } from '../draft/go-to';
import { TabChoice } from './tab-choice';

/** From an open tab to a first draft: asks for this host alone, reads what the page tells, opens the editor. */
export function NewDraft({ tabId }: { readonly tabId: number | undefined }): JSX.Element {
  const [tab, setTab] = useState<TabFact | null>();
  const action = useAction();
  const origin = tab?.url === undefined ? undefined : originOf(tab.url);
  const describe = (id: number) => action.run(() => draftFrom(id));

  useEffect(() => {
    if (tabId === undefined) return;
    const begin = async () => {
      const found = await findTab(tabId);
      setTab(found ?? null);
      const here = found?.url === undefined ? undefined : originOf(found.url);
      if (here !== undefined && (await hasAccess([here]))) await describe(tabId);
    };
    void begin();
  }, [tabId]);

  if (tabId === undefined)
    return (
      <TabChoice
        label={text('workbench_choose_tab')}
        tabId={undefined}
        onChoose={(id) => goTo(`new?tab=${id}`, true)}
      />
    );
  if (tab === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  if (tab === null || origin === undefined)
    return (
      <Empty title={text('workbench_no_tab')}>
        <p>{text('workbench_no_tab_hint')}</p>
      </Empty>
    );
  const ask = () => {
    if (action.busy) return;
    // The browser takes the question only straight from the click.
    const asked = requestAccess([origin]);
    void action.run(async () => {
      if (await asked) await draftFrom(tabId);
    });
  };
  return (
    <section class="card stack invitation">
      <h2>{text('workbench_teach_title', new URL(tab.url ?? '').hostname)}</h2>
      <p class="muted">{text('workbench_teach_text')}</p>
      <div>
        <button type="button" class="button main" aria-disabled={action.busy} onClick={ask}>
          {text('workbench_allow')}
        </button>
      </div>
      {action.busy && (
        <p class="muted" role="status">
          {text('workbench_reading')}
        </p>
      )}
      <Problem message={action.error} />
    </section>
  );
}

async function draftFrom(tabId: number): Promise<void> {
  const answer = await send('workbench.ask', { tabId, question: { kind: 'describe' } });
  if (answer.kind !== 'describe') return;
  const [own, drafts] = await Promise.all([ownConnectorsStore.get(), draftsStore.get()]);
  const taken = [
    ...connectors.map(({ id }) => id),
    ...Object.keys(own),
    ...Object.values(drafts).map((draft) => /"id":\s*"([^"]+)"/.exec(draft.text)?.[1] ?? ''),
  ];
  const definition = createDraft(answer.facts, {
    today: new Date().toISOString().slice(0, 10),
    how: 'taught on the page itself',
    taken,
  });
  const key = newKey();
  await saveDraft({ key, text: formatDraft(definition), cases: [], changedAt: Date.now() });
  goTo(draftRoute(key, tabId), true);
}

/** Only https, and http on this machine: elsewhere anybody on the way could say what is watched. */
function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  const local = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && local) ? `${protocol}//${hostname}/*` : undefined;
}
