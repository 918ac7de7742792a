import type { JSX, ComponentChildren } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Ticket } from './icon';

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

/** Shown instead of an empty list or view: a heading, and in `children` what to do about it. */
export function Empty({
  title,
  children,
}: Readonly<{
  title: string;
  children?: ComponentChildren;
}>): JSX.Element {
  return (
    <div class="empty">
      <Ticket empty size={44} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
