import type { ComponentChildren, JSX } from 'preact';
import { Ticket } from './icon';

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
