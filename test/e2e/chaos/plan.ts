import { createRandom, type Random } from './random';

/** One work; every one has its own id on its page, so that the tracker needs no catalogue. */
export interface Work {
  readonly type: 'movie' | 'episode';
  /** Of the film, or of the series. */
  readonly title: string;
  readonly tmdb: number;
  readonly season?: number;
  readonly number?: number;
  /** `short`: 60 s, `long`: 45 min. */
  readonly film: 'short' | 'long';
}

/** Done in order, each as soon as the film has come to `at` (seconds of content). */
export type Step =
  | { readonly at: number; readonly do: 'pause'; readonly ms: number }
  | { readonly at: number; readonly do: 'seek'; readonly to: number }
  | { readonly at: number; readonly do: 'rate'; readonly rate: number }
  /** The person has seen enough: the next episode in the same page, or the end of the tab. */
  | { readonly at: number; readonly do: 'finish' };

/** One work, as it is played in one tab. */
export interface Part {
  readonly work: Work;
  /**
   * The viewing that this is a part of: two tabs with the same work are one viewing, a rewatch is another
   * one.
   */
  readonly viewing: number;
  readonly rate: number;
  readonly from: number;
  readonly steps: readonly Step[];
}

/** How a tab comes to its end. `crash`: its process is killed. */
export type Ending = 'close' | 'pause-close' | 'navigate' | 'crash';

export interface TabPlan {
  /** Several: a binge, where each episode begins in place of the one before. */
  readonly parts: readonly Part[];
  readonly ending: Ending;
  /** Milliseconds after the one before; only where tabs are open at once. */
  readonly delay: number;
}

/** What one person does in a row; several of them go on at a time. */
export interface Sitting {
  readonly id: number;
  readonly shape: 'single' | 'binge' | 'twin' | 'resume' | 'again';
  readonly tabs: readonly TabPlan[];
}

const filmSeconds = { short: 60, long: 2700 } as const;

/** What is watched, and how, follows from the seed alone. */
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
    ['crash', 2],
  ]);
  const work = (): Work => ({
    type: 'movie',
    title: `The ${nameOf(first)} Affair`,
    tmdb: 500_000 + first,
    film,
  });
  const one = (manner: Manner, viewing = first, of = work()): Part => playPart(random, of, viewing, manner);
  const manner = () =>
    random.weighted<Manner>([
      ['through', 5],
      ['partly', 4],
      ['glimpse', 1],
      ['jump', 2],
    ]);
  switch (shape) {
    case 'single':
      return { id, shape, tabs: [{ parts: [one(manner())], ending, delay: 0 }] };
    case 'binge': {
      const count = Math.min(left, random.whole(3, 5));
      const series: Work = { ...work(), type: 'episode', season: random.whole(1, 4), film: 'short' };
      const start = random.whole(1, 8);
      const parts = Array.from({ length: count }, (_, index) =>
        one(
          random.weighted<Manner>([
            ['through', 4],
            ['partly', 2],
          ]),
          first + index,
          { ...series, number: start + index },
        ),
      );
      return { id, shape, tabs: [{ parts, ending, delay: 0 }] };
    }
    case 'twin': {
      const both = one('through', first, { ...work(), film: 'short' });
      const early: Part = { ...both, steps: [{ at: random.between(8, 20), do: 'finish' }] };
      const delay = random.between(300, 2_000);
      const [a, b] = random.pick([
        [early, both],
        [both, early],
        [both, both],
      ]);
      return {
        id,
        shape,
        tabs: [
          { parts: [a], ending: 'close', delay: 0 },
          { parts: [b], ending, delay },
        ],
      };
    }
    case 'resume': {
      const half = random.between(22, 40);
      const rate = random.between(3, 5);
      const part: Part = {
        work: { ...work(), film: 'short' },
        viewing: first,
        rate,
        from: 0,
        steps: [{ at: half, do: 'finish' }],
      };
      const rest: Part = {
        ...part,
        from: half,
        steps: random.chance(0.7) ? [nearTheEnd, { at: 59.5, do: 'finish' }] : [{ at: 51, do: 'finish' }],
      };
      return {
        id,
        shape,
        tabs: [
          { parts: [part], ending, delay: 0 },
          { parts: [rest], ending: 'close', delay: 0 },
        ],
      };
    }
    case 'again': {
      const whole = one('through');
      return {
        id,
        shape,
        tabs: [
          { parts: [whole], ending: 'pause-close', delay: 0 },
          { parts: [one(random.pick(['through', 'partly']), first + 1, whole.work)], ending, delay: 0 },
        ],
      };
    }
  }
}

/**
 * `through`: past 90 %; `partly`: not; `glimpse`: too little to be worth a word; `jump`: past 90 %, but
 * hardly anything seen.
 */
type Manner = 'through' | 'partly' | 'glimpse' | 'jump';

function playPart(random: Random, work: Work, viewing: number, manner: Manner): Part {
  const length = filmSeconds[work.film];
  const long = work.film === 'long';
  const [earliest, latest] = long ? ([2_500, 2_640] as const) : ([57.5, 59.9] as const);
  const end = manner === 'through' ? random.between(earliest, latest) : 0;
  const base = { work, viewing, from: 0 };
  switch (manner) {
    case 'through': {
      const rate = long ? 16 : random.between(4, 8);
      const breaks = long ? [] : [...someBreaks(random, rate, 20, 50), nearTheEnd];
      const jump: Step[] = long
        ? [{ at: random.between(150, 220), do: 'seek', to: length * random.between(0.86, 0.895) }]
        : [];
      return { ...base, rate, steps: [...breaks, ...jump, { at: end, do: 'finish' }] };
    }
    case 'partly': {
      const rate = long ? random.between(4, 12) : random.between(2, 4);
      const stop = long ? random.between(80, 160) : random.between(20, 34);
      const elsewhere: Step[] =
        long && random.chance(0.5) ? [{ at: stop * 0.6, do: 'seek', to: random.between(300, 2_000) }] : [];
      const last = elsewhere[0]?.do === 'seek' ? elsewhere[0].to + random.between(5, 40) : stop;
      return {
        ...base,
        rate,
        steps: [...(long ? [] : someBreaks(random, rate, 8, stop)), ...elsewhere, { at: last, do: 'finish' }],
      };
    }
    case 'glimpse':
      return { ...base, rate: 1, steps: [{ at: random.between(1, 6), do: 'finish' }] };
    case 'jump': {
      const to = 2_700 * random.between(0.92, 0.97);
      return {
        ...base,
        work: { ...work, film: 'long' },
        rate: random.between(1, 4),
        steps: [
          { at: random.between(2, 14), do: 'seek', to },
          { at: to + random.between(1, 9), do: 'finish' },
        ],
      };
    }
  }
}

/**
 * Between 90 % and the end of what people watch lie minutes. At the speed of this evening it would be less
 * than a worker needs to start, so from here on the film is slow enough for the page to be heard.
 */
const nearTheEnd: Step = { at: 52, do: 'rate', rate: 2 };

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

/**
 * A name of its own for each number, in letters: titles that differ in a number only would be a test of the
 * matcher.
 */
function nameOf(number: number): string {
  const syllables = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'ke',
    'li',
    'mo',
    'nu',
    'pa',
    're',
    'si',
    'to',
    'vu',
    'za',
  ];
  const name = [8, 4, 0].map((shift) => syllables[(number >> shift) & 15] ?? '').join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
