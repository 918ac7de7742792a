import { INVENTED_IDS } from '../../demo/cinema-catalogue';
import { createRandom, type Random } from './random';

/** A work with its own id, which its page states; the catalogue of the tests knows by it how long the work is. */
export interface Work {
  readonly type: 'movie' | 'episode';
  /** Title of the film or of the series. */
  readonly title: string;
  readonly tmdb: number;
  readonly season?: number;
  readonly number?: number;
  /** `short`: 60 s. `long`: 45 min. */
  readonly film: 'short' | 'long';
}

/** The steps are done in order, each as soon as the position has reached `at`, in seconds. */
type Step =
  | { readonly at: number; readonly do: 'pause'; readonly ms: number }
  | { readonly at: number; readonly do: 'seek'; readonly to: number }
  | { readonly at: number; readonly do: 'rate'; readonly rate: number }
  /** Leaves for a page of this or of another site, which goes back. */
  | { readonly at: number; readonly do: 'away'; readonly to: 'same-site' | 'other-site' }
  /** Ends the part: the next episode starts in the same page, or the tab ends. */
  | { readonly at: number; readonly do: 'finish' };

/** One work that is played in one tab. */
interface Part {
  readonly work: Work;
  /** Number of the viewing. Two tabs with the same work are one viewing, a rewatch is another one. */
  readonly viewing: number;
  readonly rate: number;
  readonly from: number;
  /** Seconds after the medium at which the page names the title; less than 0: before it. Absent: at once. */
  readonly lag?: number;
  readonly steps: readonly Step[];
}

/**
 * How a tab ends. `other-site`: it goes to a host without access, and the browser drops its last message.
 * `crash`: its process is killed.
 */
export type Ending = 'close' | 'pause-close' | 'navigate' | 'other-site' | 'crash';

export interface TabPlan {
  /** More than one in a binge, in which each episode replaces the one before in the same page. */
  readonly parts: readonly Part[];
  readonly ending: Ending;
  /** Milliseconds after the previous tab; only for tabs that are open at once. */
  readonly delay: number;
  /** The page before has it prerendered, where the browser does that. */
  readonly isPrerendered?: boolean;
}

/** Tabs that one person opens in order. Several sittings run at a time. */
export interface Sitting {
  readonly id: number;
  readonly shape: 'single' | 'binge' | 'twin' | 'resume' | 'again';
  readonly tabs: readonly TabPlan[];
}

/** The name of a tab in addresses and notes. */
export function keyOfTab(sitting: number, tab: number): string {
  return `${sitting}-${tab}`;
}

const filmSeconds = { short: 60, long: 2700 } as const;

/** The plan depends on the seed only. */
export function planSittings(seed: number, viewings: number): readonly Sitting[] {
  const random = createRandom(seed, 'viewings');
  const sittings: Sitting[] = [];
  for (let planned = 0; planned < viewings;) {
    const sitting = planSitting(random, sittings.length, planned, viewings - planned);
    sittings.push(sitting);
    planned += new Set(sitting.tabs.flatMap(({ parts }) => parts.map(({ viewing }) => viewing))).size;
  }
  return sittings;
}

/**
 * Sittings of windows that nobody drives: one tab at a time and slower, with pages that were prerendered, or
 * are left for a while and shown again.
 */
export function planFreeSittings(seed: number, viewings: number): readonly Sitting[] {
  const random = createRandom(seed, 'free');
  return planSittings(seed, viewings)
    .filter(({ shape }) => shape !== 'twin')
    .map((sitting) => ({ ...sitting, tabs: sitting.tabs.map((tab) => freeTab(random, tab)) }));
}

function freeTab(random: Random, tab: TabPlan): TabPlan {
  return {
    ...tab,
    // Nothing can end the process of a page alone.
    ending: tab.ending === 'crash' ? 'close' : tab.ending,
    parts: tab.parts.map((part) => freePart(random, part)),
    isPrerendered: random.chance(0.4),
  };
}

function freePart(random: Random, part: Part): Part {
  // A long film that is seen to its end would take half an hour at another speed.
  const highest = part.rate === 16 ? 16 : 3;
  const slow = (step: Step) => (step.do === 'rate' ? { ...step, rate: Math.min(step.rate, highest) } : step);
  const steps = part.steps.map(slow);
  const at = random.between(12, 19);
  if (part.from === 0 && random.chance(0.4)) {
    const next = steps.findIndex((step) => step.at > at + 1);
    const to = random.pick(['same-site', 'other-site'] as const);
    if (next !== -1) steps.splice(next, 0, { at, do: 'away', to });
  }
  return { ...part, rate: Math.min(part.rate, highest), steps };
}

