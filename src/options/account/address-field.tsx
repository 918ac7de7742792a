import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';

declare const __DEFAULT_BASE_URL__: string;

/** The tracker of a build, as people write it: `http://127.0.0.1:4680`. */
export const DEFAULT_ADDRESS = __DEFAULT_BASE_URL__.replace(/\/api\/v1$/, '');

/** The address of a tracker, always written from left to right. */
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

/** The choice to reach a tracker in the own network without encryption. */
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
