import type { Definition } from '../../protocol/definition/definition';
import type { SubmittedCase } from '../../protocol/tracker/connector-submission';
import { sha256Of } from '../../protocol/tracker/signatures';
import type { ReleaseStore } from '../store/releases';

type Publication = Readonly<{
  definition: Definition;
  cases: readonly SubmittedCase[];
  /** Percent of the installations that take it. */
  share: number;
  submission?: string;
}>;

/** Publishes a connector with its cases in the next signed list. Returns its version. */
export async function publish(
  releases: ReleaseStore,
  { definition, cases, share, submission }: Publication,
): Promise<number> {
  const body = JSON.stringify({ definition, cases });
  const { id, hosts } = definition;
  return releases.publish({ id, hosts, body, sha256: await sha256Of(body), share, submission });
}
