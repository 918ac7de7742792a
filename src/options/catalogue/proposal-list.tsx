import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { ownConnectorsStore } from '../../platform/storage/stores';
import { proofOf } from '../../protocol/definition/checked-definition';
import type { Definition } from '../../protocol/definition/definition';
import type { Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { accessOf } from '../workbench/draft/access-of';
import { Choice, ReachList } from './held-release';
import { proposalsStore, type Proposal } from './proposals';
import { reasonText } from './reason-text';

/**
 * Connectors that the tracker lists without a signature: each is used only once the person has accepted it.
 */
export function ProposalList({
  tracker,
  action,
}: {
  readonly tracker: string;
  readonly action: Action;
}): JSX.Element | null {
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
}: {
  readonly proposal: Proposal;
  readonly action: Action;
}): JSX.Element {
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

/** Access is asked for first: browsers accept the question only in the click itself. */
async function accept(definition: Definition): Promise<void> {
  if (!(await requestAccess(accessOf(definition)))) throw new Error(text('workbench_access_refused'));
  await send('connectors.save', { definition: { definition, proof: proofOf(definition) } });
}
