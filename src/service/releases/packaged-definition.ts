import { readFile } from 'node:fs/promises';
import { parseJson } from '../../core/values/parse-json';

/** Beside a bundle all are in one folder; in the repository they are where the extension has them. */
const PLACES = [
  (id: string) => `assets/connectors/${id}.json`,
  (id: string) => `../../connectors/${id}/definition.json`,
];

/** The connector of this id that the extension is delivered with; `undefined`: there is none. */
export async function packagedDefinition(id: unknown): Promise<unknown> {
  if (typeof id !== 'string' || !/^[a-z0-9-]{1,60}$/.test(id)) return undefined;
  for (const place of PLACES) {
    // The first place that has it counts.
    // oxlint-disable-next-line no-await-in-loop
    const text = await readFile(new URL(place(id), import.meta.url), 'utf8').catch(() => undefined);
    if (text !== undefined) return parseJson(text);
  }
  return undefined;
}
