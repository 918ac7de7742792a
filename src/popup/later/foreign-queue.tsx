import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

/** Updates that were collected for another account are sent with this one only if the person says so. */
export function ForeignQueue({
  count,
  signedIn,
  onDecide,
}: {
  readonly count: number;
  readonly signedIn: boolean;
  readonly onDecide: (send: boolean) => void;
}): JSX.Element {
  return (
    <div class="note wait">
      <p>{text('later_foreign', count)}</p>
      <div class="row">
        {signedIn && (
          <button type="button" class="button small main" onClick={() => onDecide(true)}>
            {text('later_foreign_send')}
          </button>
        )}
        <button type="button" class="button small" onClick={() => onDecide(false)}>
          {text('later_foreign_drop')}
        </button>
      </div>
    </div>
  );
}
