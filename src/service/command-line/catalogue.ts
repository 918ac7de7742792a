import { packPathIn, type PackState } from '../catalogue/pack/create-pack';
import { packOfTracker, userAgentOf } from '../catalogue/pack/pack-of-tracker';
import type { PackCounts } from '../catalogue/pack/write-pack';
import { addressesOf } from '../catalogue/sources/source-addresses';
import { CommandError, type Command } from './command';

/** Milliseconds between two lines of the progress. */
const PROGRESS_MS = 5000;

/** Fetches the offline pack, or what it lacks. Ctrl+C stops it, and the next call continues. */
export const updateCatalogue: Command = async ({ options: { data }, write }) => {
  const pack = packOfTracker({
    path: packPathIn(data),
    now: Date.now,
    addresses: addressesOf(process.env),
    fetch,
    userAgent: userAgentOf(process.env['MATINEE_CONTACT'] || undefined),
  });
  const end = () => void pack.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const progress = setInterval(() => void write(describe(pack.state()) + '\n'), PROGRESS_MS);
  try {
    const result = await pack.update();
    const state = pack.state();
    if (result === 'busy') throw new CommandError('An update is under way already.');
    if (result === 'failed')
      throw new CommandError(
        `${state.problem ?? 'A source cannot be reached'}. Try again later: it goes on.`,
      );
    return [describe(state), result === 'complete' ? 'Complete.' : 'Stopped. The next update goes on.'];
  } finally {
    clearInterval(progress);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await pack.close();
  }
};

function describe({ counts, bytes = 0, problem }: PackState): string {
  if (counts === undefined || counts.wanted === 0) return problem ?? 'Fetching the list of works';
  const of = (known: number, all: number) => `${String(known)} of ${String(all)}`;
  const { fetched, wanted, asked, series }: PackCounts = counts;
  const size = `${String(Math.round(bytes / 1e6))} MB`;
  const line = `${of(fetched, wanted)} works, episodes of ${of(asked, series)} series, ${size}`;
  return problem === undefined ? line : `${line} (${problem})`;
}
