import { coversAddress } from '../../core/hosts/page-address';
import { withUncoveredPlay } from '../../core/settings/uncovered-plays';
import { wakeAt } from '../../platform/browser/alarms';
import type { Sender } from '../../platform/messaging/message-router';
import { healthStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { CATALOGUE_ALARM } from '../state/alarms';
import { readEnvironment, isRecordable } from './environment';
import { definitionsOf, siteOf } from './sites';

/** Milliseconds until the catalogue is asked for a repaired connector. */
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
