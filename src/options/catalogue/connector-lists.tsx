import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { readListAddress } from '../../protocol/connector-list/list-address';
import { Problem } from '../../ui/components/problem';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { relative } from '../../ui/text/format';
import { catalogueStore, type ListState, Refused } from './catalogue-state';
import { addList, removeList } from './choices';
import { reasonText } from './refusals';

/** The public lists of connectors: who named each, why its last state was refused, and a form to add one. */
export function ConnectorLists(): JSX.Element | null {
  const catalogue = useStored(catalogueStore);
  const action = useAction();
  if (catalogue === undefined || catalogue.off) return null;
  return (
    <section class="card stack tight connector-lists">
      <strong>{text('lists_title')}</strong>
      <p class="small muted">{text('lists_about')}</p>
      {catalogue.lists
        .filter(({ addresses }) => addresses.length > 0)
        .map((list) => (
          <ListRow key={list.id} list={list} action={action} />
        ))}
      <AddList action={action} />
      <Problem message={action.error} />
    </section>
  );
}

function ListRow({ list, action }: Readonly<{ list: ListState; action: Action }>): JSX.Element {
  const { id, from, addresses, name, listed, checkedAt, refused, detail } = list;
  return (
    <div class="stack tight">
      <div class="row spread">
        <span>
          <bdi>{name === '' ? addresses[0] : name}</bdi>{' '}
          {from === 'tracker' && <span class="tag">{text('lists_mirrored')}</span>}
        </span>
        {from === 'person' && (
          <button
            type="button"
            class="button small"
            aria-disabled={action.busy}
            onClick={() => void action.run(() => removeList(id))}
          >
            {text('common_remove')}
          </button>
        )}
      </div>
      <p class="small muted">{text('lists_state', listed.length, relative(checkedAt, Date.now()))}</p>
      <p class="small muted mono break" dir="ltr">
        {addresses[0]}
      </p>
      {refused !== undefined && (
        <div class="note wait stack tight">
          <p>{reasonText(refused)}</p>
          <p class="small mono" dir="ltr">
            {[refused, detail].join(' ')}
          </p>
        </div>
      )}
    </div>
  );
}

function AddList({ action }: Readonly<{ action: Action }>): JSX.Element {
  const [address, setAddress] = useState('');
  const [refused, setRefused] = useState<string>();
  const add = async (): Promise<void> => {
    const problem = await tryToAdd(address);
    setRefused(problem);
    if (problem === undefined) setAddress('');
  };
  return (
    <form
      class="stack tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!action.busy && address !== '') void action.run(add);
      }}
    >
      <div class="field">
        <label for="list-address">{text('lists_address')}</label>
        <div class="row">
          <input
            id="list-address"
            type="url"
            class="grow"
            dir="ltr"
            placeholder="https://…#…"
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <button type="submit" class="button small" aria-disabled={action.busy}>
            {text('lists_add')}
          </button>
        </div>
      </div>
      <Problem message={refused} />
    </form>
  );
}

/** Adds the list at this address. Returns the reason if that is not possible. */
async function tryToAdd(address: string): Promise<string | undefined> {
  if (readListAddress(address) === undefined) return text('base_url_not_a_url');
  try {
    await addList(address);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return reasonText(error.why);
  }
}
