import { useEffect, useRef, useState } from 'preact/hooks';
import type { Definition } from '../../../protocol/definition/definition';
import type { Match } from '../../../core/outbox/outbox-entry';
import type { Trial } from '../../../protocol/workbench';
import { errorText } from '../../../ui/text/error-text';
import { defined } from '../../../core/values/defined';
import { send } from '../../../platform/messaging/send';
import type { MessageInput } from '../../../protocol/messages/messages';
import { askPage } from '../page/ask-page';
import { isReadable, type Item } from '../../../core/media/item';

export type TrialView = Readonly<{
  trial?: Trial;
  /** The tracker's match for what the draft reads. */
  match?: Match | undefined;
  error?: string;
  /** Why the draft may not be put into use; `untried` until the page has answered. */
  againstUse?: ReasonAgainstUse | 'untried' | undefined;
}>;

/** Milliseconds between two readings. */
const INTERVAL = 1_000;

/**
 * Polls what a draft reads in a tab while this page is visible, and asks the tracker for a match. Nothing is
 * recorded. With `isRepair`, the draft is known to read other pages, so a page without a title is no
 * objection.
 */
export function useTrial(
  tabId: number | undefined,
  definition: Definition | undefined,
  isRepair: boolean,
): TrialView {
  const [{ tried, ...view }, setView] = useState<TrialView & Readonly<{ tried?: string }>>({});
  const text = JSON.stringify(definition) as string | undefined;
  const isRead = useRef<string>(undefined);
  useEffect(() => {
    if (tabId === undefined || definition === undefined) return undefined;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const repeat = async () => {
      if (document.visibilityState === 'visible') {
        const next = await tryIn(tabId, definition);
        if (ended) return;
        if (next.trial !== undefined && isReady(next.trial)) isRead.current = text;
        const before = isRepair || isRead.current === text;
        setView(withReason(next, before, text));
      }
      if (!ended) timer = setTimeout(() => void repeat(), INTERVAL);
    };
    void repeat();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [tabId, text]);
  const shown = { ...view, match: useMatch(view.trial) };
  return tabId === undefined || tried === text ? shown : { ...shown, againstUse: 'untried' };
}

/** Adds the reason against use. A closed page gives no new one. */
function withReason({ trial, ...next }: TrialView, before: boolean, tried = '') {
  if (trial !== undefined) return { ...next, trial, tried, againstUse: reasonAgainstUse(trial, before) };
  return { ...next, tried, againstUse: before ? undefined : ('untried' as const) };
}

async function tryIn(tabId: number, definition: Definition): Promise<TrialView> {
  try {
    return { trial: await askPage(tabId, { kind: 'try', definition }) };
  } catch (error) {
    return { error: errorText(error) };
  }
}

type MatchAnswer = Readonly<{
  asked: string;
  /** `undefined`: nobody is signed in, or the tracker cannot be asked now. */
  match: Match | undefined;
}>;

/**
 * The tracker's match for a complete item. It is requested once per item and duration, and again while the
 * tracker is unavailable. Nothing is recorded. Its state is `open` until the answer arrives.
 */
function useMatch(trial: Trial | undefined): Match | undefined {
  const [answer, setAnswer] = useState<MatchAnswer>();
  const asked = trial === undefined ? undefined : questionOf(trial);
  useEffect(() => {
    if (asked === undefined) return undefined;
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const match = await send('workbench.match', JSON.parse(asked) as MatchQuestion).catch(() => undefined);
      if (ended) return;
      setAnswer({ asked, match: match ?? undefined });
      // The answer may be missing only because the request budget is used up for a moment.
      if (match == null) timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [asked]);
  if (asked === undefined) return undefined;
  return answer?.asked === asked ? answer.match : { state: 'open' };
}

const AGAIN_MS = 10_000;

type MatchQuestion = MessageInput<'workbench.match'>;

/** The request as text. It stays equal while the same item plays. */
function questionOf(trial: Trial): string | undefined {
  const { reading, playback, language } = trial;
  if (reading === undefined || !isReady(trial)) return undefined;
  const duration = Math.round(playback?.duration ?? 0);
  return JSON.stringify({
    item: { ...defined({ language }), ...reading.item },
    ...defined({ duration: duration > 0 ? duration : undefined }),
  });
}

type MissingPart = 'other_page' | 'gate' | 'implausible' | 'missing' | 'play';

/** The first condition for recording that the page does not meet. */
export function missingPart(trial: Trial): MissingPart | undefined {
  if (trial.page === undefined) return 'other_page';
  if (trial.gate !== undefined || trial.reading?.gated === true) return 'gate';
  if (trial.reading?.implausible === true) return 'implausible';
  if (!isComplete(trial.reading)) return 'missing';
  return hasLength(trial) ? undefined : 'play';
}

/** Without a duration, the match here would have less evidence than that of a real report. */
function hasLength({ playback }: Trial): boolean {
  return playback !== undefined && playback.duration > 0;
}

/** Whether the draft would record the page as it is, or as soon as it plays. */
export function isReady(trial: Trial): boolean {
  return ['play', undefined].includes(missingPart(trial));
}

/** Why a draft may not be put into use; `workbench_<name>` is the key of its text. */
type ReasonAgainstUse = 'no_title' | 'still_missing' | 'not_covered';

/**
 * Why a draft may not be put into use on the current page: it would record something else than the playing
 * title, or nothing. `before`: the draft has read the page before, so an ad that shows now is no objection.
 */
export function reasonAgainstUse(trial: Trial, before: boolean): ReasonAgainstUse | undefined {
  const { reading } = trial;
  if (reading?.implausible === true) return 'no_title';
  if (before || isReady(trial)) return undefined;
  if (trial.page === undefined) return 'not_covered';
  return isNamed(reading) ? 'still_missing' : 'no_title';
}

function isNamed(reading: Trial['reading']): boolean {
  if (reading === undefined || reading.degraded) return false;
  const { title, seriesTitle } = reading.item as Partial<Item>;
  return title !== undefined || seriesTitle !== undefined;
}

/** Whether the draft's own sources gave an item that can be sent. */
function isComplete(reading: Trial['reading']): boolean {
  return reading !== undefined && !reading.degraded && isReadable(reading.item as Partial<Item>);
}