function planSitting(random: Random, id: number, first: number, left: number): Sitting {
  const shape = random.weighted<Sitting['shape']>([
    ['single', 9],
    ['binge', left >= 3 ? 3 : 0],
    ['twin', 3],
    ['resume', 2],
    ['again', left >= 2 ? 1.5 : 0],
  ]);
  const film = random.weighted<Work['film']>([
    ['short', 3],
    ['long', 2],
  ]);
  const ending = random.weighted<Ending>([
    ['close', 5],
    ['pause-close', 2],
    ['navigate', 2],
    ['other-site', 2],
    ['crash', 2],
  ]);
  const title = `The ${nameOf(first)} Affair`;
  const work: Work = { type: 'movie', title, tmdb: INVENTED_IDS[film] + first, film };
  return { id, shape, tabs: planTabs[shape](random, { work, viewing: first, left, ending }) };
}

/** The same number and title, with another length. */
function lasting(work: Work, film: Work['film']): Work {
  return { ...work, film, tmdb: INVENTED_IDS[film] + (work.tmdb - INVENTED_IDS[work.film]) };
}

interface TabsPlan {
  readonly work: Work;
  /** Number of the first viewing. */
  readonly viewing: number;
  /** Number of viewings that are not planned yet. */
  readonly left: number;
  readonly ending: Ending;
}

const planTabs: Readonly<Record<Sitting['shape'], (random: Random, plan: TabsPlan) => readonly TabPlan[]>> = {
  single: planSingle,
  binge: planBinge,
  twin: planTwin,
  resume: planResume,
  again: planAgain,
};

function planSingle(random: Random, { work, viewing, ending }: TabsPlan): readonly TabPlan[] {
  const manner = random.weighted<Manner>([
    ['through', 5],
    ['partly', 4],
    ['glimpse', 1],
    ['jump', 2],
  ]);
  return [{ parts: [playPart[manner](random, work, viewing)], ending, delay: 0 }];
}

function planBinge(random: Random, { work, viewing, left, ending }: TabsPlan): readonly TabPlan[] {
  const count = Math.min(left, random.whole(3, 5));
  const series: Work = { ...lasting(work, 'short'), type: 'episode', season: random.whole(1, 4) };
  const start = random.whole(1, 8);
  const parts = Array.from({ length: count }, (_, index) => {
    const manner = random.weighted<Manner>([
      ['through', 4],
      ['partly', 2],
    ]);
    const part = playPart[manner](random, { ...series, number: start + index }, viewing + index);
    return index === 0 ? part : withLag(part, random.pick(lags));
  });
  return [{ parts, ending, delay: 0 }];
}

function planTwin(random: Random, { work, viewing, ending }: TabsPlan): readonly TabPlan[] {
  const whole = playThrough(random, lasting(work, 'short'), viewing);
  const early: Part = { ...whole, steps: [{ at: random.between(8, 20), do: 'finish' }] };
  const delay = random.between(300, 2_000);
  const [first, second] = random.pick([
    [early, whole],
    [whole, early],
    [whole, whole],
  ]);
  return [
    { parts: [first], ending: 'close', delay: 0 },
    { parts: [second], ending, delay },
  ];
}

function planResume(random: Random, { work, viewing, ending }: TabsPlan): readonly TabPlan[] {
  const half = random.between(22, 40);
  const rate = random.between(3, 5);
  const part: Part = {
    work: lasting(work, 'short'),
    viewing,
    rate,
    from: 0,
    steps: [{ at: half, do: 'finish' }],
  };
  const rest: Part = {
    ...part,
    from: half,
    steps: random.chance(0.7) ? [slowDown, { at: 59.5, do: 'finish' }] : [{ at: 51, do: 'finish' }],
  };
  return [
    { parts: [part], ending, delay: 0 },
    { parts: [rest], ending: 'close', delay: 0 },
  ];
}

function planAgain(random: Random, { work, viewing, ending }: TabsPlan): readonly TabPlan[] {
  const whole = playThrough(random, work, viewing);
  const manner = random.pick<Manner>(['through', 'partly']);
  const again = playPart[manner](random, whole.work, viewing + 1);
  return [
    { parts: [whole], ending: 'pause-close', delay: 0 },
    { parts: [again], ending, delay: 0 },
  ];
}

/** Seconds between a medium and its name, as sites have them. */
const lags = [0, 0, 0.4, 1, 3, 5, -0.5, -2] as const;

