import { endpointRequests } from '../../../src/core/definition/endpoint-request';
import { createMemory } from '../../../src/content/reader/memory';
import type { Definition } from '../../../src/protocol/definition/definition';
import { readSavedPage, type SavedReading } from '../read-saved-page';
import { openSavedPage } from '../saved-page';
import type { CapturedPage } from './capture-page';
import type { StandInAnswer, StandInRequest } from './jellyfin-server';

/** Reads a captured page with a definition; its endpoints are asked for at the stand-in, headers included. */
export async function readCaptured(
  definition: Definition,
  { url, html, situation }: CapturedPage,
  server: (request: StandInRequest) => StandInAnswer,
): Promise<SavedReading> {
  const saved = openSavedPage(url);
  try {
    saved.show(html);
    saved.setSituation(situation);
    const askEndpoint = async (name: string, values: Readonly<Record<string, string>>) =>
      endpointRequests(definition, name, values, new URL(url))
        .map(({ method, url: address, headers }) => server({ method, url: new URL(address), headers }))
        .filter(({ status }) => status === 200)
        .map(({ body }) => JSON.parse(body.toString()) as unknown)[0];
    const world = (...of: Parameters<typeof saved.world>) => ({ ...saved.world(...of), askEndpoint });
    return await readSavedPage(definition, { ...saved, world }, new URL(url), createMemory(), 0);
  } finally {
    await saved.close();
  }
}
