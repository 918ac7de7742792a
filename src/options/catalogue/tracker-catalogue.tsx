import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { fingerprintOf } from '../../protocol/tracker/signatures';
import { Problem } from '../../ui/components/problem';
import { Switch } from '../../ui/components/controls';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { ownConnectorsStore } from '../../platform/storage/stores';
import type { Definition } from '../../protocol/definition/definition';
import {
  catalogueStore,
  type CatalogueState,
  proposalsStore,
  type ConnectorProposal,
} from './catalogue-state';
import { trustKey, turnOn } from './choices';
import { Choice, Held, ReachList } from './held-release';
import { ListRefusal, reasonText } from './refusals';
import { accessOf } from '../workbench/draft/access-of';

/** The connectors of the tracker: whether they are used, whose key is trusted, and new sites. */
export function TrackerCatalogue({ sites }: Readonly<{ sites: SiteView[] }>): JSX.Element | null {
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

type NewSitesProps = Readonly<{
  catalogue: CatalogueState;
  sites: SiteView[];
  action: Action;
}>;

/** New sites: only the tracker or a list has a connector, and it waits for the person. */
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

function Fingerprint({ of }: Readonly<{ of: string }>): JSX.Element {
  const [fingerprint, setFingerprint] = useState('');
  useEffect(() => void fingerprintOf(of).then(setFingerprint), [of]);
  return (
    <span class="mono" dir="ltr">
      {fingerprint}
    </span>
  );
}

/**
 * Connectors that the tracker lists without a signature: each is used only once the person has accepted it.
 */
function ProposalList({
  tracker,
  action,
}: Readonly<{
  tracker: string;
  action: Action;
}>): JSX.Element | null {
  const proposals = useStored(proposalsStore);
  const own = useStored(ownConnectorsStore) ?? {};
  const open = proposals?.tracker === tracker ? proposals.list.filter(({ id }) => !(id in own)) : [];
  if (open.length === 0) return null;
  return (
    <div class="stack tight">
      <p class="small muted">{text('catalogue_proposed')}</p>
      {open.map((proposal) => (
        <ProposalRow key={proposal.id} proposal={proposal} action={action} />
      ))}
    </div>
  );
}

function ProposalRow({
  proposal: { name, definition, reach = [], detail },
  action,
}: Readonly<{
  proposal: ConnectorProposal;
  action: Action;
}>): JSX.Element {
  return (
    <div class="stack tight proposal">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {definition === undefined ? (
        <>
          <p class="note wait">{reasonText('checker')}</p>
          <p class="small muted mono" dir="ltr">
            {detail}
          </p>
        </>
      ) : (
        <>
          <ReachList reach={reach} />
          <Choice label={text('catalogue_use')} action={action} run={() => accept(definition)} />
        </>
      )}
    </div>
  );
}

/**
 * Requests access first, because browsers allow that only within the click. Then loads the schemas of
 * definitions, which the page's first script does not contain.
 */
async function accept(definition: Definition): Promise<void> {
  if (!(await requestAccess(accessOf(definition)))) throw new Error(text('workbench_access_refused'));
  const { withProof } = await import('./look-at-catalogue');
  await send('connectors.save', { definition: withProof(definition) });
}
