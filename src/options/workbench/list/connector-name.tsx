import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';

/** The name of a connector or draft, with a line below it. */
export function ConnectorName({
  name,
  detail,
}: Readonly<{
  name: string;
  detail: string;
}>): JSX.Element {
  return (
    <span class="grow stack tight">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span class="small muted clamp" dir="auto">
        {detail}
      </span>
    </span>
  );
}

/** Whether a connector is in use; where it is not, the way to the page on which sites are turned on. */
export function OnSites({ on }: Readonly<{ on: boolean }>): JSX.Element {
  return on ? (
    <span class="tag good">{text('workbench_in_use')}</span>
  ) : (
    <a class="button small" href="#/sites">
      {text('repair_switch_on')}
    </a>
  );
}
