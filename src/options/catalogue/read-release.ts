import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { checkListedDefinition } from '../../protocol/definition/check-imported';
import type { Definition } from '../../protocol/definition/definition';
import { newReach } from '../../protocol/definition/reach';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import { submittedCasesSchema, type SubmittedCase } from '../../protocol/tracker/connector-submission';
import { sha256Of } from '../../protocol/tracker/signatures';
import type { CaseRun } from '../workbench/cases/case-runner';
import { hash } from '../../core/values/hash';
import { offersOf, Refused, type CatalogueState, type Offer } from './catalogue-state';

/** Reads one saved page with a definition, by the code that reads real pages. */
export type Replay = (definition: Definition, one: SubmittedCase) => Promise<CaseRun>;

type Examination = Readonly<{
  release: Release;
  /** The definition that is in force now. */
  before: Definition | undefined;
  /** For a version of a public list: the packaged definition. The version may keep its requests. */
  packaged?: Definition | undefined;
  /** The person has agreed to what it reaches. */
  isAgreed: boolean;
  replay: Replay;
}>;

/** Returns the definition in the file of a release. Throws a `Refused` if it must not be used, or not yet. */
export async function readRelease(text: string, examination: Examination): Promise<Definition> {
  const { release, before, packaged, isAgreed, replay } = examination;
  if ((await sha256Of(text)) !== release.sha256) throw new Refused('damaged');
  const file = parseJson(text);
  const content = isRecord(file) ? file : {};
  const definition = readChecked(content['definition'], packaged);
  const { id, name, hosts } = definition;
  if (id !== release.id || hosts.join() !== release.hosts.join()) throw new Refused('damaged', { name });
  const reach = newReach(before, definition);
  if (reach.length > 0 && !isAgreed) throw new Refused('wider', { name, reach });
  const cases = submittedCasesSchema.safeParse(content['cases']);
  if (!cases.success || !(await passes(definition, cases.data, replay))) throw new Refused('cases', { name });
  return definition;
}

function readChecked(value: unknown, packaged: Definition | undefined): Definition {
  const checked = checkListedDefinition(value, packaged);
  if (checked.ok) return checked.definition;
  const [{ path, message } = { path: '', message: '' }] = checked.problems;
  throw new Refused('checker', { detail: `${path} ${message}`.slice(0, 300) });
}

/** Whether every case reads as stated, and at least one names a film or an episode. */
async function passes(definition: Definition, cases: SubmittedCase[], replay: Replay) {
  let isNamed = false;
  for (const one of cases) {
    const run = await replay(definition, one).catch(() => undefined);
    if (run?.passed !== true) return false;
    isNamed ||= ['movie', 'episode'].includes(String(run.item['type']));
  }
  return isNamed;
}

/**
 * Chooses the version of a connector that this installation uses: the newest usable version of the first list
 * that offers one. `undefined`: the packaged connector, or none. `packaged`: the `readingHash` of the
 * packaged connector.
 */
export function chooseRelease(
  state: CatalogueState,
  id: string,
  packaged: string | undefined,
): Offer | undefined {
  const { held, agreed, inForce } = state.sites[id] ?? {};
  const mayBeUsed = ({ sha256, version, list }: Offer) => {
    if (held === undefined || held.why === 'unreachable' || sha256 === agreed) return true;
    // After the person went back, only a newer version of the same list is used.
    if (held.why === 'gone_back') return list === held.list && version > held.version;
    return sha256 !== held.sha256 || sha256 === inForce?.sha256;
  };
  for (const offers of offersOf(state)) {
    const [best] = offers
      .filter((one) => one.id === id && isIn(one, state.bucket) && mayBeUsed(one))
      .filter((one) => replacesPackaged(one, packaged))
      .toSorted((a, b) => b.version - a.version);
    if (best !== undefined) return best;
  }
  return undefined;
}

/** Whether a version replaces the packaged one. A public list states which packaged version it replaces. */
export function replacesPackaged(offer: Offer, packaged: string | undefined): boolean {
  if (packaged === undefined || !('reading' in offer) || offer.replaces === undefined) return true;
  return offer.replaces.includes(packaged);
}

/** Whether this installation is in the percentage that gets a version; the answer never changes. */
function isIn({ share, sha256 }: Release, bucket: string): boolean {
  return hash(bucket + sha256) % 100 < share;
}
