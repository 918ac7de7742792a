import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

/** Shown while data is on its way; announced by screen readers. */
export function Loading({ class: names = 'muted' }: Readonly<{ class?: string }>): JSX.Element {
  return (
    <p class={names} role="status">
      {text('common_loading')}
    </p>
  );
}
