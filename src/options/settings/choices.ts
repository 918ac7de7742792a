import type { Settings } from '../../core/settings/settings';
import { language, text } from '../../platform/browser/i18n';
import { percent } from '../../ui/text/format';

type Choice<Value> = { readonly value: Value; readonly label: string };

/** Seconds between two updates. A value from a backup that is none of these is offered as well. */
export function intervals(current: number): readonly Choice<number>[] {
  const offered = [30, 60, 120, 300, 600];
  const all = offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b);
  return all.map((value) => ({ value, label: duration(value) }));
}

/** Nothing counts before a minute was played; the choice is whether that is enough. */
export function evidences(): readonly Choice<Settings['evidence']>[] {
  return ([0, 0.25, 0.5, 0.8] as const).map((value) => ({
    value,
    label: value === 0 ? duration(60) : percent(value),
  }));
}

export function lengths(current: number): readonly Choice<number>[] {
  const offered = [0, 30, 60, 180, 300, 600, 1200];
  const all = offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b);
  return all.map((value) => ({
    value,
    label: value === 0 ? text('scrobbling_no_minimum') : duration(value),
  }));
}

function duration(seconds: number): string {
  const minutes = seconds >= 60 && seconds % 60 === 0;
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: minutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(minutes ? seconds / 60 : seconds);
}
