import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import type { AttestedLabel } from './attested';

/** `read`: as it is stated; `held`: not read though stated, or stated uncertainly; `wrong`: anything else. */
export type LabelOutcome = 'read' | 'held' | 'wrong';

export interface LabelCounts {
  readonly read: number;
  readonly held: number;
  readonly wrong: number;
}

/** A label that has no number, or no certain one, must give none; one that has them may be held at worst. */
export function outcomeOf([, label, expected]: AttestedLabel): LabelOutcome {
  const found = parseSeasonEpisode(label);
  const { season, episode } = found ?? {};
  const isEmpty = season === undefined && episode === undefined;
  if (typeof expected === 'string') return isEmpty ? expectedOutcome[expected] : 'wrong';
  if (season === expected[0] && episode === expected[1]) return 'read';
  return isEmpty ? 'held' : 'wrong';
}

/** That a text has no number is read rightly too. */
const expectedOutcome = { held: 'held', none: 'read' } as const;

export function countLabels(labels: readonly AttestedLabel[]): LabelCounts {
  const outcomes = labels.map(outcomeOf);
  const count = (outcome: LabelOutcome) => outcomes.filter((one) => one === outcome).length;
  return { read: count('read'), held: count('held'), wrong: count('wrong') };
}
