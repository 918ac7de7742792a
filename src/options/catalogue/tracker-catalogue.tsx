import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { fingerprintOf } from '../../protocol/tracker/signatures';
import { Problem } from '../../ui/components/problem';
import { Switch } from '../../ui/components/switch';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { catalogueStore, type CatalogueState } from './catalogue-state';
import { trustKey, turnOn } from './choices';
import { Choice, Held } from './held-release';
import { ProposalList } from './proposal-list';
import { ListRefusal } from './refusals';

/** The connectors of the tracker: whether they are taken, whose key is believed, and sites that are new. */
export function TrackerCatalogue({ sites }: { readonly sites: readonly SiteView[] }): JSX.Element | null {
  const catalogue = useStored(catalogueStore);
  const action = useAction();
  if (catalogue === undefined || catalogue.tracker === '') return null;
  return (
    <section class="card stack tight tracker-catalogue">
      <div class="row spread">
        <strong>{text('catalogue_title')}</strong>
        <Switch
          on={!catalogue.off}
          label={text('catalogue_title')}
          onChange={(isOn) => void action.run(() => turnOn(isOn))}
        />
      </div>
      <ListRefusal catalogue={catalogue} />
      {catalogue.offeredKey !== undefined && (
        <div class="note wait stack tight">
          <p>
            {text('catalogue_new_key')} <Fingerprint of={catalogue.offeredKey} />
          </p>
          <Choice label={text('catalogue_trust')} action={action} run={trustKey} />
        </div>
      )}
      <NewSites catalogue={catalogue} sites={sites} action={action} />
      {!catalogue.off && <ProposalList tracker={catalogue.tracker} action={action} />}
      {catalogue.key !== undefined && (
        <p class="small muted">
          {text('catalogue_key')} <Fingerprint of={catalogue.key} />
        </p>
      )}
      <Problem message={action.error} />
    </section>
  );
}

interface NewSitesProps {
  readonly catalogue: CatalogueState;
  readonly sites: readonly SiteView[];
  readonly action: Action;
}

/** Sites that only the tracker knows, and that wait for the person. */
function NewSites({ catalogue, sites, action }: NewSitesProps): JSX.Element {
  const known = new Set(sites.map(({ id }) => id));
  const fresh = Object.entries(catalogue.sites).flatMap(([id, { held }]) =>
    held?.why === 'wider' && !known.has(id) ? [{ id, held }] : [],
  );
  return (
    <>
      {fresh.map(({ id, held }) => (
        <div key={id} class="stack tight">
          <strong>
            <bdi>{held.name}</bdi>
          </strong>
          <Held id={id} held={held} action={action} />
        </div>
      ))}
    </>
  );
}

function Fingerprint({ of }: { readonly of: string }): JSX.Element {
  const [fingerprint, setFingerprint] = useState('');
  useEffect(() => void fingerprintOf(of).then(setFingerprint), [of]);
  return (
    <span class="mono" dir="ltr">
      {fingerprint}
    </span>
  );
}
