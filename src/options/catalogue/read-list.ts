import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { releaseListSchema, signedListSchema } from '../../protocol/tracker/connector-catalogue';
import { isSigned, sha256Of } from '../../protocol/tracker/signatures';
import type { CatalogueState } from './catalogue-state';
import { Refused } from './refused';

/**
 * The state after an answer of the tracker with a list. The first key is trusted from then on. Throws a
 * Refused for a list that must not be used.
 */
export async function readList(text: string, state: CatalogueState, now: number): Promise<CatalogueState> {
  const { list, key } = await signedIn(text);
  if (state.key !== undefined && key !== state.key) throw new Refused('other_key', { detail: key });
  const content = releaseListSchema.safeParse(parseJson(list));
  if (!content.success) throw new Refused('damaged');
  const { sequence, expiresAt, connectors, retired } = content.data;
  if (sequence < state.sequence) throw new Refused('older');
  const hash = await sha256Of(list);
  if (sequence === state.sequence && hash !== (state.content ?? hash)) throw new Refused('damaged');
  const end = Date.parse(expiresAt);
  if (end <= now) throw new Refused('expired');
  const { offeredKey: _, ...rest } = state;
  const listed = connectors.filter(({ id }) => !retired.includes(id));
  return { ...rest, key, sequence, content: hash, expiresAt: end, listed };
}

async function signedIn(text: string) {
  const answer = parseJson(text);
  const signed = signedListSchema.safeParse(isRecord(answer) ? answer['data'] : undefined);
  if (!signed.success) throw new Refused('damaged');
  const { list, signature, key } = signed.data;
  if (!(await isSigned(key, list, signature))) throw new Refused('signature');
  return { list, key };
}
