import { readFile } from 'node:fs/promises';
import { parseJson } from '../../core/values/parse-json';
import { platformOf, withPlatform } from '../../protocol/definition/with-platform';

/** A bundle has all in one folder beside it; the repository has them with the extension. */
const PLACES = [
  (id: string) => `assets/connectors/${id}.json`,
  (id: string) => `../../connectors/${id}/definition.json`,
];

/** The packaged connector with this id; `undefined`: there is none. */
export async function packagedDefinition(id: unknown): Promise<unknown> {
  if (typeof id !== 'string' || !/^[a-z0-9-]{1,60}$/.test(id)) return undefined;
  for (const place of PLACES) {
    // The first place that has it counts.
    // oxlint-disable-next-line no-await-in-loop
    const file = await readJsonFile(place(id));
    if (file === undefined) continue;
    const platform = platformOf(file);
    return platform === undefined
      ? file
      : withPlatform(file, await readJsonFile(`../../connectors/${platform}.json`));
  }
  return undefined;
}

async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(new URL(path, import.meta.url), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseJson(text);
}
