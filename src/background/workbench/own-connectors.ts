import { ownConnectorsStore } from '../../platform/storage/stores';
import { proofOf } from '../../protocol/definition/checked-definition';
import { requireValidDefinition } from './require-valid-definition';

/**
 * Stores a connector that the person wrote (a CheckedDefinition), and turns it on. Rejects with
 * `invalid-definition`.
 */
export async function saveConnector(checked: unknown): Promise<void> {
  const definition = requireValidDefinition(checked);
  const others = await ownConnectorsStore.get();
  await ownConnectorsStore.set({ ...others, [definition.id]: { definition, proof: proofOf(definition) } });
}

export async function removeConnector(id: string): Promise<void> {
  const { [id]: _, ...others } = await ownConnectorsStore.get();
  await ownConnectorsStore.set(others);
}
