import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

/** An error message, announced at once, with an optional retry button. Renders nothing without a message. */
export function Problem({
  message,
  onRetry,
}: Readonly<{
  message: string | undefined;
  onRetry?: () => void;
}>): JSX.Element | null {
  if (message === undefined) return null;
  return (
    <div class="note bad" role="alert">
      <p>{message}</p>
      {onRetry !== undefined && (
        <div>
          <button type="button" class="button small" onClick={onRetry}>
            {text('common_try_again')}
          </button>
        </div>
      )}
    </div>
  );
}
