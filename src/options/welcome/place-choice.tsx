import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Icon } from '../../ui/components/icon';
import { Problem } from '../../ui/components/problem';
import { useClipboard } from '../../ui/hooks/use-clipboard';
import { AddressField, AllowHttp } from '../account/address-field';
import { START_COMMAND } from './tracker-here';
import { KeepHere } from './keep-here';
import type { Place, PlaceKind } from './use-place';

/** The places in which a history can be kept, and what each needs. */
export function PlaceChoice({ place }: { readonly place: Place }): JSX.Element {
  return (
    <fieldset class="stack places" onClick={({ detail }) => place.point(detail > 0)}>
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
}: {
  readonly place: Place;
  readonly kind: PlaceKind;
  readonly children: ComponentChildren;
}): JSX.Element {
  const isChosen = place.kind === kind;
  return (
    <div class={isChosen ? 'place chosen' : 'place'}>
      <label class="choice">
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

/** Whether a tracker answers on this computer, and the command that starts one. */
function Here({ found }: { readonly found: boolean | undefined }): JSX.Element {
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
