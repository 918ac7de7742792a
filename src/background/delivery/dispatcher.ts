import { startCooldown, isAhead, noCooldown, readCooldown, type Cooldown } from '../../core/outbox/backoff';
import { dueAt, dueEntries, nextDue, type Due } from '../../core/outbox/schedule';
import { itemKey } from '../../core/media/item-key';
import { applyResponse, retryDelay, type Outcome } from '../../core/outbox/apply-response';
import { pendingOf, type OutboxEntry, type Pending } from '../../core/outbox/outbox-entry';
import { readBucket, scrobbleRule, takeToken, type Bucket } from '../../core/outbox/token-bucket';
import { forgetAlarm, wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import { storageItem } from '../../platform/storage/storage-item';
import { scrobbleInput } from '../../tracker/scrobble-input';
import { TrackerError } from '../../tracker/tracker-error';
import { accountKey, currentToken, refuseToken } from '../account/account';
import { logActivity } from '../state/activity-log';
import { allEntries, changeEntries, changeEntry, entryOf, tidyOutbox } from '../state/outbox-store';
import { forgetMatch, resolve } from './resolver';
import { openSessions } from '../state/tab-state';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

export const outboxAlarm = 'outbox';

/** Tells whoever shows an entry that something about it has changed. */
export type EntryChanged = (sessionId: string) => Promise<void>;

/**
 * Sends what is due, one update after the other in the order of the evening, and sets the alarm for what is not yet
 * due. Runs after every stored update, on the alarm, at the start of the browser and after a sign-in. Being stopped at
 * any point loses nothing: an update leaves the outbox only by its answer, and to send one twice is harmless.
 */
export async function dispatchDue(context: AppContext, changed: EntryChanged): Promise<void> {
  let goOn = true;
  for (let due = await dueNow(context); goOn && due.length > 0; due = goOn ? await dueNow(context) : []) {
    // Should the worker not live to set a better one: somebody comes back for the rest.
    await wakeAt(outboxAlarm, context.now() + safetyAlarmSeconds * 1000);
    for (const one of due) {
      goOn = await deliverOne(context, one);
      await changed(one.id);
      if (!goOn) break;
    }
  }
  await tidyOutbox(context, await openSessions());
  const at = await nextTime(context);
  if (at === undefined) await forgetAlarm(outboxAlarm);
  else await wakeExactlyAt(outboxAlarm, at);
}

/** False when going on is pointless now: signed out, or the tracker itself is in trouble. */
async function deliverOne(context: AppContext, { id, blockedByEarlier }: Due): Promise<boolean> {
  const [token, account, gate, due] = await Promise.all([
    currentToken(context),
    accountKey(context),
    cooldownStore.get(),
    entryOf(context, id),
  ]);
  if (token === undefined || isAhead(gate.until, context.now())) return false;
  // Dropped, parked or settled since the list was made.
  if (due === undefined || dueAt(due, account, context.now()) > context.now()) return true;
  const matched =
    due.match.state === 'matched' ? { entry: due, goOn: true } : await resolveEntry(context, due, token);
  const { entry } = matched;
  const pending = entry === undefined ? undefined : pendingOf(entry);
  if (entry === undefined || pending === undefined || entry.match.state !== 'matched') return matched.goOn;
  if (blockedByEarlier) {
    // The tracker has learnt of the title: the earlier viewings go first, in the next round.
    const key = itemKey(entry.item);
    await changeEntries(context, (one) =>
      one.match.state === 'unmatched' && itemKey(one.item) === key
        ? { ...one, match: { state: 'open' } }
        : one,
    );
    return matched.goOn;
  }
  const { media } = entry.match;
  const wait = await spendToken(context);
  if (wait > 0) {
    await cooldownStore.set({ ...gate, until: context.now() + wait * 1000 });
    return false;
  }
  const { position, duration } = pending.position;
  const outcome = await attempt(async () =>
    (await tracker(context)).scrobble(scrobbleInput(media, position, duration)),
  );
  if (outcome.kind === 'gone') await forgetMatch(context, entry.item);
  await logActivity(context, entry, pending, outcome);
  return applyOutcome(context, id, { pending, outcome, token });
}

/** Resolves an entry's item; no entry when the tracker could not be asked. */
async function resolveEntry(
  context: AppContext,
  entry: OutboxEntry,
  token: string,
): Promise<{ readonly entry?: OutboxEntry; readonly goOn: boolean }> {
  const pending = pendingOf(entry);
  if (pending === undefined) return { goOn: true };
  const found: OutboxEntry['match'][] = [];
  const outcome = await attempt(async () => {
    found.push(
      await resolve(context, {
        item: entry.item,
        readConfidence: entry.readConfidence,
        duration: pending.position.duration,
      }),
    );
  });
  const [resolved] = found;
  if (resolved === undefined)
    return { goOn: await applyOutcome(context, entry.id, { pending, outcome, token }) };
  const known =
    resolved.state === 'unmatched'
      ? { ...resolved, retryAt: retryDelay(resolved.retryAt, entry, context.now()) }
      : resolved;
  const after = await changeEntry(context, entry.id, (now) => {
    // Meanwhile the page told more of it, or the person has decided.
    if (now.match.state === 'matched' || itemKey(now.item) !== itemKey(entry.item)) return now;
    const { trouble: _, ...rest } = now;
    return { ...rest, match: known, attempts: 0 };
  });
  return { ...defined({ entry: after }), goOn: true };
}

/** Puts the answer into the entry and the gate; true when the next entry may be tried at once. */
async function applyOutcome(
  context: AppContext,
  id: string,
  {
    pending,
    outcome,
    token,
  }: { readonly pending: Pending; readonly outcome: Outcome; readonly token: string },
): Promise<boolean> {
  if (outcome.kind === 'signed-out') await refuseToken(context, token);
  await changeEntry(context, id, (now) =>
    applyResponse(now, pending, outcome, context.now(), context.random()),
  );
  switch (outcome.kind) {
    case 'accepted':
    case 'conflict':
    case 'gone':
    case 'refused':
      // A refusal concerns one update; and it shows that the tracker is well.
      await setCooldown(noCooldown);
      return true;
    case 'later':
      await setCooldown(startCooldown(await cooldownStore.get(), context.now(), context.random(), outcome));
      return false;
    case 'malformed':
      await setCooldown(startCooldown(await cooldownStore.get(), context.now(), context.random(), {}));
      return false;
    case 'signed-out':
      return false;
  }
}

async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof TrackerError) return outcomeOf(error);
    throw error;
  }
}

