import type { JSX } from 'preact';
import { deepEqual } from '../../../core/values/deep-equal';
import { text } from '../../../platform/browser/i18n';
import { requestAccess } from '../../../platform/browser/permissions';
import { showTab } from '../../../platform/browser/tabs';
import { send } from '../../../platform/messaging/send';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { withProof } from '../../../protocol/definition/check-imported';
import type { Definition } from '../../../protocol/definition/definition';
import { Problem } from '../../../ui/components/problem';
import type { ToastContent } from '../../../ui/components/toast';
import { useAction } from '../../../ui/hooks/use-action';
import { useStored } from '../../../ui/hooks/use-stored';
import { accessOf } from '../draft/access-of';
import { ConnectorRequests } from '../list/connector-requests';

interface ApplyDraftProps {
  /** `undefined` while the draft is not valid. */
  readonly definition: Definition | undefined;
  readonly tabId: number | undefined;
  readonly trialError: string | undefined;
  readonly onToast: (toast: ToastContent) => void;
}

/** The button that enables the draft as a connector of the person, and the one that shows the page. */
export function ApplyDraft({ definition, tabId, trialError, onToast }: ApplyDraftProps): JSX.Element {
  const { apply, isApplied, busy, error } = useApply(definition, onToast);
  return (
    <>
      {definition !== undefined && !isApplied && <ConnectorRequests definition={definition} />}
      <div class="row">
        <button
          type="button"
          class="button main"
          disabled={definition === undefined || isApplied}
          aria-disabled={busy}
          onClick={() => definition && apply(definition)}
        >
          {text(isApplied ? 'workbench_in_use' : 'workbench_use')}
        </button>
        {tabId !== undefined && (
          <button type="button" class="button" onClick={() => void showTab(tabId)}>
            {text('workbench_show_page')}
          </button>
        )}
      </div>
      <Problem message={error ?? trialError} />
    </>
  );
}

/** Enabling requests access first; its undo restores the connector that was replaced, if there was one. */
function useApply(definition: Definition | undefined, onToast: ApplyDraftProps['onToast']) {
  const own = useStored(ownConnectorsStore);
  const { run, busy, error } = useAction();
  const isApplied = definition !== undefined && deepEqual(own?.[definition.id]?.definition, definition);
  const apply = (next: Definition) => {
    if (busy) return;
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess(accessOf(next));
    const before = own?.[next.id];
    const restore = () =>
      before === undefined
        ? send('connectors.remove', { id: next.id })
        : send('connectors.save', { definition: before });
    void run(async () => {
      if (!(await request)) throw new Error(text('workbench_access_refused'));
      await send('connectors.save', { definition: withProof(next) });
      onToast({ message: text('workbench_used', next.name), undo: () => void run(restore) });
    });
  };
  return { apply, isApplied, busy, error };
}
