import { readFileSync } from 'node:fs';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { submittedCasesSchema } from '../../protocol/tracker/connector-submission';
import { largestRelease } from '../../protocol/tracker/connector-catalogue';
import { fingerprintOf } from '../../protocol/tracker/signatures';
import type { ReleaseStore, StoredList } from '../store/releases';
import { publish, rotateKey, signList } from './sign-list';

/** Values of the command line. */
export type ReleaseOptions = Readonly<{
  /** The file that the workbench saves of a connector. */
  file?: string | undefined;
  /** Id of a connector. */
  connector?: string | undefined;
  /** Percent, as typed. */
  share?: string | undefined;
}>;

/** Why a command was not carried out. */
export class ReleaseError extends Error {}

/** A command on the published connectors. Returns the lines to print. */
type ReleaseCommand = (releases: ReleaseStore, options: ReleaseOptions) => Promise<string[]>;

export const releaseCommands: Readonly<Record<string, ReleaseCommand>> = {
  'catalogue sign': async (releases) => describe(await signList({ releases, now: Date.now })),

  'catalogue publish': async (releases, { file, share = '100' }) => {
    const percent = /^\d{1,3}$/.test(share) ? Number(share) : 0;
    if (percent < 1 || percent > 100) throw new ReleaseError('--share must be 1 to 100.');
    await publish(releases, { ...readConnector(file), share: percent });
    return describe(await signList({ releases, now: Date.now }));
  },

  'catalogue revoke': async (releases, { connector = '' }) => {
    if (!/^[a-z][a-z0-9-]{1,39}$/.test(connector)) throw new ReleaseError('--connector must be an id.');
    await releases.retire(connector);
    return describe(await signList({ releases, now: Date.now }));
  },

  'catalogue rotate': async (releases) => describe(await rotateKey({ releases, now: Date.now })),
};

/** Sequence number, expiry, and the key's fingerprint, which people can compare with what they see. */
async function describe({ sequence, list, key }: StoredList): Promise<string[]> {
  const { expiresAt, connectors } = JSON.parse(list) as { expiresAt: string; connectors: unknown[] };
  return [
    `List ${String(sequence)} with ${String(connectors.length)} connectors, valid until ${expiresAt}`,
    `Key ${await fingerprintOf(key)}`,
  ];
}

function readConnector(path: string | undefined) {
  const content = path === undefined ? undefined : parseJson(readText(path));
  if (!isRecord(content) || JSON.stringify(content).length > largestRelease)
    throw new ReleaseError('--file must be the file of a connector, as the workbench saves it.');
  const checked = checkImportedDefinition(content['definition']);
  if (!checked.ok) {
    const [problem] = checked.problems;
    throw new ReleaseError(`The definition is refused: ${problem?.path ?? ''} ${problem?.message ?? ''}`);
  }
  const cases = submittedCasesSchema.safeParse(content['cases']);
  if (!cases.success) throw new ReleaseError('The file has no saved page in the right form.');
  return { definition: checked.definition, cases: cases.data };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ReleaseError(`${path} cannot be read.`);
  }
}
