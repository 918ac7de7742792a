import assert from 'node:assert/strict';
import { itemKey } from '../../../src/core/media/item-key';
import { enqueueFor, sessionIdOf } from '../../../src/core/outbox/session-entries';
import { earlierEvidence } from '../../../src/core/session/earlier-evidence';
import { evidenceAfter } from '../../../src/core/session/evidence-after';
import { isResumption } from '../../../src/core/session/recently-watched';
import { reduceSession } from '../../../src/core/session/reducer';
import type { Session, Update } from '../../../src/core/session/session';
import type { Rules, Transition } from '../../../src/core/session/transition';
import { defined } from '../../../src/core/values/defined';
import { noteReport } from './model-oracle';
import { filmOf, type Model } from './model-state';

/** What a report states instead of the film's own playback. */
interface ReportOptions {
  readonly seekFrom?: number;
  readonly rate?: number;
  readonly gate?: 'ad';
  readonly position?: number;
  readonly duration?: number;
  readonly source?: string;
  readonly leaving?: boolean;
}

/** The page reports, and the worker takes one step. */
export function report(
  model: Model,
  { seekFrom, gate, leaving = false, ...playback }: ReportOptions = {},
): void {
  const { item, duration } = filmOf(model);
  const observation = {
    siteId: 'cinema',
    leaving,
    at: model.now,
    reading: { item, identity: itemKey(item), confidence: 1 },
    playback: {
      state: model.state,
      position: model.position,
      duration,
      rate: 1,
      at: model.now,
      source: `film-${model.film}`,
      ...playback,
      ...defined({ seekFrom }),
    },
    ...defined({ gate }),
  };
  const isKept = persist(model, reduceSession(model.stored.watching, observation, rulesOf(model)));
  if (isKept && playback.duration === undefined) noteReport(model);
}

/** What is not stored is lost, and what is stored is what JSON can hold. */
export function restartWorker(model: Model): void {
  model.stored = JSON.parse(JSON.stringify(model.stored)) as Model['stored'];
}

function rulesOf(model: Model): Rules {
  const { account, now } = model;
  const { recent, earlier } = model.stored;
  const seenEarlier: Rules['earlierEvidence'] = (item, duration) =>
    earlierEvidence(earlier, { account, key: itemKey(item), duration }, now);
  return {
    interval: 120,
    evidence: 0,
    minimumLength: 30,
    films: true,
    episodes: true,
    now,
    newId: () => `s${model.ids++}`,
    earlierEvidence: seenEarlier,
    // As in rules-of.ts, which reads the settings anew: too slow for so many reports.
    isResumption: (item, position, duration) =>
      isResumption(recent, itemKey(item), position, duration, now) && !seenEarlier(item, duration)[0],
  };
}

/** Stores a transition as the worker does: the outbox first. Returns whether the session was stored. */
function persist(model: Model, transition: Transition): boolean {
  const { watch, updates, closed, wasAd = false } = transition;
  const session = closed ?? watch.session;
  if (session !== undefined) for (const update of updates) storeUpdate(model, session, update);
  if (updates.length > 0 || closed !== undefined) keepEvidence(model, transition);
  if (closed !== undefined && wasAd) forgetAd(model, closed);
  // The next worker finds out that a tab was closed; any other step is repeated by the next report.
  const isKept = !model.stopsWhileStoring || closed !== undefined;
  if (isKept) model.stored.watching = watch;
  else restartWorker(model);
  model.stopsWhileStoring = false;
  return isKept;
}

function storeUpdate(model: Model, session: Session, update: Update): void {
  assert(update.position >= 0 && update.position <= update.duration, 'a position outside of the film');
  const { stored, account } = model;
  const { id, item } = session;
  const facts = { id, account, siteId: 'cinema', item, readConfidence: 1, private: false };
  const entries = Object.values(stored.outbox).filter((entry) => sessionIdOf(entry.id) === id);
  const entry = enqueueFor(entries, facts, update);
  stored.outbox[entry.id] = entry;
}

function keepEvidence({ stored, account, now }: Model, transition: Transition): void {
  const before = { recentlyWatched: stored.recent, earlier: stored.earlier };
  const { recentlyWatched, earlier } = evidenceAfter(transition, before, { account, private: false, now });
  Object.assign(stored, { recent: recentlyWatched, earlier });
}

function forgetAd({ stored: { outbox } }: Model, { id }: Session): void {
  for (const entry of Object.values(outbox))
    if (sessionIdOf(entry.id) === id && !entry.confirmed) delete outbox[entry.id];
}
