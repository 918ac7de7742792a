import type { FileCase } from '../cases-file.ts';
import type { Definition } from '../definition/definition.ts';
import { ageInMonths, agreesWithUs, originOf, type ConnectorEvidence } from './evidence.ts';

export type GradedSite = Readonly<{
  grade: Grade;
  /** The requirements of the next grade that the connector does not meet; empty for the highest grade. */
  lacks: string[];
}>;

/** The facts that decide a grade: the definition, the situations of its cases, and the day. */
export type SiteFacts = Readonly<{
  definition: Definition;
  cases: Pick<FileCase, 'covers' | 'steps'>[];
  today: Date;
  /** People whose complete readings the list itself has counted lately; no definition can state them. */
  readers?: number | undefined;
}>;

/** The grade of a connector by the rules alone. */
export function gradeSite(facts: SiteFacts): GradedSite {
  let grade: Grade = 'none';
  for (const next of grades) {
    const lacks = gradeRules[next].flatMap((requirement) => lacking(requirement, facts));
    if (lacks.length > 0) return { grade, lacks };
    grade = next;
  }
  return { grade, lacks: [] };
}

function lacking(requirement: Requirement, facts: SiteFacts): string[] {
  switch (requirement.needs) {
    case 'evidence':
      return lackingEvidence(requirement, facts);
    case 'ladder':
      return lackingPlaces(requirement, facts);
    case 'cases':
      return lackingCases(requirement, facts);
    case 'kind': {
      const { kinds, months } = requirement;
      const has = recent(facts, months).some(({ kind }) => kinds.includes(kind));
      return has ? [] : [`a ${kinds.join(' or ')} younger than ${months} months`];
    }
    case 'people': {
      const { count } = requirement;
      const { readers = 0 } = facts;
      return readers >= count ? [] : [`read for ${readers} of ${count} people, as the list counts`];
    }
  }
}

function lackingEvidence({ sources, months }: Rule<'evidence'>, facts: SiteFacts): string[] {
  const evidence = recent(facts, months);
  return requiredFields(facts).flatMap((field) => {
    const origins = new Set(evidence.filter(({ fields }) => fields.includes(field)).map(originOf));
    return origins.size >= sources
      ? []
      : [`${field}: evidence younger than ${months} months from ${origins.size} of ${sources} sources`];
  });
}

function lackingPlaces({ sources }: Rule<'ladder'>, facts: SiteFacts): string[] {
  const { pages } = facts.definition;
  return requiredFields(facts).flatMap((field) => {
    const ladders = pages.flatMap(({ item, values }) => {
      const ladder = item[field];
      if (ladder === undefined) return [];
      return [ladder.reduce((sum, source) => sum + placesOf(source, values), 0)];
    });
    const fewest = Math.min(...ladders);
    return fewest >= sources ? [] : [`${field}: read from ${fewest} of ${sources} places`];
  });
}

/** A source that reads a value of the page has as many places as that value. */
function placesOf(source: object, values: Definition['pages'][number]['values'] = {}): number {
  const name = 'url' in source && typeof source.url === 'string' ? source.url : '';
  return values[name]?.length ?? 1;
}

function lackingCases({ covers }: Rule<'cases'>, { definition, cases }: SiteFacts): string[] {
  const covered = new Set<string>(cases.map((one) => one.covers));
  if (cases.some(({ steps }) => steps?.some(({ expect }) => expect.identity === 'changed')))
    covered.add('next-episode');
  return covers
    .filter((situation) => canOccur(situation, definition) && !covered.has(situation))
    .map((situation) => `a case of: ${situation}`);
}

/** A site without films has no case of one; data can be stale only if the page has some. */
function canOccur(situation: string, { pages }: Definition): boolean {
  switch (situation) {
    case 'film':
      return pages.some(({ item }) => item.title !== undefined);
    case 'episode':
    case 'next-episode':
      return pages.some(({ item }) => item.seriesTitle !== undefined);
    case 'ad':
      return pages.some(({ player }) => player?.ad !== undefined);
    case 'stale':
      return /"(?:jsonLd|scriptJson|scriptAssignment|nextFlight|meta)":/.test(JSON.stringify(pages));
    default:
      return true;
  }
}

/** The fields without which nothing can be recorded, if the definition reads them. */
function requiredFields({ definition }: SiteFacts) {
  return (['title', 'seriesTitle', 'episodeNumber'] as const).filter((field) =>
    definition.pages.some(({ item }) => item[field] !== undefined),
  );
}

function recent({ definition, today }: SiteFacts, months: number): ConnectorEvidence[] {
  const evidence = (definition.evidence ?? []) as ConnectorEvidence[];
  return evidence.filter((one) => agreesWithUs(one) && ageInMonths(one, today) <= months);
}

type Rule<N extends Requirement['needs']> = Extract<Requirement, Readonly<{ needs: N }>>;

/** From lowest to highest. A connector without the lowest has the grade `none`. */
export const grades = ['bronze', 'silver', 'gold'] as const;

type Grade = (typeof grades)[number] | 'none';

/** What a connector needs for a grade, in addition to the requirements of the lower grades. */
type Requirement =
  /**
   * Each required field has evidence from this many independent sources that name places it reads, none older
   * than `months`.
   */
  | Readonly<{ needs: 'evidence'; sources: number; months: number }>
  /** Each required field is read from this many places. */
  | Readonly<{ needs: 'ladder'; sources: number }>
  /** The cases cover each of these situations that can occur on the site. */
  | Readonly<{ needs: 'cases'; covers: string[] }>
  /** Evidence of one of these kinds that is not older than `months`. */
  | Readonly<{ needs: 'kind'; kinds: string[]; months: number }>
  /** The list itself has counted complete readings of this many people. */
  | Readonly<{ needs: 'people'; count: number }>;

/** Older evidence says little: measured on public readers, labels hold for about a year. */
const months = 12;

const gradeRules: Readonly<Record<(typeof grades)[number], Requirement[]>> = {
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
