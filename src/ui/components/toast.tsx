import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

export type ToastContent = Readonly<{
  message: string;
  undo?: () => void;
}>;

/**
 * A message about what was just done, with its undo. Announced by screen readers; stays until it is replaced
 * or closed.
 */
export function Toast({
  content,
  onClose,
}: Readonly<{
  content: ToastContent | undefined;
  onClose: () => void;
}>): JSX.Element {
  return (
    <div role="status">
      {content !== undefined && (
        <div class="toast">
          <span>{content.message}</span>
          <span class="row">
            {content.undo !== undefined && (
              <button type="button" onClick={content.undo}>
                {text('common_undo')}
              </button>
            )}
            <button type="button" onClick={onClose}>
              {text('common_close')}
            </button>
          </span>
        </div>
      )}
    </div>
  );
}
