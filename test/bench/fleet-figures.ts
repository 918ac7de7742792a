import type { FigureGroup } from './figure';
import { runFleet } from './fleet';

/**
 * The requests of a million viewers to one tracker with an outage, computed with the rules of the extension.
 */
export function measureFleet(quick: boolean): FigureGroup {
  const viewers = quick ? 20_000 : 1_000_000;
  const ours = runFleet({ viewers });
  const careless = runFleet({ viewers, spread: false });
  return {
    title: `${viewers.toLocaleString('en')} viewers of one film in an evening (computed)`,
    figures: [
      {
        name: 'requests per second, busiest',
        value: ours.peak,
        unit: '',
        how: `mean ${ours.mean.toFixed(0)}`,
      },
      {
        name: 'after an outage of the tracker, busiest second',
        value: ours.after.peak,
        unit: '',
        how: `a client that only repeats every half minute: ${careless.after.peak.toFixed(0)}`,
      },
      { name: 'seconds until the load is again what it was', value: ours.after.settledSeconds, unit: 's' },
    ],
  };
}
