import { nextHealth } from '../../core/settings/site-health';
import { defined } from '../../core/values/defined';
import { wakeAt } from '../../platform/browser/alarms';
import { healthStore, trialsStore, WORSE_READINGS } from '../../platform/storage/stores';
import type { Report } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { CATALOGUE_ALARM } from '../state/alarms';
import type { TabState } from '../state/tab-state';
import { type Site, definitionsOf, siteOf } from './sites';
import { coversAddress } from '../../core/hosts/page-address';
import { withUncoveredPlay } from '../../core/settings/uncovered-plays';
import type { Sender } from '../../platform/messaging/message-router';
import { readEnvironment, isRecordable } from './environment';

/**
 * Records how well a connector reads its site and, for a version on trial, whether it reads as well as the
 * previous version. Enough worse readings end the trial at once, enough good ones at the next check of the
 * catalogue.
 */
export async function recordReading(
  context: AppContext,
  sites: Site[],
  state: TabState,
  { trial: isGood, worse: field, cause }: Pick<Report, 'trial' | 'worse' | 'cause'>,
): Promise<void> {
  await recordHealth(context, state, /pause|end|leave/.test(cause));
  const site = sites.find(({ connector }) => connector.id === state.siteId);
  if (isGood === undefined || site?.origin !== 'tracker' || !site.trial) return;
  const { trial, connector } = site;
  const all = await trialsStore.get();
  const before = all[connector.id];
  const count = before?.trial === trial ? before : { trial, good: 0, worse: 0 };
  const kind = isGood ? 'good' : 'worse';
  const after = { ...count, [kind]: count[kind] + 1, ...defined({ field }) };
  await trialsStore.set({ ...all, [connector.id]: after });
  if (after.worse >= WORSE_READINGS) await wakeAt(CATALOGUE_ALARM, context.now());
}

/** Stored when it changes, and every ten minutes of play. */
async function recordHealth(
  context: AppContext,
  { siteId, reading, watch }: TabState,
  hasPlayed: boolean,
): Promise<void> {
  if (siteId === undefined || reading === undefined) return;
  // Before a session has begun, the page may not have drawn its titles yet.
  if (!watch.session && !(hasPlayed && reading.degraded)) return;
  const all = await healthStore.get();
  const health = nextHealth(all[siteId], reading, context.now());
  if (!health) return;
  // Somebody may have repaired the connector.
  if (health.degraded) await wakeAt(CATALOGUE_ALARM, context.now() + SOON);
  // If the disk is full, recording goes on without it.
  await healthStore.set({ ...all, [siteId]: health }).catch(() => undefined);
}

/**
 * Milliseconds: up to a quarter of an hour. Other installations notice the same fault, and must not ask the
 * tracker at the same moment.
 */
const SOON = 900_000;

/**
 * Something long plays at an address that the connector does not cover: the site may have changed its
 * addresses. Counts the play by the shape of its path only. Pages that the definition excludes on purpose,
 * and the front page, do not count.
 */
export async function recordUncoveredPlay(
  context: AppContext,
  { url: address }: Readonly<{ url: string }>,
  sender: Sender,
): Promise<void> {
  const url = new URL(address);
  const site = await siteOf(address);
  if (sender.frameId !== 0 || site?.state.enabled !== true || url.pathname === '/') return;
  if (!isRecordable(await readEnvironment(context), address, sender.private)) return;
  const { definition } = await definitionsOf(site);
  const isLeftOut = definition.pages.some(({ match: { exclude = [] } }) =>
    exclude.some((pattern) => new RegExp(pattern, 'u').test(url.pathname + url.search + url.hash)),
  );
  if (isLeftOut || coversAddress(definition.pages, url)) return;
  const { id } = site.connector;
  const all = await healthStore.get();
  const health = withUncoveredPlay(all[id], url.pathname, context.now());
  if (health.degraded) await wakeAt(CATALOGUE_ALARM, context.now() + SOON);
  // If the disk is full, recording goes on without it.
  await healthStore.set({ ...all, [id]: health }).catch(() => undefined);
}
