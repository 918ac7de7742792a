import type { Media } from '../media/media';
import type { Evidence, Question } from './question';
import type { EvidenceKind } from './weights';

/**
 * The duration that the player states against the runtime that the tracker states, both in seconds. A tracker
 * that answers without `names` answers without runtimes too, which is no evidence.
 */
export function lengthEvidence(
  { type, runtime = 0 }: Media,
  { duration, names = false }: Pick<Question, 'duration' | 'names'>,
): readonly Evidence[] {
  if (duration === undefined || duration <= 0) return [];
  if (runtime < shortestRuntime) return names ? [{ kind: 'runtime-unknown' }] : [];
  const ratio = duration / runtime;
  return [{ kind: type === 'movie' ? ofFilm(ratio, runtime) : ofEpisode(ratio) }];
}

function ofFilm(ratio: number, runtime: number): EvidenceKind {
  // A film database rounds to minutes.
  const tolerance = Math.max(0.015, 90 / runtime);
  const isAbout = (expected: number, apart: number) => Math.abs(ratio - expected) <= apart;
  if (isAbout(1, tolerance)) return 'runtime';
  if (isAbout(24 / 25, tolerance)) return 'runtime-faster';
  if (isAbout(1, 0.06)) return 'runtime-near';
  if (isAbout(1, 0.12)) return 'runtime-far';
  return ratio < 0.6 ? 'runtime-clip' : 'runtime-differs';
}

/** Episodes of a series differ among each other, and double episodes are shown as one. */
function ofEpisode(ratio: number): EvidenceKind {
  const distance = Math.abs(ratio - 1);
  if (distance <= 0.08) return 'length';
  if (distance <= 0.15) return 'length-near';
  if (ratio < 0.4) return 'runtime-clip';
  return ratio > 0.6 && ratio < 1.6 ? 'length-far' : 'runtime-differs';
}

/** Seconds. A catalogue that states less has no runtime for this title, or one in another unit. */
const shortestRuntime = 60;
