import { send } from '../../platform/messaging/send';
import { ownConnectorsStore } from '../../platform/storage/stores';
import { readChecked } from '../../protocol/definition/checked-definition';
import { withProof } from '../../protocol/definition/check-imported';

/**
 * Checks the person's own connectors that have no valid proof, because they come from a backup or an older
 * checker accepted them. The worker then uses the accepted ones. The others stay stored but inactive.
 */
export async function checkOwnConnectors(): Promise<void> {
  for (const stored of Object.values(await ownConnectorsStore.get())) {
    if (readChecked(stored) !== undefined) continue;
    const definition = withProof(stored.definition);
    if (definition.proof !== '') await send('connectors.save', { definition });
  }
}
