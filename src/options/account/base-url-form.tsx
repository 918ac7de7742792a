import type { JSX } from 'preact';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { AddressField, AllowHttp, DEFAULT_ADDRESS } from './address-field';
import { useBaseUrl } from './use-base-url';

/** The address of the tracker; empty is the one of the build. */
export function BaseUrlForm({ settings }: Readonly<{ settings: Settings }>): JSX.Element {
  const { entered, enter, save, busy, saved, problem, error } = useBaseUrl(settings);
  const submit = (event: Event) => {
    event.preventDefault();
    save();
  };
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <AddressField
        value={entered.value}
        invalid={problem !== undefined}
        hint={text('base_url_hint', DEFAULT_ADDRESS)}
        onInput={(value) => enter({ value })}
      />
      <AllowHttp checked={entered.allowHttp} onChange={(allowHttp) => enter({ allowHttp })} />
      <Problem message={problem ?? error} />
      <div class="row">
        <button type="submit" class="button" aria-disabled={busy}>
          {text('common_save')}
        </button>
        <span role="status" class="small muted">
          {saved ? text('common_saved') : ''}
        </span>
      </div>
    </form>
  );
}
