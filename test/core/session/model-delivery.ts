import { correctedMedia } from '../../../src/core/media/apply-correction';
import type { Item } from '../../../src/core/media/item';
import { itemKey } from '../../../src/core/media/item-key';
import type { Media } from '../../../src/core/media/media';
import { applyCorrections } from '../../../src/core/outbox/apply-corrections';
import { applyResponse, type Outcome } from '../../../src/core/outbox/apply-response';
import { pendingOf, type Match, type OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { dueEntries, supersededIds } from '../../../src/core/outbox/schedule';
import type { Answer } from './model-commands';
import { correctionOf, mediaOf, type Model } from './model-state';
import { receive } from './model-tracker';

/** The dispatcher sends one update for each answer, as long as there is something to send. */
export function deliver(model: Model, answers: readonly Answer[]): void {
  for (const answer of answers) {
    if (model.signedOut) return;
    const { outbox } = model.stored;
    const [due] = dueEntries(Object.values(outbox), model.account, model.now);
    const entry = due && outbox[due.id];
    if (due === undefined || entry === undefined) return;
    if (due.blockedByEarlier) reopen(model, itemKey(entry.item));
    else send(model, entry, answer);
  }
}

/** The tracker's match is one that the person has to review. */
export function review({ stored: { outbox }, parked }: Model): void {
  const entry = Object.values(outbox).find(({ match, confirmed }) => match.state === 'open' && !confirmed);
  if (entry === undefined) return;
  const media = mediaOf(entry.item);
  parked.push(media.tmdbId);
  outbox[entry.id] = { ...entry, match: { state: 'review', media, confidence: 0.5, candidates: [] } };
}

/** The person chooses another media than the tracker found, or takes that back (`right`). */
export function correct({ stored, now }: Model, item: Item, right: boolean): void {
  const key = itemKey(item);
  const others = stored.corrections.filter((one) => one.key !== key);
  const media = correctionOf(item);
  const own = { id: key, scope: 'item', key, label: key, media, createdAt: now } as const;
  stored.corrections = right ? others : [...others, own];
  for (const entry of Object.values(stored.outbox))
    stored.outbox[entry.id] = applyCorrections(entry, stored.corrections);
}

/** The tracker answers again, the person has decided what waited for that, and time has passed. */
export function drain(model: Model): void {
  for (let round = 0; round < maxRounds && unsentEntries(model).length > 0; round++) {
    model.now += 7_200_000;
    for (const [id, entry] of Object.entries(model.stored.outbox))
      model.stored.outbox[id] = { ...entry, parked: false, match: decided(entry.match) };
    Object.assign(model, { account: round % 2 === 0 ? 'me' : 'you', signedOut: false });
    deliver(model, Array<Answer>(20).fill('ok'));
  }
}

/** What the tracker has not accepted, and still has to. */
export function unsentEntries({ stored: { outbox } }: Model): readonly OutboxEntry[] {
  const entries = Object.values(outbox);
  const superseded = supersededIds(entries);
  return entries.filter((entry) => pendingOf(entry) !== undefined && !superseded.has(entry.id));
}

function decided(match: Match): Match {
  return match.state === 'review' || match.state === 'unmatched' ? { state: 'open' } : match;
}

/** The tracker knows the title now: the viewings before this one are sent first. */
function reopen({ stored: { outbox } }: Model, key: string): void {
  for (const one of Object.values(outbox))
    if (one.match.state === 'unmatched' && itemKey(one.item) === key)
      outbox[one.id] = { ...one, notBefore: 0, match: { state: 'open' } };
}

/** As the worker does: the match is stored first, and decides what is sent. */
function send(model: Model, before: OutboxEntry, answer: Answer): void {
  const { entry, media } = matched(model, before);
  model.stored.outbox[entry.id] = entry;
  const pending = pendingOf(entry);
  if (pending === undefined) return;
  const id = media.tmdbId ?? 0;
  const isReceived = answer === 'ok' || answer === 'lost' || answer === '409' || answer === 'worker stops';
  if (isReceived) receive(model.tracker, { account: model.account, id }, pending.position);
  if (answer === 'worker stops') return;
  if (answer === '400') model.parked.push(id % 10);
  if (answer === '401') model.signedOut = true;
  const sent = { ...pending, media };
  model.stored.outbox[entry.id] = applyResponse(entry, sent, outcomeOf(answer), model.now, 0.5);
  model.now += 1_000;
}

function matched(
  { stored: { corrections } }: Model,
  entry: OutboxEntry,
): { readonly entry: OutboxEntry; readonly media: Media } {
  if (entry.match.state === 'matched') return { entry, media: entry.match.media };
  const corrected = correctedMedia(entry.item, corrections);
  const media = corrected?.media ?? mediaOf(entry.item);
  const by = corrected === undefined ? 'tracker' : 'correction';
  return { entry: { ...entry, match: { state: 'matched', media, confidence: 1, by } }, media };
}

function outcomeOf(answer: Exclude<Answer, 'worker stops'>): Outcome {
  if (answer === 'ok') return { kind: 'accepted' };
  return { ...outcomes[answer], trouble: { code: answer, message: '' } };
}

const outcomes = {
  '409': { kind: 'later' },
  lost: { kind: 'later', offline: true },
  '429': { kind: 'later', retryAfter: 30 },
  'in an hour': { kind: 'later', retryAfter: 3_600 },
  '500': { kind: 'later' },
  garbage: { kind: 'later' },
  '400': { kind: 'refused' },
  '404': { kind: 'gone' },
  '401': { kind: 'signed-out' },
} as const;

/** Rounds of two hours for what is left in the outbox; each account has half of them. */
const maxRounds = 50;
