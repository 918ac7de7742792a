import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';

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
