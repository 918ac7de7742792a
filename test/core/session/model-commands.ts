import * as fc from 'fast-check';

/** What happens to the tab, the worker or the tracker. */
export type Command =
  | { readonly do: 'play'; readonly seconds: number; readonly rate: number }
  | { readonly do: 'pause' | 'reload' | 'leave' }
  /** The worker is stopped between two reports, or while it stores one. */
  | { readonly do: 'stop' | 'stop-storing' }
  /** The tracker's match is one that the person has to review. */
  | { readonly do: 'review' }
  /** The other person signs in, or the same one after the tracker has refused the token. */
  | { readonly do: 'account' | 'sign-in' }
  /** The person corrects a title, or (`right`) takes the correction back. */
  | { readonly do: 'correct'; readonly film: number; readonly right: boolean }
  /** `to`: share of the duration. */
  | { readonly do: 'seek'; readonly to: number }
  | { readonly do: 'next'; readonly film: number }
  /** An advertisement in the film's player. `marked`: the page says that it is one. */
  | { readonly do: 'ad'; readonly seconds: number; readonly marked: boolean }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'deliver'; readonly answers: readonly Answer[] };

/** How the tracker answers one update. `lost` and `worker stops`: it has the update, the answer is lost. */
export type Answer = (typeof answers)[number];

const answers = [
  'ok',
  'lost',
  '429',
  'in an hour',
  '500',
  'garbage',
  '400',
  '409',
  '404',
  '401',
  'worker stops',
] as const;

const simple = <const Names extends readonly Command['do'][]>(...names: Names) =>
  fc.record({ do: fc.constantFrom<Names[number]>(...names) });

/** A later change of the order or of a weight makes another sequence of each seed. */
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      seconds: fc.integer({ min: 1, max: 500 }),
      rate: fc.constantFrom(1, 1, 1, 2, 16),
    }),
  },
  { weight: 3, arbitrary: simple('pause', 'reload', 'leave') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('seek' as const),
      to: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('next' as const), film: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ad' as const),
      seconds: fc.integer({ min: 5, max: 60 }),
      marked: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 3, arbitrary: simple('stop', 'stop-storing') },
  { weight: 1, arbitrary: simple('account', 'sign-in') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      film: fc.integer({ min: 0, max: 2 }),
      right: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      answers: fc.array(fc.constantFrom<Answer>('ok', 'ok', 'ok', ...answers), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  { weight: 1, arbitrary: simple('review') },
);

export const commands: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 5, maxLength: 45 });
