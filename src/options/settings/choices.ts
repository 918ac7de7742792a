import type { Settings } from '../../core/settings/settings';
import { language, text } from '../../platform/browser/i18n';
import { percent } from '../../ui/text/format';

type Choice<Value> = Readonly<{ value: Value; label: string }>;

/** Seconds. */
const INTERVALS = [30, 60, 120, 300, 600];
const LENGTHS = [0, 30, 60, 180, 300, 600, 1200];

/** Times between two updates. A current value that is not in the list (from a backup) is added. */
export function intervals(current: number): readonly Choice<number>[] {
  return withCurrent(INTERVALS, current).map((value) => ({ value, label: duration(value) }));
}

/**
 * How much must be played before an item can count as watched. 0 is the minimum that always applies: a
 * minute.
 */
export function evidences(): readonly Choice<Settings['evidence']>[] {
  return ([0, 0.25, 0.5, 0.8] as const).map((value) => ({
    value,
    label: value === 0 ? duration(60) : percent(value),
  }));
}

/** Lengths below which an item is skipped. A current value that is not in the list is added. */
export function lengths(current: number): readonly Choice<number>[] {
  return withCurrent(LENGTHS, current).map((value) => ({
    value,
    label: value === 0 ? text('scrobbling_no_minimum') : duration(value),
  }));
}

function withCurrent(offered: readonly number[], current: number): readonly number[] {
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b);
}

function duration(seconds: number): string {
  const minutes = seconds >= 60 && seconds % 60 === 0;
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: minutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(minutes ? seconds / 60 : seconds);
}
