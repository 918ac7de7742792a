import { z } from 'zod';
import type { Ending, Sitting, Work } from './plan';

/** What a page kept of one work that it played; `chaos-page.js` writes it. */
const partTruth = z.object({
  viewing: z.number(),
  /** The highest speed at which it was played. */
  rate: z.number(),
  samples: z.number(),
  position: z.number(),
  duration: z.number(),
  playedSeconds: z.number(),
  highest: z.number(),
  /** Positions from 90 % on: where it stood, how many seconds of content had been played by then, when. */
  passed: z.array(z.tuple([z.number(), z.number(), z.number()])),
  at: z.number(),
});
export type PartTruth = z.infer<typeof partTruth>;

export const pageTruth = z.object({ parts: z.array(partTruth), done: z.boolean() });
export type PageTruth = z.infer<typeof pageTruth>;

/** All that was seen of one viewing, in the tabs that showed it. */
export interface ViewingTruth {
  readonly viewing: number;
  readonly work: Work;
  readonly sitting: Sitting;
  readonly parts: readonly (PartTruth & { readonly killed: boolean })[];
}

export interface TabTruth {
  readonly ending: Ending | 'lost';
  readonly truth: PageTruth;
}

export function viewingsOf(sitting: Sitting, tabs: readonly TabTruth[]): readonly ViewingTruth[] {
  const works = new Map(
    sitting.tabs.flatMap(({ parts }) => parts.map(({ viewing, work }) => [viewing, work] as const)),
  );
  return [...works].map(([viewing, work]) => ({
    viewing,
    work,
    sitting,
    parts: tabs.flatMap(({ ending, truth }) => {
      // Of a tab whose process was killed only the work that it played last lost anything.
      const own = truth.parts.map((part, index) => ({
        ...part,
        killed: (ending === 'crash' || ending === 'lost') && index === truth.parts.length - 1,
      }));
      return own.filter((part) => part.viewing === viewing);
    }),
  }));
}
