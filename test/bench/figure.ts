/** One measured figure, a row of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Upper limit; undefined when there is none. */
  readonly goal?: number;
  /** How it was measured, when the name does not say it. */
  readonly how?: string;
}

export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly Figure[];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this part of all values is; 0 without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

export function isMet({ value, goal }: Figure): boolean | undefined {
  return goal === undefined ? undefined : value <= goal;
}

/** `12.3 kB`. */
export function textOf(value: number, unit: string): string {
  // Three significant digits: 123, 12.3, 1.23, 0.123.
  const digits = 3 - [1, 10, 100].filter((limit) => Math.abs(value) >= limit).length;
  return `${Number(value.toFixed(digits)).toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`;
}
