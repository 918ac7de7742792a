import { agrees, isReadable, type Item } from '../../core/media/item';
import type { PageSnapshot, SnapshotReader } from '../reader/snapshot';

/**
 * Reads with a connector on trial and with its previous version. If both name what plays, the new one must
 * name the same, with no field less; otherwise the previous version's reading counts, so that nothing wrong
 * is recorded.
 */
export function createTrialReader(readNew: SnapshotReader, readFormer: SnapshotReader): SnapshotReader {
  let [before, now]: (PageSnapshot | undefined)[] = [];
  return async (address, _, occasion) => {
    // During an advertisement, and on an unchanged page, each of the two keeps its last reading.
    before = await readFormer(address, before, occasion);
    now = await readNew(address, now, occasion);
    if (!isOwn(before)) return isOwn(now) ? { ...now, trial: true } : now;
    if (isAsGood(before.reading, now?.reading)) return { ...now, trial: true };
    return { ...before, trial: false, worse: worseField(before.reading, now?.reading) };
  };
}

type TrialReading = NonNullable<PageSnapshot['reading']>;

/** The connector's own sources name what plays. */
function isOwn(
  snapshot: PageSnapshot | undefined,
): snapshot is PageSnapshot & Readonly<{ reading: TrialReading }> {
  const reading = snapshot?.reading;
  return reading !== undefined && !reading.degraded && isReadable(reading.item as Partial<Item>);
}

function isAsGood({ item }: TrialReading, now: TrialReading | undefined): boolean {
  if (now === undefined || now.degraded || countFields(now.item) < countFields(item)) return false;
  return agrees(item as Partial<Item>, now.item as Partial<Item>);
}

/** The first field that differs, with the new connector's source that gave it: `title1`, `year-`. */
function worseField({ item }: TrialReading, now: TrialReading | undefined): string {
  const { ids: _ids, ...fields } = item;
  const read: Readonly<Record<string, unknown>> | undefined = now?.item;
  const [name = 'ids'] =
    Object.entries(fields).find(([key, value]) => JSON.stringify(value) !== JSON.stringify(read?.[key])) ??
    [];
  return name + (new RegExp(`${name}(\\d+)`).exec(now?.ladder ?? '')?.[1] ?? '-');
}

function countFields({ ids, ...fields }: TrialReading['item']): number {
  return Object.values({ ...fields, ...ids }).filter((value) => value !== undefined).length;
}
