import type { LadderDays } from './site-health';

/** A field of a site that is read worse than before. */
export type FieldTrouble = Readonly<{
  field: string;
  /**
   * `missing`: no source answers any more; `lower`: only a source of lower rank does; `differs`: the page's
   * structured data states something else.
   */
  kind: 'missing' | 'lower' | 'differs';
  /** Milliseconds since 1970: the first day on which every reading had this trouble. */
  since: number;
}>;

/** With fewer readings, the trouble may be a single bad moment of a page. */
const ENOUGH_READINGS = 2;
const DAY = 86_400_000;

/**
 * The fields that have become worse in the last days, missing ones first. A field is compared with the best
 * source that gave it in most readings of a day.
 */
export function fieldTroubles(days: LadderDays = {}): FieldTrouble[] {
  const known = Object.entries(days)
    .map(([day, ladders]) => ({ day: Number(day), fields: countFields(ladders) }))
    .sort((a, b) => a.day - b.day);
  const names = new Set(known.flatMap(({ fields }) => [...fields.keys()]));
  const troubles = [...names].flatMap((field) => {
    const history = known.flatMap(({ day, fields }) => {
      const count = fields.get(field);
      return count === undefined ? [] : [{ day, ...count }];
    });
    return troubleOf(field, history) ?? [];
  });
  return troubles.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const KINDS: FieldTrouble['kind'][] = ['missing', 'differs', 'lower'];

/** The readings of one field on one day. */
interface FieldCount {
  readings: number;
  differing: number;
  /** By number of the source. */
  readonly answers: Map<number, number>;
}

type FieldDay = FieldCount & Readonly<{ day: number }>;

function countFields(ladders: Readonly<Record<string, number>>): ReadonlyMap<string, FieldCount> {
  const counts = new Map<string, FieldCount>();
  for (const [ladder, times] of Object.entries(ladders)) {
    for (const [, field = '', rung = ''] of ladder.matchAll(/(?<![A-Za-z])([A-Za-z]+)(\d+|-|!)/g)) {
      const count = counts.get(field) ?? { readings: 0, differing: 0, answers: new Map<number, number>() };
      counts.set(field, count);
      if (rung === '!') count.differing += times;
      else count.readings += times;
      if (/\d/.test(rung)) count.answers.set(Number(rung), (count.answers.get(Number(rung)) ?? 0) + times);
    }
  }
  return counts;
}

function troubleOf(field: string, history: FieldDay[]): FieldTrouble | undefined {
  const usual = Math.min(...history.flatMap(usualRungs));
  const worse = lastDays(history, ({ answers }) => ![...answers.keys()].some((rung) => rung <= usual));
  if (isEnough(worse, history)) {
    const isMissing = worse.every(({ answers }) => answers.size === 0);
    return { field, kind: isMissing ? 'missing' : 'lower', since: since(worse) };
  }
  const differing = lastDays(history, (day) => day.differing >= day.readings);
  return isEnough(differing, history) ? { field, kind: 'differs', since: since(differing) } : undefined;
}

/** Sources that gave the field on most readings of a day. */
function usualRungs({ answers, readings }: FieldDay): number[] {
  return [...answers].flatMap(([rung, times]) => (times * 2 > readings ? [rung] : []));
}

/** The latest consecutive days for which `holds` is true. */
function lastDays(history: FieldDay[], holds: (day: FieldDay) => boolean): FieldDay[] {
  return history.slice(history.findLastIndex((day) => !holds(day)) + 1);
}

/** The trouble is new, and more than one reading shows it. */
function isEnough(days: FieldDay[], history: FieldDay[]): boolean {
  const readings = days.reduce((sum, day) => sum + day.readings, 0);
  return readings >= ENOUGH_READINGS && days.length < history.length;
}

function since([first]: FieldDay[]): number {
  return (first?.day ?? 0) * DAY;
}
