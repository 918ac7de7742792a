import { nextStep, withFacts, type HistoryChange, type ChangeStep } from '../../core/outbox/history-change';
import { changesStore } from '../../platform/storage/stores';
import { forgetAlarm, wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import type { Outcome } from '../../core/outbox/entry-change';
import type { DeliveryError } from '../../core/outbox/outbox-entry';
import { trackerAt, trackerOffers } from '../account/tracker-client';
import { refuseToken } from '../account/account';
import type { AppContext, RunExclusive } from '../context/context';
import { updateCooldown, attempt, sendConditions, type SendConditions } from './apply-outcome';
import { currentCooldown } from '../state/rate-gate';
import { performDocumentedStep, performStep, type ViewingFacts } from './perform-step';

export const CHANGES_ALARM = 'history-changes';

/**
 * Makes the tracker's history what people want it to be, one request at a time. Every request may be sent
 * twice: the worker may be stopped, or an answer lost, at any point.
 */
export async function deliverChanges(context: AppContext, runExclusive: RunExclusive): Promise<void> {
  for (;;) {
    const due = (await changesStore.get()).flatMap((change) => {
      const step = change.trouble === undefined ? nextStep(change) : undefined;
      return step === undefined ? [] : [{ change, step }];
    });
    if (due.length === 0) return forgetAlarm(CHANGES_ALARM);
    const conditions = await sendConditions(context);
    const { until } = await currentCooldown();
    if (until > context.now()) return wakeExactlyAt(CHANGES_ALARM, until);
    const own = due.find(({ change }) => change.account === conditions?.account);
    // Changes of accounts that are not signed in are delivered after their sign-in.
    if (conditions === undefined || own === undefined) return forgetAlarm(CHANGES_ALARM);
    // If the worker is stopped before the answer arrives, this alarm resumes the work.
    await wakeAt(CHANGES_ALARM, context.now() + ALARM_MILLISECONDS);
    await deliverStep(context, own, conditions, runExclusive);
  }
}

async function deliverStep(
  context: AppContext,
  { change, step }: Readonly<{ change: HistoryChange; step: ChangeStep }>,
  { baseUrl, token }: SendConditions,
  runExclusive: RunExclusive,
): Promise<void> {
  const store = (facts: ViewingFacts, more?: Partial<HistoryChange>) =>
    runExclusive(async () => {
      const all = await changesStore.get();
      const isThis = (one: HistoryChange) => one.id === change.id && one.account === change.account;
      await changesStore.set(
        all.map((one) => (isThis(one) ? { ...withFacts(one, step.index, facts), ...more } : one)),
      );
    });
  await store(doubtOf(change, step));
  let facts: ViewingFacts = {};
  const outcome = await attempt(async () => {
    const tracker = trackerAt(context, baseUrl, async () => token);
    const hasOwn = (await trackerOffers(context, baseUrl)).has(OWN_OPERATION[step.kind]);
    facts = hasOwn
      ? await performStep(tracker, change, step, context.newId)
      : await performDocumentedStep(tracker, change, step);
  });
  const trouble = refusalOf(outcome);
  await store(facts, { trouble });
  if (outcome.kind === 'signed-out') await refuseToken(context, token);
  if (trouble === undefined) await updateCooldown(context, outcome);
}

/** The answer may be lost: until it arrives, the tracker may or may not have made the change. */
function doubtOf({ viewings }: HistoryChange, { kind, index }: ChangeStep): ViewingFacts {
  const rated = viewings[index]?.rated;
  if (kind === 'rate') return rated === undefined ? {} : { rated: { before: rated.before } };
  return kind === 'find' ? {} : { is: undefined };
}

/**
 * Why the tracker will never make the change: it refuses, or it lacks the operation, which is ours and not
 * part of API v1.
 */
function refusalOf(outcome: Outcome): DeliveryError | undefined {
  if (!('trouble' in outcome)) return undefined;
  const { kind, trouble } = outcome;
  return kind === 'refused' || trouble.status === 404 || trouble.status === 405 ? trouble : undefined;
}

/** The operation that a tracker must offer for each step; without it the documented ones are used. */
const OWN_OPERATION: Readonly<Record<ChangeStep['kind'], string>> = {
  find: 'PUT /matinee/history/{id}',
  put: 'PUT /matinee/history/{id}',
  remove: 'PUT /matinee/history/{id}',
  rate: 'PUT /matinee/ratings',
};

const ALARM_MILLISECONDS = 30_000;
