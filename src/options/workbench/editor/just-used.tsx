import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { usePassing } from '../../../ui/hooks/use-passing';

type JustUsedProps = Readonly<{
  /** The name of the connector. */
  name: string;
  onUndo: () => void;
  onEnd: () => void;
}>;

/** That the connector is in use now, with an undo; for some seconds, beside the button that was pressed. */
export function JustUsed({ name, onUndo, onEnd }: JustUsedProps): JSX.Element {
  const kept = usePassing(true, onEnd);
  return (
    <span class="row" role="status" {...kept}>
      {text('workbench_used', name)}
      <button type="button" class="link" onClick={onUndo}>
        {text('common_undo')}
      </button>
    </span>
  );
}