/** Every way in which the tracker can answer, or fail to, as what it means for an update. */
export function outcomeOf(error: TrackerError): Outcome {
  const trouble = {
    code: error.code,
    message: error.message,
    ...defined({ status: error.status }),
  };
  switch (error.code) {
    case 'unauthorized':
      return { kind: 'signed-out', trouble };
    case 'not-found':
      // Without the error record it is not the operation that answers: a wrong base address, or a proxy.
      return error.reason === undefined ? { kind: 'later', trouble } : { kind: 'gone', trouble };
    case 'conflict':
      return { kind: 'conflict', trouble };
    case 'forbidden':
    case 'validation':
    case 'too-large':
      return { kind: 'refused', trouble };
    case 'malformed':
      return { kind: 'malformed', trouble };
    case 'network':
    case 'timeout':
    case 'rate-limited':
    case 'server':
      return {
        kind: 'later',
        trouble,
        offline: error.code === 'network',
        ...defined({ retryAfter: error.retryAfter }),
      };
  }
}

/** What may be sent at this moment, oldest first. */
async function dueNow(context: AppContext): Promise<readonly Due[]> {
  const [token, account, gate] = await Promise.all([
    currentToken(context),
    accountKey(context),
    cooldownStore.get(),
  ]);
  if (token === undefined || isAhead(gate.until, context.now())) return [];
  return dueEntries(await allEntries(context), account, context.now());
}

async function nextTime(context: AppContext): Promise<number | undefined> {
  if ((await currentToken(context)) === undefined) return undefined;
  const [account, gate, entries] = await Promise.all([
    accountKey(context),
    cooldownStore.get(),
    allEntries(context),
  ]);
  const at = nextDue(entries, account, context.now());
  return at === undefined
    ? undefined
    : Math.max(isAhead(gate.until, context.now()) ? gate.until : 0, context.now(), at);
}

async function setCooldown(gate: Cooldown): Promise<void> {
  const before = await cooldownStore.get();
  if (before.attempts !== gate.attempts || before.until !== gate.until) await cooldownStore.set(gate);
}

/** Survives the browser: a tracker that asked for an hour of peace gets it. */
export const cooldownStore = storageItem<Cooldown>({
  area: 'local',
  key: 'gate',
  read: readCooldown,
});

const bucketStore = storageItem<Bucket | undefined>({
  area: 'session',
  key: 'scrobble-bucket',
  read: readBucket,
});

/** Takes one call from the budget of all tabs; otherwise the seconds until there is one. */
async function spendToken(context: AppContext): Promise<number> {
  const taken = takeToken(await bucketStore.get(), scrobbleRule, context.now());
  await bucketStore.set(taken.bucket);
  return taken.taken ? 0 : taken.waitSeconds;
}

/** An alarm this far ahead is always set before work begins, in case the worker does not live to set a better one. */
const safetyAlarmSeconds = 30;
