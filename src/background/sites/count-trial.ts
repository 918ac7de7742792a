import { GOOD_READINGS, trialStore, WORSE_READINGS } from '../../platform/storage/tracker-connectors';
import type { AppContext } from '../context/context';
import { lookAtCatalogue } from '../state/catalogue-alarm';
import type { Site } from './sites';

/** Counts a reading of a connector on trial; enough of them end the trial. */
export async function countTrial(
  context: AppContext,
  site: Site | undefined,
  isGood: boolean | undefined,
): Promise<void> {
  if (isGood === undefined || site?.origin !== 'tracker' || !site.trial) return;
  const { trial, connector } = site;
  const store = trialStore(connector.id);
  const before = await store.get();
  const { good, worse } = before?.trial === trial ? before : { good: 0, worse: 0 };
  const count = { trial, good: good + Number(isGood), worse: worse + Number(!isGood) };
  await store.set(count);
  if (count.worse >= WORSE_READINGS || count.good >= GOOD_READINGS) await lookAtCatalogue(context, 0);
}
