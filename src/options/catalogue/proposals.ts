import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { readDefinition, type Definition } from '../../protocol/definition/definition';
import { newReach } from '../../protocol/definition/reach';
import { largestList } from '../../protocol/tracker/connector-catalogue';
import { readArray, readText, unwrapData } from '../../protocol/tracker/read-fields';
import { askTracker } from './ask-tracker';
import { Refused, type ConnectorProposal, type Proposals } from './catalogue-state';

/** Maximum connectors of a list that are checked. */
const MOST_PROPOSALS = 100;

type ProposalWorld = Readonly<{
  fetch: typeof globalThis.fetch;
  /** The connector of this id that is in force. */
  before: (id: string) => Promise<Definition | undefined>;
}>;

/**
 * The connectors that a tracker proposes at `GET /connectors`, which is public and not signed. Every
 * definition goes through the check for definitions from outside; one that fails is listed with the reason. A
 * tracker without such a list, or one that requires a token, proposes nothing.
 */
export async function askProposals(
  { fetch, before }: ProposalWorld,
  tracker: string,
  known: Proposals,
): Promise<Proposals> {
  const isKnown = known.tracker === tracker;
  try {
    const tag = isKnown ? known.tag : undefined;
    const answer = await askTracker(fetch, `${tracker}/connectors`, { most: largestList, tag });
    if (answer.status === 304) return known;
    const entries = readArray(unwrapData(parseJson(answer.text)), ['items', 'connectors']) ?? [];
    const list: ConnectorProposal[] = [];
    for (const entry of entries.slice(0, MOST_PROPOSALS)) {
      const one = await readProposal(entry, before);
      if (one !== undefined && !list.some(({ id }) => id === one.id)) list.push(one);
    }
    return { tracker, list, ...defined({ tag: answer.tag }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return isKnown ? known : { tracker, list: [] };
  }
}

/** `undefined`: the entry holds no connector, or the one that is in force already. */
async function readProposal(
  entry: unknown,
  before: ProposalWorld['before'],
): Promise<ConnectorProposal | undefined> {
  if (!isRecord(entry)) return undefined;
  const stated = entry['definition'];
  const id = readText(entry, ['id', 'slug', 'name']);
  if (!isRecord(stated) || id === undefined) return undefined;
  // A submitted connector holds our definition under `matinee`, beside the `extractors` of the tracker's
  // format.
  const definition = stated['matinee'] ?? stated;
  const name = readText(entry, ['name']) ?? id;
  const checked = checkImportedDefinition(definition);
  if (!checked.ok) {
    const [{ path, message } = { path: '', message: '' }] = checked.problems;
    return { id, name, detail: `${path} ${message}`.slice(0, 300) };
  }
  const inForce = await before(checked.definition.id);
  if (isSame(inForce, checked.definition)) return undefined;
  return {
    id: checked.definition.id,
    name: checked.definition.name,
    definition: checked.definition,
    reach: newReach(inForce, checked.definition),
  };
}

function isSame(one: Definition | undefined, other: Definition): boolean {
  return one !== undefined && JSON.stringify(readDefinition(one)) === JSON.stringify(readDefinition(other));
}
