import { ownConnectorsStore } from '../../platform/storage/stores';
import { requireValidDefinition } from './require-valid-definition';

/**
 * Stores a connector that the person wrote, and turns it on. Returns its id. Rejects with
 * `invalid-definition`.
 */
export async function saveConnector(definition: unknown): Promise<string> {
  const valid = requireValidDefinition(definition);
  await ownConnectorsStore.set({ ...(await ownConnectorsStore.get()), [valid.id]: valid });
  return valid.id;
}

export async function removeConnector(id: string): Promise<void> {
  const { [id]: _, ...others } = await ownConnectorsStore.get();
  await ownConnectorsStore.set(others);
}
