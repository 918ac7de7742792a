import { storageItem } from '../../platform/storage/storage-item';
import type { CachedMatch } from '../context/database';

/** Answers that the disk does not take, in memory of the browser: else each is asked for again and again. */
export const unwrittenMatchesStore = storageItem<readonly CachedMatch[]>({
  area: 'session',
  key: 'unwritten-matches',
  read: (stored) => (Array.isArray(stored) ? (stored as readonly CachedMatch[]) : []),
});

export async function unwrittenMatch(key: string): Promise<CachedMatch | undefined> {
  return (await unwrittenMatchesStore.get()).find((match) => match.key === key);
}

export async function keepUnwrittenMatch(match: CachedMatch): Promise<void> {
  const others = (await unwrittenMatchesStore.get()).filter(({ key }) => key !== match.key);
  await unwrittenMatchesStore.set([...others, match].slice(-MOST_MATCHES));
}

const MOST_MATCHES = 50;
