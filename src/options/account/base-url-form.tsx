import type { JSX } from 'preact';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { useBaseUrl } from './use-base-url';

/** The address of the tracker; empty is the one of the build. */
export function BaseUrlForm({ settings }: { readonly settings: Settings }): JSX.Element {
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
        onInput={(value) => enter({ value })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={entered.allowHttp}
          onChange={(event) => enter({ allowHttp: event.currentTarget.checked })}
        />
        <span class="stack">
          <span>{text('base_url_http')}</span>
          <span class="small muted">{text('base_url_http_hint')}</span>
        </span>
      </label>
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

function AddressField({
  value,
  invalid,
  onInput,
}: {
  readonly value: string;
  readonly invalid: boolean;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  return (
    <div class="field">
      <label for="base-url">{text('base_url')}</label>
      <input
        id="base-url"
        type="url"
        dir="ltr"
        inputMode="url"
        spellcheck={false}
        placeholder={text('base_url_default')}
        value={value}
        maxLength={500}
        aria-invalid={invalid}
        aria-describedby="base-url-hint"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id="base-url-hint" class="small muted">
        {text('base_url_hint')}
      </p>
    </div>
  );
}
