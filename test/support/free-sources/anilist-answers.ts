import type { WikidataAnswer } from './wikidata-answers';

/** An anime as AniList has it. */
export interface AniListFacts {
  readonly id: number;
  readonly romaji: string;
  readonly english?: string;
  readonly native?: string;
  readonly synonyms?: readonly string[];
}

/** graphql.anilist.co: a page of a search. What is no such question is refused, in the form of GraphQL. */
export function createAniListAnswers(facts: readonly AniListFacts[]) {
  return (method: string, body: string): WikidataAnswer => {
    if (method !== 'POST') return refused(405, 'Method not allowed');
    const { query = '', variables = {} } = JSON.parse(body) as {
      query?: string;
      variables?: { search?: string };
    };
    if (!query.includes('media(search: $search, type: ANIME)')) return refused(400, 'Syntax Error');
    const asked = (variables.search ?? '').toLowerCase();
    const media = facts
      .filter((one) => namesOf(one).some((name) => name.toLowerCase().includes(asked)))
      .map(({ id, romaji, english = null, native = null, synonyms = [] }) => ({
        id,
        title: { romaji, english, native },
        synonyms,
      }));
    return { status: 200, body: { data: { Page: { media } } } };
  };
}

function refused(status: number, message: string): WikidataAnswer {
  return { status, body: { data: null, errors: [{ message, status }] } };
}

function namesOf({ romaji, english, native, synonyms = [] }: AniListFacts): string[] {
  return [romaji, english ?? '', native ?? '', ...synonyms];
}
