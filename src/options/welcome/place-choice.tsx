import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Icon } from '../../ui/components/icon';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { useClipboard } from '../../ui/hooks/use-clipboard';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { AddressField, AllowHttp } from '../account/base-url-form';
import { START_COMMAND, type HistoryPlace, type PlaceKind } from './use-place';

/** The hosts of Wikidata and TVmaze. The browser asks the person for both at once. */
const SOURCES = ['https://www.wikidata.org/*', 'https://api.tvmaze.com/*'];

/** Milliseconds between two polls. */
const INTERVAL = 500;

/** Maximum number of polls. The history in this browser approves its code at once. */
const MOST_LOOKS = 60;

/** Offers the places that can keep a history, with what each needs. */
export function PlaceChoice({ place }: Readonly<{ place: HistoryPlace }>): JSX.Element {
  return (
    <fieldset class="stack places">
      <legend class="label">{text('welcome_where')}</legend>
      <PlaceCard place={place} kind="browser">
        <KeepHere />
      </PlaceCard>
      <PlaceCard place={place} kind="here">
        <Here found={place.found} />
      </PlaceCard>
      <PlaceCard place={place} kind="other">
        <AddressField
          value={place.address}
          invalid={place.problem !== undefined}
          isFocused={place.isPointedAt}
          onInput={place.enter}
        />
        <p role="status" class="row">
          {place.found === true && <Found />}
        </p>
        <AllowHttp checked={place.allowHttp} onChange={place.setAllowHttp} />
      </PlaceCard>
      <Problem message={place.problem} />
    </fieldset>
  );
}

function PlaceCard({
  place,
  kind,
  children,
}: Readonly<{
  place: HistoryPlace;
  kind: PlaceKind;
  children: ComponentChildren;
}>): JSX.Element {
  const isChosen = place.kind === kind;
  return (
    <div class={isChosen ? 'place chosen' : 'place'}>
      <label class="choice" onClick={({ detail }) => place.point(detail > 0)}>
        <input type="radio" name="place" checked={isChosen} onChange={() => place.choose(kind)} />
        <span class="stack">
          <strong>{text(`welcome_${kind}`)}</strong>
          <span class="small muted">{text(`welcome_${kind}_hint`)}</span>
        </span>
      </label>
      {isChosen && <div class="stack place-body">{children}</div>}
    </div>
  );
}

/** Shows whether a tracker answers on this computer, or the command that starts one. */
function Here({ found }: Readonly<{ found: boolean | undefined }>): JSX.Element {
  const { copied, copy } = useClipboard(START_COMMAND);
  return (
    <>
      <p role="status" class="row">
        {found === true && <Found />}
        {found === false && <span>{text('welcome_not_found')}</span>}
        {found === undefined && <span class="muted">{text('common_loading')}</span>}
      </p>
      {found === false && (
        <>
          <p class="row">
            <code class="command grow" dir="ltr">
              {START_COMMAND}
            </code>
            <button type="button" class="button" onClick={copy}>
              {text(copied ? 'common_copied' : 'common_copy')}
            </button>
          </p>
          <p class="small muted">
            <span class="pulse" aria-hidden="true" /> {text('welcome_notices')}
          </p>
        </>
      )}
    </>
  );
}

function Found(): JSX.Element {
  return (
    <strong class="row found">
      <Icon name="tick" />
      {text('welcome_found')}
    </strong>
  );
}

/** Explains what keeping the history in this browser means, with the button that starts it. */
function KeepHere(): JSX.Element {
  const [refused, setRefused] = useState(false);
  const action = useAction();
  const keep = () => {
    setRefused(false);
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    const request = requestAccess(SOURCES);
    void action.run(async () => ((await request) ? keepHere() : setRefused(true)));
  };
  return (
    <div class="stack">
      <p class="small muted">{text('history_sources')}</p>
      <p class="small muted">{text('history_kept')}</p>
      <div>
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy}
          onClick={() => void (action.busy || keep())}
        >
          {text('welcome_browser')}
        </button>
      </div>
      <Problem message={refused ? text('history_refused') : action.error} />
    </div>
  );
}

/**
 * Signs in to the history in this browser. It is a tracker that approves its own code, so the later steps are
 * the same as for any tracker.
 */
async function keepHere(): Promise<void> {
  // Not awaited: the browser may show a prompt, which the person can ignore.
  void navigator.storage.persist();
  await send('settings.set', { baseUrl: LIBRARY_URL, allowHttp: false });
  await send('account.sign-in', {});
  for (let look = 0; look < MOST_LOOKS && !(await send('account.poll', {})); look += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, INTERVAL);
    });
}
