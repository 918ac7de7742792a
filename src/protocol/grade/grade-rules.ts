/** From lowest to highest. A connector without the lowest has the grade `none`. */
export const grades = ['bronze', 'silver', 'gold'] as const;

export type Grade = (typeof grades)[number] | 'none';

/** What a connector needs for a grade, in addition to the requirements of the lower grades. */
export type Requirement =
  /**
   * Each required field has evidence from this many independent sources that name places it reads, none older
   * than `months`.
   */
  | Readonly<{ needs: 'evidence'; sources: number; months: number }>
  /** Each required field is read from this many places. */
  | Readonly<{ needs: 'ladder'; sources: number }>
  /** The cases cover each of these situations that can occur on the site. */
  | Readonly<{ needs: 'cases'; covers: readonly string[] }>
  /** Evidence of one of these kinds that is not older than `months`. */
  | Readonly<{ needs: 'kind'; kinds: readonly string[]; months: number }>
  /** The list itself has counted complete readings of this many people. */
  | Readonly<{ needs: 'people'; count: number }>;

/** Older evidence says little: measured on public readers, labels hold for about a year. */
const months = 12;

export const gradeRules: Readonly<Record<(typeof grades)[number], readonly Requirement[]>> = {
  bronze: [
    { needs: 'evidence', sources: 1, months },
    { needs: 'cases', covers: ['film', 'episode'] },
  ],
  silver: [
    { needs: 'evidence', sources: 2, months },
    { needs: 'ladder', sources: 2 },
    { needs: 'cases', covers: ['next-episode', 'ad', 'stale'] },
  ],
  gold: [
    { needs: 'kind', kinds: ['page', 'answer', 'product'], months },
    { needs: 'people', count: 5 },
  ],
};
