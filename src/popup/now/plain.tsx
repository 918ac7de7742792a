import type { JSX } from 'preact';
import { Ticket } from '../../ui/components/icon';
import type { NowProps } from './now-props';
import { repairOf } from './repair';
import { StatusLine } from './status-line';

/** A tab in which nothing plays: its site and its status; a line where nothing is wrong. */
export function Plain({ host, ...props }: NowProps & { readonly host: string | undefined }): JSX.Element {
  const site = props.view.siteName ?? props.view.host ?? host;
  if (repairOf(props.view, props.account, props) === undefined)
    return (
      <article class="plain calm">
        {site !== undefined && <h2 class="hidden">{site}</h2>}
        <StatusLine {...props} />
      </article>
    );
  return (
    <article class="plain">
      <Ticket empty size={32} />
      {site !== undefined && (
        <h2 class="clamp one">
          <bdi>{site}</bdi>
        </h2>
      )}
      <StatusLine {...props} />
    </article>
  );
}