/** At the speed of other parts, a film of a minute would be over before the page names it. */
function withLag(part: Part, lag: number): Part {
  if (lag === 0) return part;
  const steps = part.steps.map((step) => (step.do === 'rate' ? { ...step, rate: LAGGING_RATE } : step));
  return { ...part, lag, rate: LAGGING_RATE, steps };
}

const LAGGING_RATE = 2;

/**
 * `through`: past 90 % with evidence. `partly`: not past 90 %. `glimpse`: too short for an update. `jump`:
 * past 90 % with almost no evidence.
 */
type Manner = 'through' | 'partly' | 'glimpse' | 'jump';

const playPart: Readonly<Record<Manner, (random: Random, work: Work, viewing: number) => Part>> = {
  through: playThrough,
  partly: playPartly,
  glimpse: (random, work, viewing) => ({
    work,
    viewing,
    from: 0,
    rate: 1,
    steps: [{ at: random.between(1, 6), do: 'finish' }],
  }),
  jump: playAfterJump,
};

function playThrough(random: Random, work: Work, viewing: number): Part {
  if (work.film === 'long') {
    const end = random.between(2_500, 2_640);
    const at = random.between(150, 220);
    const to = filmSeconds.long * random.between(0.86, 0.895);
    const steps: readonly Step[] = [
      { at, do: 'seek', to },
      { at: end, do: 'finish' },
    ];
    return { work, viewing, from: 0, rate: 16, steps };
  }
  const end = random.between(57.5, 59.9);
  const rate = random.between(4, 8);
  const steps = [...someBreaks(random, rate, 20, 50), slowDown, { at: end, do: 'finish' } as const];
  return { work, viewing, from: 0, rate, steps };
}

function playPartly(random: Random, work: Work, viewing: number): Part {
  if (work.film === 'short') {
    const rate = random.between(2, 4);
    const stop = random.between(20, 34);
    const steps = [...someBreaks(random, rate, 8, stop), { at: stop, do: 'finish' } as const];
    return { work, viewing, from: 0, rate, steps };
  }
  const rate = random.between(4, 12);
  const stop = random.between(80, 160);
  if (!random.chance(0.5)) return { work, viewing, from: 0, rate, steps: [{ at: stop, do: 'finish' }] };
  const to = random.between(300, 2_000);
  const steps: readonly Step[] = [
    { at: stop * 0.6, do: 'seek', to },
    { at: to + random.between(5, 40), do: 'finish' },
  ];
  return { work, viewing, from: 0, rate, steps };
}

function playAfterJump(random: Random, work: Work, viewing: number): Part {
  const to = filmSeconds.long * random.between(0.92, 0.97);
  return {
    work: lasting(work, 'long'),
    viewing,
    from: 0,
    rate: random.between(1, 4),
    steps: [
      { at: random.between(2, 14), do: 'seek', to },
      { at: to + random.between(1, 9), do: 'finish' },
    ],
  };
}

/**
 * Real works have minutes between 90 % and the end. At the rates of these plans it would be less than the
 * start of a worker takes, so from here on the film plays at a rate of 2.
 */
const slowDown: Step = { at: 52, do: 'rate', rate: 2 };

/** Pauses, small seeks and changes of speed, in order, between two positions. */
function someBreaks(random: Random, rate: number, from: number, to: number): Step[] {
  const steps: Step[] = [];
  for (let at = from + random.between(0, 10); at < to; at += random.between(8, 20)) {
    const kind = random.weighted<'pause' | 'back' | 'on' | 'rate' | 'none'>([
      ['pause', 3],
      ['back', 1],
      ['on', 1],
      ['rate', 1],
      ['none', 3],
    ]);
    if (kind === 'pause') steps.push({ at, do: 'pause', ms: Math.round(random.between(100, 1_500)) });
    if (kind === 'back') steps.push({ at, do: 'seek', to: Math.max(0, at - random.between(2, 9)) });
    if (kind === 'on') steps.push({ at, do: 'seek', to: Math.min(to, at + random.between(2, 6)) });
    if (kind === 'rate') steps.push({ at, do: 'rate', rate: rate * random.between(0.7, 1.3) });
  }
  return steps;
}

/** A different name for each number, in letters, since the matcher treats digits in titles differently. */
function nameOf(number: number): string {
  const syllables = 'ba ce di fo gu ha ke li mo nu pa re si to vu za'.split(' ');
  const name = [8, 4, 0].map((shift) => syllables[(number >> shift) & 15] ?? '').join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
