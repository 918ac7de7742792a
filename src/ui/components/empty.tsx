import type { ComponentChildren, JSX } from 'preact';
import { Ticket } from './icon';

/** A place with nothing in it says why that is fine, or what to do. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <Ticket empty size={44} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
