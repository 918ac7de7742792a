import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { Icon } from '../../../ui/components/icon';
import type { OpenDraft } from '../draft/use-draft';

/** The way back to the list, undo and redo. */
export function EditorBar({ draft }: { readonly draft: OpenDraft }): JSX.Element {
  return (
    <div class="row spread">
      <a class="button small" href="#/connectors">
        <Icon name="back" size={15} />
        {text('workbench_back')}
      </a>
      <span class="row">
        <button
          type="button"
          class="button small"
          disabled={draft.document.past.length === 0}
          onClick={() => draft.undo()}
        >
          {text('workbench_undo')}
        </button>
        <button
          type="button"
          class="button small"
          disabled={draft.document.future.length === 0}
          onClick={() => draft.redo()}
        >
          {text('workbench_redo')}
        </button>
      </span>
    </div>
  );
}
