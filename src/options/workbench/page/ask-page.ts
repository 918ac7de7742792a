import type * as z from 'zod/mini';
import { isRecord } from '../../../core/values/is-record';
import { MessageError, send } from '../../../platform/messaging/send';
import { withProof } from '../../../protocol/definition/check-imported';
import {
  pageFactsSchema,
  pickSchema,
  snapshotSchema,
  trialSchema,
  type WorkbenchQuestion,
} from '../../../protocol/workbench';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields, type PageFacts, type TaughtField } from '../../../core/workbench/page-facts';
import type { DraftPath } from '../draft/use-draft';
import { useEffect, useState } from 'preact/hooks';

/** Schemas of a page's answers, by the kind of question. */
const answers = {
  describe: pageFactsSchema,
  try: trialSchema,
  pick: pickSchema,
  picked: pickSchema,
  leave: pickSchema,
  snapshot: snapshotSchema,
} as const satisfies Readonly<Record<WorkbenchQuestion['kind'], z.ZodMiniType>>;

type PageAnswer<Kind extends WorkbenchQuestion['kind']> = z.output<(typeof answers)[Kind]>;

/**
 * Asks the picker script in a tab, and validates the answer. Sends nothing to the tracker. Rejects with a
 * `MessageError`: `invalid-definition`, `page-closed`, `page-silent` or `page-odd`.
 */
export async function askPage<Kind extends WorkbenchQuestion['kind']>(
  tabId: number,
  question: WorkbenchQuestion & Readonly<{ kind: Kind }>,
): Promise<PageAnswer<Kind>> {
  const asked: WorkbenchQuestion =
    'definition' in question ? { ...question, definition: withProof(question.definition) } : question;
  const envelope = await send('workbench.ask', { tabId, question: { ...asked } });
  if (!isRecord(envelope) || !('value' in envelope))
    throw new MessageError('page-silent', 'The page did not answer.');
  const read = answers[question.kind].safeParse(envelope['value']);
  if (!read.success)
    throw new MessageError('page-odd', 'The answer of the page does not have the expected form.');
  return read.data as PageAnswer<Kind>;
}

/**
 * The value that the page last showed for each field: labels over a player disappear while the pointer rests.
 */
export function lastSeen(
  value: unknown,
  item: DraftPath,
  facts: PageFacts | undefined,
): Readonly<Partial<Record<TaughtField, string>>> {
  const found = taughtFields.flatMap((field) => {
    const sources = valueAt(value, [...item, field]);
    const known = Array.isArray(sources) ? sources.map((source) => JSON.stringify(source)) : [];
    const shown = facts?.fields[field]?.find(({ source }) => known.includes(JSON.stringify(source)));
    return shown === undefined ? [] : [[field, shown.value] as const];
  });
  return Object.fromEntries(found);
}

/** Milliseconds between two polls. */
const INTERVAL = 1_500;

/**
 * What the page states, or stated during playback. Polled while the workbench is visible. `undefined` if not
 * `wanted`.
 */
export function useFound(tabId: number | undefined, wanted: boolean): PageFacts | undefined {
  const [facts, setFacts] = useState<PageFacts>();
  useEffect(() => {
    if (tabId === undefined || !wanted) return undefined;
    const ending = new AbortController();
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // The error is ignored: if the page was closed, the trial shows that in the panel.
      const answer = await askPage(tabId, { kind: 'describe' }).catch(() => undefined);
      if (!ending.signal.aborted && answer !== undefined) setFacts(answer as PageFacts);
    };
    void ask();
    const timer = setInterval(() => void ask(), INTERVAL);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [tabId, wanted]);
  return wanted ? facts : undefined;
}
