import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { plural } from '../text/plural';

/**
 * Updates that were stored under an earlier sign-in, perhaps another person's; the person decides whether
 * this account sends or drops them.
 */
export function ForeignQueue({
  count,
  onDecide,
}: Readonly<{
  count: number;
  onDecide: (send: boolean) => void;
}>): JSX.Element {
  return (
    <div class="note wait">
      <p>{plural('later_foreign_question', count)}</p>
      <div class="row">
        <button type="button" class="button small main" onClick={() => onDecide(true)}>
          {text('later_foreign_send')}
        </button>
        <button type="button" class="button small" onClick={() => onDecide(false)}>
          {text('later_foreign_drop')}
        </button>
      </div>
    </div>
  );
}
