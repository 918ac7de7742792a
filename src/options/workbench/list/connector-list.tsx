import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { connectors } from '../../../connectors';
import { parseDraft, formatDraft, valueAt } from '../../../core/workbench/draft-history';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import { builtInDefinition } from '../../../platform/files/built-in-definition';
import { text } from '../../../platform/browser/i18n';
import { send } from '../../../platform/messaging/send';
import { ownConnectorsStore, sitesStore } from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import type { Definition } from '../../../protocol/definition';
import { dateAndTime } from '../../../ui/text/format';
import { Problem } from '../../../ui/components/problem';
import { Switch } from '../../../ui/components/switch';
import type { ToastContent } from '../../../ui/components/toast';
import { useAction } from '../../../ui/hooks/use-action';
import { useStored } from '../../../ui/hooks/use-stored';
import { newKey, removeDraft, saveDraft } from '../draft/draft-storage';
import { draftRoute, goTo } from '../draft/go-to';
import { ImportConnector } from './import-connector';
import { SubmittedList } from './submitted-list';

/** All connectors: one's own, drafts, what was handed in, and what is built in. */
export function ConnectorList({ onToast }: { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const own = useStored(ownConnectorsStore);
  const drafts = useStored(draftsStore);
  const states = useStored(sitesStore);
  const action = useAction();
  if (own === undefined || drafts === undefined || states === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  const mine = Object.values(own) as readonly Definition[];
  const used = new Set(mine.map(({ id }) => id));
  const open = Object.values(drafts)
    .filter((draft) => !used.has(idOf(draft)))
    .sort((a, b) => b.changedAt - a.changedAt);

  const edit = (id: string, definitionOf: () => Definition | Promise<Definition>) =>
    void action.run(async () => {
      const known = Object.values(drafts).find((draft) => idOf(draft) === id);
      const key = known?.key ?? newKey();
      if (known === undefined)
        await saveDraft({ key, text: formatDraft(await definitionOf()), cases: [], changedAt: Date.now() });
      goTo(draftRoute(key, undefined));
    });
  const drop = (definition: Definition) =>
    void action.run(async () => {
      await send('connectors.remove', { id: definition.id });
      onToast({
        message: text('workbench_removed', definition.name),
        undo: () => void action.run(() => send('connectors.save', { definition })),
      });
    });
  const turn = (siteId: string, enabled: boolean) =>
    void action.run(() => send('sites.set', { siteId, enabled }));
  const dropDraft = (draft: DraftRecord) =>
    void action.run(async () => {
      await removeDraft(draft.key);
      onToast({
        message: text('workbench_removed', nameOf(draft)),
        undo: () => void action.run(() => saveDraft(draft)),
      });
    });

  return (
    <>
      <p class="muted">{text('workbench_intro')}</p>
      <div class="row">
        <a class="button main" href="#/connectors/new">
          {text('workbench_new')}
        </a>
        <ImportConnector />
      </div>
      <Problem message={action.error} />
      {mine.length > 0 && (
        <section class="stack tight">
          <h2>{text('workbench_mine')}</h2>
          <ul class="card rows">
            {mine.map((definition) => (
              <li key={definition.id} class="row">
                <Naming name={definition.name} detail={definition.hosts.join(', ')} />
                <button
                  type="button"
                  class="button small"
                  onClick={() => edit(definition.id, () => definition)}
                >
                  {text('common_edit')}
                </button>
                <button type="button" class="button small" onClick={() => drop(definition)}>
                  {text('common_remove')}
                </button>
                <Switch
                  on={states[definition.id]?.enabled ?? true}
                  label={definition.name}
                  onChange={(enabled) => turn(definition.id, enabled)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {open.length > 0 && (
        <section class="stack tight">
          <h2>{text('workbench_drafts')}</h2>
          <ul class="card rows">
            {open.map((draft) => (
              <li key={draft.key} class="row">
                <Naming name={nameOf(draft)} detail={dateAndTime(draft.changedAt)} />
                <a class="button small" href={`#/connectors/${draftRoute(draft.key, undefined)}`}>
                  {text('common_edit')}
                </a>
                <button type="button" class="button small" onClick={() => dropDraft(draft)}>
                  {text('common_remove')}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SubmittedList />
      <BuiltIn
        replaced={used}
        isOn={(id) => states[id]?.enabled ?? true}
        onDuplicate={(id) => edit(id, () => builtInDefinition(id))}
        onSwitch={turn}
      />
    </>
  );
}

interface BuiltInProps {
  /** Ids of those in whose place one's own reads. */
  readonly replaced: ReadonlySet<string>;
  readonly isOn: (id: string) => boolean;
  readonly onDuplicate: (id: string) => void;
  readonly onSwitch: (id: string, enabled: boolean) => void;
}

function BuiltIn({ replaced, isOn, onDuplicate, onSwitch }: BuiltInProps): JSX.Element {
  const [wanted, setWanted] = useState('');
  const shown = connectors.filter(({ name, hosts }) =>
    `${name} ${hosts.join(' ')}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <section class="stack tight">
      <h2>{text('workbench_built_in')}</h2>
      <div class="field">
        <label for="built-in-search">{text('workbench_search')}</label>
        <input
          id="built-in-search"
          type="search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      <ul class="card rows built-in">
        {shown.map(({ id, name, hosts }) => (
          <li key={id} class="row">
            <Naming name={name} detail={hosts.slice(0, 3).join(', ')} />
            {replaced.has(id) ? (
              <span class="tag">{text('workbench_replaced')}</span>
            ) : (
              <>
                <button type="button" class="button small" onClick={() => onDuplicate(id)}>
                  {text('workbench_duplicate')}
                </button>
                <Switch on={isOn(id)} label={name} onChange={(enabled) => onSwitch(id, enabled)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Naming({ name, detail }: { readonly name: string; readonly detail: string }): JSX.Element {
  return (
    <span class="grow stack tight">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span class="small muted clamp one" dir="auto">
        {detail}
      </span>
    </span>
  );
}

function idOf({ text: json }: DraftRecord): string {
  const parsed = parseDraft(json);
  const id = parsed.ok ? valueAt(parsed.value, ['id']) : undefined;
  return typeof id === 'string' ? id : '';
}

function nameOf({ text: json }: DraftRecord): string {
  const parsed = parseDraft(json);
  const name = parsed.ok ? valueAt(parsed.value, ['name']) : undefined;
  return typeof name === 'string' ? name : text('workbench_unnamed');
}
