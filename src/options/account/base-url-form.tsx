import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { parseBaseUrl } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { textKey } from '../../ui/text/text-key';
import { useAction } from '../../ui/hooks/use-action';

/** Which tracker: empty is the one that is built in. Another one needs the browser's leave to be reached, asked for in the same click. */
export function BaseUrlForm({ settings }: { readonly settings: Settings }): JSX.Element {
  const [{ value, allowHttp }, setEntered] = useState(() => enteredFrom(settings));
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  const enter = (change: Partial<Entered>) => {
    setEntered((last) => ({ ...last, ...change }));
    setSaved(false);
  };
  // Saved here or on another page: what is stored is what stands in the field, and "Saved." stays where it was said.
  useEffect(() => setEntered(enteredFrom(settings)), [settings.baseUrl, settings.allowHttp]);

  const save = (event: Event) => {
    event.preventDefault();
    setSaved(false);
    const parsed = value.trim() === '' ? undefined : parseBaseUrl(value, { allowHttp });
    if (parsed !== undefined && !parsed.ok) {
      setProblem(text(textKey('base_url', parsed.reason)));
      return;
    }
    setProblem(undefined);
    const asked = parsed === undefined ? Promise.resolve(true) : requestAccess([pattern(parsed.url)]);
    void action.run(async () => {
      if (!(await asked)) {
        setProblem(text('base_url_refused'));
        return;
      }
      await send('settings.set', { baseUrl: parsed?.url ?? '', allowHttp });
      setEntered({ value: parsed?.url ?? '', allowHttp });
      setSaved(true);
    });
  };

  return (
    <form class="stack" onSubmit={save} noValidate>
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
          aria-invalid={problem !== undefined}
          aria-describedby="base-url-hint"
          onInput={(event) => enter({ value: event.currentTarget.value })}
        />
        <p id="base-url-hint" class="small muted">
          {text('base_url_hint')}
        </p>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={allowHttp}
          onChange={(event) => enter({ allowHttp: event.currentTarget.checked })}
        />
        <span class="stack">
          <span>{text('base_url_http')}</span>
          <span class="small muted">{text('base_url_http_hint')}</span>
        </span>
      </label>
      <Problem message={problem ?? action.error} />
      <div class="row">
        <button type="submit" class="button" aria-disabled={action.busy}>
          {text('common_save')}
        </button>
        <span role="status" class="small muted">
          {saved ? text('common_saved') : ''}
        </span>
      </div>
    </form>
  );
}

interface Entered {
  readonly value: string;
  readonly allowHttp: boolean;
}

function enteredFrom({ baseUrl, allowHttp }: Settings): Entered {
  return { value: baseUrl, allowHttp };
}

/** A match pattern has no port. */
function pattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}
