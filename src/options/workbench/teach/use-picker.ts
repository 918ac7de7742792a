import { useEffect, useRef, useState } from 'preact/hooks';
import { type PageFacts, type Proposal, taughtFields } from '../../../core/workbench/page-facts';
import { activeTab } from '../../../platform/browser/page-only';
import { showTab } from '../../../platform/browser/tabs';
import { text } from '../../../platform/browser/i18n';
import { fieldKey } from '../../../ui/text/evidence-text';
import type { Definition } from '../../../protocol/definition/definition';
import { askPage } from '../page/ask-page';
import type { Trial } from '../../../protocol/workbench';

/** Milliseconds between two polls for a picked element. */
const POLL_INTERVAL = 300;

/** The page is read again after this many polls. */
const TURNS_PER_LOOK = 4;

const MOST_IN_HINT = 200;

export type Picked = Readonly<{
  field: string;
  text: string;
  proposals: Proposal[];
}>;

export type Picker = Readonly<{
  /** The field for which an element is being picked now. */
  waiting: string | undefined;
  picked: Picked | undefined;
  start(field: string): void;
  clear(): void;
}>;

/** Lets the person pick an element in a tab, then returns to this page with ways to read the element. */
export function usePicker(
  tabId: number | undefined,
  definition: Definition | undefined,
  onError: (error: unknown) => void,
): Picker {
  const [waiting, setWaiting] = useState<string>();
  const [picked, setPicked] = useState<Picked>();
  const turn = useRef(0);
  useEffect(() => () => void (turn.current += 1), []);
  return {
    waiting,
    picked,
    clear: () => setPicked(undefined),
    start(field) {
      if (tabId === undefined) return;
      setPicked(undefined);
      setWaiting(field);
      const own = (turn.current += 1);
      void pick({ tabId, field, definition }, () => turn.current === own, setPicked)
        .catch(onError)
        .finally(() => setWaiting(undefined));
    },
  };
}

type WantedField = Readonly<{
  tabId: number;
  field: string;
  definition: Definition | undefined;
}>;

/**
 * Shows the tab with the picker. Polls until there is a result, another picking begins, or the field is found
 * without picking: labels over a player appear only while the pointer moves.
 */
async function pick(
  wanted: WantedField,
  isCurrent: () => boolean,
  onPicked: (picked: Picked) => void,
): Promise<void> {
  const { tabId, field } = wanted;
  const back = await activeTab();
  const before = await startPicker(wanted);
  for (let turn = 1; isCurrent(); turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_INTERVAL);
    });
    const isFoundNow = !before.isFound && turn % TURNS_PER_LOOK === 0 && (await look(wanted)).isFound;
    const picked = await askPage(tabId, { kind: 'picked' });
    if (picked.state === 'picking' && !isFoundNow) continue;
    if (picked.state === 'picking') await askPage(tabId, { kind: 'leave' });
    if (picked.state === 'picked') onPicked({ field, text: picked.text, proposals: picked.proposals });
    if (back !== undefined) await showTab(back.id);
    return;
  }
}

/** Shows the picker over the page. If the page shows no title, the picker says how to make one appear. */
async function startPicker(wanted: WantedField): Promise<FieldOnPage> {
  const { tabId, field } = wanted;
  const hint = text('workbench_pick_value', text(fieldKey(field)));
  const start = (words: string) =>
    askPage(tabId, { kind: 'pick', field, hint: words.slice(0, MOST_IN_HINT) });
  await start(hint);
  await showTab(tabId);
  const before = await look(wanted);
  if (!before.isNamed && (await askPage(tabId, { kind: 'picked' })).state === 'picking')
    await start(`${text('workbench_show_title')} ${hint}`);
  return before;
}

/** Whether the page shows the field now, or the draft reads it. */
async function look({ tabId, field, definition }: WantedField): Promise<FieldOnPage> {
  const facts = (await askPage(tabId, { kind: 'describe' })) as PageFacts;
  const trial = definition && (await askPage(tabId, { kind: 'try', definition }));
  return fieldOnPage(field, facts, trial);
}

type FieldOnPage = Readonly<{
  /** The page has shown a value for the field, or the draft reads one. */
  isFound: boolean;
  /** The page shows a title: there is something to click. */
  isNamed: boolean;
}>;

/** The site's name in place of a title does not count as found. */
export function fieldOnPage(field: string, { fields }: PageFacts, trial: Trial | undefined): FieldOnPage {
  // Videos and ads can only be picked. They count as found, so that the picker does not end by itself.
  if (!taughtFields.some((one) => one === field)) return { isFound: true, isNamed: true };
  const read = readOf(trial);
  const shown = Object.entries(fields).flatMap(([name, proposals]) =>
    proposals.length > 0 && !(name === 'title' && trial?.reading?.implausible) ? [name] : [],
  );
  return {
    isFound: shown.includes(field) || read[field] !== undefined,
    isNamed: shown.length > 0 || read['title'] !== undefined || read['seriesTitle'] !== undefined,
  };
}

/** The values that the draft's own sources read. */
function readOf(trial: Trial | undefined): Readonly<Record<string, unknown>> {
  const { item = {}, degraded, implausible } = trial?.reading ?? {};
  return degraded === true || implausible === true ? {} : { ...item };
}
