import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

export interface ToastContent {
  readonly message: string;
  readonly undo?: () => void;
}

/** What just happened, read out by screen readers, with the way back. Stays until it is replaced or closed: haste is no feature. */
export function Toast({
  content,
  onClose,
}: {
  readonly content: ToastContent | undefined;
  readonly onClose: () => void;
}): JSX.Element {
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
