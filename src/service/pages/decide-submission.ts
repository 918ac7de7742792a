import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { ownDefinition } from '../../protocol/tracker/extractors';
import type { Service } from '../http/environment';
import { publish } from '../releases/publish';
import { signList } from '../releases/sign-list';
import type { AuditEvent } from '../store/audit';
import type { TextKey } from '../texts/languages';

/** Percent of the installations that take a connector first. */
export const FIRST_SHARE = 10;

/** What a reviewer can choose; the value of the button. */
export const decisions = ['try', 'accept', 'refuse', 'take-back'] as const;
export type Decision = (typeof decisions)[number];

/** Why a decision was not carried out, or what is recorded of it. */
type Result = { readonly problem: TextKey } | { readonly event: AuditEvent };

type Deciding = Pick<Service, 'store' | 'now'>;

interface Submission {
  readonly id: string;
  readonly note: string;
}

const GONE: Result = { problem: 'no_longer_waiting' };

/** Carries a decision out: changes the status, publishes or takes back, and signs the next list. */
export async function decide(
  service: Deciding,
  decision: Decision,
  { id, note }: Submission,
): Promise<Result> {
  const { connectors, releases } = service.store;
  if (decision === 'refuse')
    return (await connectors.review(id, 'refused', note)) ? { event: 'connector-refused' } : GONE;
  const released = await releases.ofSubmission(id);
  const share = { try: FIRST_SHARE, accept: 100, 'take-back': 0 }[decision];
  if (released !== undefined) await releases.setShare(released.sha256, share);
  else if (decision === 'take-back' || !(await connectors.review(id, 'accepted', note))) return GONE;
  else await publishSubmission(service, id, share);
  await signList({ releases, now: service.now });
  return { event: decision === 'take-back' ? 'connector-taken-back' : 'connector-accepted' };
}

/** A connector without cases stays unpublished: nothing could try it before it is used. */
async function publishSubmission({ store }: Deciding, id: string, share: number): Promise<void> {
  const row = await store.connectors.find(id);
  const checked = checkImportedDefinition(row && ownDefinition(row.definition));
  if (row === undefined || row.cases.length === 0 || !checked.ok) return;
  await publish(store.releases, { definition: checked.definition, cases: row.cases, share, submission: id });
}
