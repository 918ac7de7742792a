import { formatDraft } from '../../../core/workbench/draft-history';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import { send } from '../../../platform/messaging/send';
import { withProof } from '../../../protocol/definition/check-imported';
import type { Definition } from '../../../protocol/definition/definition';
import type { ToastContent } from '../../../ui/components/toast';
import { useAction } from '../../../ui/hooks/use-action';
import { draftId, draftName } from '../draft/draft-names';
import { newKey, removeDraft, saveDraft } from '../draft/draft-storage';
import { draftRoute, goTo } from '../draft/go-to';

export interface ConnectorActions {
  readonly error: string | undefined;
  /** Opens the draft with this id, or a new draft of the definition. */
  readonly edit: (id: string, definitionOf: () => Definition | Promise<Definition>) => void;
  readonly remove: (definition: Definition) => void;
  readonly removeDraft: (draft: DraftRecord) => void;
}

interface Removal {
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}

/** The actions on the connectors of the list; what is removed can be restored. */
export function useConnectorActions(
  drafts: readonly DraftRecord[],
  onToast: (toast: ToastContent) => void,
): ConnectorActions {
  const { run, error } = useAction();
  const removeWithUndo = (name: string, { remove, restore }: Removal) =>
    void run(async () => {
      await remove();
      const undo = () =>
        void run(restore).then((done) => done && onToast({ message: text('common_undone') }));
      onToast({ message: text('workbench_removed', name), undo });
    });
  return {
    error,
    edit: (id, definitionOf) =>
      void run(async () => {
        const known = drafts.find((draft) => draftId(draft) === id);
        const key = known?.key ?? newKey();
        if (known === undefined)
          await saveDraft({
            key,
            text: formatDraft(await definitionOf()),
            cases: [],
            changedAt: Date.now(),
          });
        goTo(draftRoute(key, undefined));
      }),
    remove: (definition) =>
      removeWithUndo(definition.name, {
        remove: () => send('connectors.remove', { id: definition.id }),
        restore: () => send('connectors.save', { definition: withProof(definition) }),
      }),
    removeDraft: (draft) =>
      removeWithUndo(draftName(draft), {
        remove: () => removeDraft(draft.key),
        restore: () => saveDraft(draft),
      }),
  };
}
