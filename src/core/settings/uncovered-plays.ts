import type { SiteHealth } from './site-health';

/** The health of a site with one more play on a page that its connector does not cover. */
export function withUncoveredPlay(before: SiteHealth | undefined, path: string, now: number): SiteHealth {
  const shape = pathShape(path);
  const known = Object.entries(before?.uncovered ?? {}).filter(([, { lastAt }]) => now - lastAt < KEPT);
  const plays = (before?.uncovered?.[shape]?.plays ?? 0) + 1;
  const uncovered = { ...Object.fromEntries(known.slice(-MOST_SHAPES)), [shape]: { plays, lastAt: now } };
  return {
    missing: [],
    ...before,
    lastReadAt: now,
    uncovered,
    degraded: before?.degraded === true || plays >= UNCOVERED_AFTER,
  };
}

/** Whether enough has played at addresses of this shape: one play may be a trailer. */
export function isUncoveredShape(health: SiteHealth | undefined, path: string): boolean {
  return (health?.uncovered?.[pathShape(path)]?.plays ?? 0) >= UNCOVERED_AFTER;
}

/**
 * The path without anything that identifies a title. Words that are common in addresses of players stay, a
 * language becomes `xx`, everything else `*`.
 */
export function pathShape(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const shape = parts.slice(0, 8).map((part) => {
    if (WORDS.test(part)) return part;
    return /^[a-z]{2}(?:-[a-z]{2})?$/i.test(part) ? 'xx' : '*';
  });
  return `/${shape.join('/')}`;
}

const WORDS = new RegExp(
  [
    '^(?:watch|play|player|playback|video|videos|vod|tv|movies?|films?|series?|shows?|episodes?|seasons?',
    'titles?|details?|programs?|programmes?|on-demand|stream|streaming|content|media|live',
    'web|app|anime|drama)$',
  ].join('|'),
);

const UNCOVERED_AFTER = 2;
/** Milliseconds: fourteen days. */
const KEPT = 14 * 86_400_000;
const MOST_SHAPES = 9;
