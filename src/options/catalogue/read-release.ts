import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { checkListedDefinition } from '../../protocol/definition/check-imported';
import type { Definition } from '../../protocol/definition/definition';
import { newReach } from '../../protocol/definition/reach';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import { submittedCasesSchema, type SubmittedCase } from '../../protocol/tracker/connector-submission';
import { sha256Of } from '../../protocol/tracker/signatures';
import type { CaseRun } from '../workbench/cases/case-runner';
import { Refused } from './refused';

/** Reads one saved page with a definition, by the code that reads real pages. */
export type Replay = (definition: Definition, one: SubmittedCase) => Promise<CaseRun>;

type Examination = Readonly<{
  release: Release;
  /** The definition that is in force now. */
  before: Definition | undefined;
  /** Of a version of a public list: the packaged definition, whose requests it may keep. */
  packaged?: Definition | undefined;
  /** The person has agreed to what it reaches. */
  isAgreed: boolean;
  replay: Replay;
}>;

/** The definition in the file of a release. Throws a Refused if it must not be used, or not yet. */
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

/** Every case reads as stated, and one of them names a film or an episode. */
async function passes(definition: Definition, cases: readonly SubmittedCase[], replay: Replay) {
  let isNamed = false;
  for (const one of cases) {
    const run = await replay(definition, one).catch(() => undefined);
    if (run?.passed !== true) return false;
    isNamed ||= ['movie', 'episode'].includes(String(run.item['type']));
  }
  return isNamed;
}
