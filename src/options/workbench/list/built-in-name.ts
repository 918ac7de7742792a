import { builtInHeads } from '../../../platform/files/built-in-connectors';

/** The name of the built-in connector with this id, if there is one. */
export async function builtInName(id: string): Promise<string | undefined> {
  return (await builtInHeads()).find((head) => head.id === id)?.name;
}
