import { send } from '../../platform/messaging/send';
import { ownConnectorsStore } from '../../platform/storage/stores';
import { readChecked } from '../../protocol/definition/checked-definition';
import { withProof } from '../../protocol/definition/check-imported';

/**
 * Checks the person's connectors without a valid proof: those from a backup, or from before the checker
 * changed. The worker uses the accepted ones from then on; the others stay stored but inactive.
 */
export async function checkOwnConnectors(): Promise<void> {
  for (const stored of Object.values(await ownConnectorsStore.get())) {
    if (readChecked(stored) !== undefined) continue;
    const definition = withProof(stored.definition);
    if (definition.proof !== '') await send('connectors.save', { definition });
  }
}
