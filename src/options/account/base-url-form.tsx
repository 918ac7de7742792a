import type { JSX } from 'preact';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { parseBaseUrl } from '../../core/settings/base-url';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { useAction } from '../../ui/hooks/use-action';
import { textKey } from '../../core/text/text-key';

/**
 * The form for the tracker's address. An empty field stands for the address of the build, `DEFAULT_ADDRESS`.
 */
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

declare const __DEFAULT_BASE_URL__: string;

/** The tracker's address in this build, without the path of the API: `http://127.0.0.1:4680`. */
export const DEFAULT_ADDRESS = __DEFAULT_BASE_URL__.replace(/\/api\/v1$/, '');

/**
 * The match pattern of the host of `url`. The port is left out: Firefox accepts no match patterns with a
 * port.
 */
export function hostPatternOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

/** The field for a tracker's address, always written from left to right. */
export function AddressField({
  value,
  invalid,
  hint,
  isFocused = false,
  onInput,
}: Readonly<{
  value: string;
  invalid: boolean;
  hint?: string;
  /** The field has the focus when it appears. */
  isFocused?: boolean;
  onInput: (value: string) => void;
}>): JSX.Element {
  const field = useFocus(isFocused);
  return (
    <div class="field">
      <label for="base-url">{text('base_url')}</label>
      <input
        id="base-url"
        ref={field}
        type="url"
        dir="ltr"
        inputMode="url"
        spellcheck={false}
        placeholder={hint === undefined ? 'https://tracker.example' : DEFAULT_ADDRESS}
        value={value}
        maxLength={500}
        aria-invalid={invalid}
        aria-describedby={hint === undefined ? undefined : 'base-url-hint'}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p id="base-url-hint" class="small muted">
          {hint}
        </p>
      )}
    </div>
  );
}

function useFocus(isFocused: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return field;
}

/** The checkbox that allows unencrypted `http`, for a tracker in the person's own network. */
export function AllowHttp({
  checked,
  onChange,
}: Readonly<{
  checked: boolean;
  onChange: (checked: boolean) => void;
}>): JSX.Element {
  return (
    <label class="choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span class="stack">
        <span>{text('base_url_http')}</span>
        <span class="small muted">{text('base_url_http_hint')}</span>
      </span>
    </label>
  );
}

type Entered = Readonly<{
  value: string;
  allowHttp: boolean;
}>;

type BaseUrlState = Readonly<{
  entered: Entered;
  busy: boolean;
  saved: boolean;
  /** Why the address is not accepted. */
  problem: string | undefined;
  /** Why saving failed. */
  error: string | undefined;
  enter: (change: Partial<Entered>) => void;
  save: () => void;
}>;

/** State of the form for the tracker's address. Saving checks the address and requests access to its host. */
function useBaseUrl(settings: Settings): BaseUrlState {
  const [entered, setEntered] = useState(() => enteredFrom(settings));
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  // If another page changes the settings, the fields follow. `saved` stays, because saving here changes the
  // settings too. It has to be a layout effect: a plain effect can run 0.1 s after the first paint and would
  // remove what the person has typed since.
  useLayoutEffect(() => setEntered(enteredFrom(settings)), [settings.baseUrl, settings.allowHttp]);

  const save = () => {
    const { value, allowHttp } = entered;
    setSaved(false);
    const parsed = value.trim() === '' ? undefined : parseBaseUrl(value, { allowHttp });
    if (parsed !== undefined && !parsed.ok) {
      setProblem(text(textKey('base_url', parsed.reason)));
      return;
    }
    setProblem(undefined);
    const baseUrl = parsed?.url ?? '';
    // Browsers accept a request for access only within the event handler, so nothing is awaited before it.
    const request = baseUrl === '' ? Promise.resolve(true) : requestAccess([hostPatternOf(baseUrl)]);
    void action.run(async () => {
      if (!(await request)) {
        setProblem(text('base_url_refused'));
        return;
      }
      await send('settings.set', { baseUrl, allowHttp });
      setEntered({ value: baseUrl, allowHttp });
      setSaved(true);
    });
  };
  const enter = (change: Partial<Entered>) => {
    setEntered((last) => ({ ...last, ...change }));
    setSaved(false);
  };
  return { entered, busy: action.busy, saved, problem, error: action.error, enter, save };
}

function enteredFrom({ baseUrl, allowHttp }: Settings): Entered {
  return { value: baseUrl, allowHttp };
}
