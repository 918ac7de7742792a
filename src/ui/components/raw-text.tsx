import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';

/** What the tracker itself said, folded: it is in its language, and often for programs. */
export function RawText({ children }: Readonly<{ children: string | undefined }>): JSX.Element | null {
  if (!children) return null;
  return (
    <details class="small">
      <summary>{text('common_look')}</summary>
      <code dir="auto">{children}</code>
    </details>
  );
}
