import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { commandKeys, shortcutsOpener } from '../../platform/browser/shortcuts';
import type { Rung } from '../../core/status/status';
import { textKey } from '../../core/text/text-key';
import { language, text } from '../../platform/browser/i18n';
import { Ticket } from '../../ui/components/icon';

declare const __VERSION__: string;

/** The commands of the manifest, each with the message key of its text. */
const COMMANDS = [
  ['_execute_action', 'command_open_popup'],
  ['pause-here', 'command_pause'],
  ['scrobble-now', 'repair_scrobble_now'],
] as const;

/**
 * Shows the version, the licence, the source of names and posters, privacy, the conditions for recording, and
 * the keyboard shortcuts.
 */
export function AboutSection(): JSX.Element {
  return (
    <>
      <Product />
      <div class="card stack">
        <h2>{text('about_privacy')}</h2>
        <ul class="bullets">
          <li>{text('about_privacy_1')}</li>
          <li>{text('about_privacy_2')}</li>
          <li>{text('about_privacy_3')}</li>
        </ul>
        <p>
          <a href="/privacy.html" target="_blank" hrefLang="en">
            {text('common_look')}
          </a>{' '}
          <span class="muted">({englishName()})</span>
        </p>
      </div>
      <Steps />
      <Keys />
    </>
  );
}

/** The name and version, the licence, and where names and posters come from. */
function Product(): JSX.Element {
  return (
    <div class="card row about">
      <Ticket size={72} />
      <div class="stack tight grow">
        <h2>
          {text('extensionName')} <span class="muted">{__VERSION__}</span>
        </h2>
        <p>{text('extensionDescription')}</p>
        <p class="small muted">{text('about_license')}</p>
        <p class="small muted">{text('about_data')}</p>
      </div>
    </div>
  );
}

/**
 * A copy of `rungs` of core/status/status.ts. Importing it would split that module into a chunk that the
 * popup has to wait for.
 */
export const STEPS = [
  'connector',
  'access',
  'paused',
  'player',
  'gates',
  'item',
  'account',
  'match',
  'sent',
] as const satisfies Rung[];

/** Lists the conditions for recording in order, each with the text that is shown when it fails. */
function Steps(): JSX.Element {
  return (
    <div class="card stack">
      <h2>{text('ladder_why')}</h2>
      <ol class="bullets">
        {STEPS.map((rung) => (
          <li key={rung}>
            {text(textKey('rung', rung))}
            <span class="muted"> – {text(textKey('rung_not', rung))}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The name of English, the language of the privacy policy, in the language of the page. */
function englishName(): string {
  return new Intl.DisplayNames(language(), { type: 'language' }).of('en') ?? 'English';
}

/**
 * The commands and their keyboard shortcuts. The button opens the browser's own page, where they are changed.
 */
function Keys(): JSX.Element {
  const open = shortcutsOpener();
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => void commandKeys().then(setKeys), []);
  return (
    <div class="card stack">
      <h2>{text('about_keys')}</h2>
      <p>{text('about_keys_hint')}</p>
      <ul class="bullets">
        {COMMANDS.map(([name, key]) => (
          <li key={name}>
            {text(key)}{' '}
            {keys[name] ? (
              <kbd dir="ltr">{keys[name]}</kbd>
            ) : (
              <span class="muted">({text('about_key_none')})</span>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        {open !== undefined && (
          <button type="button" class="button" onClick={() => void open()}>
            {text('common_edit')}
            <span class="hidden"> – {text('about_keys')}</span>
          </button>
        )}
        <a href="welcome.html">{text('about_welcome')}</a>
      </div>
    </div>
  );
}
