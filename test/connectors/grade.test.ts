import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../../scripts/connector/check-evidence';
import { newestEvidence, type Evidence } from '../../scripts/connector/evidence';
import { gradeSite, type SiteFacts } from '../../src/protocol/grade/grade-site';
import { keptEvidence } from '../../src/protocol/grade/evidence';
import type { Definition } from '../../src/protocol/definition/definition';

const today = new Date('2026-11-22T12:00:00Z');

const evidenceOf = (source: string, date: string, more: Partial<Evidence> = {}): Evidence => ({
  source,
  kind: 'code',
  date,
  fields: ['title', 'seriesTitle', 'episodeNumber'],
  says: ['title-field'],
  ...more,
});

const first = evidenceOf('https://github.com/one/reader/blob/HEAD/site.ts', '2026-08');
const second = evidenceOf('https://github.com/two/reader/blob/HEAD/site.ts', '2026-01-04');
const saved: Evidence = {
  source: 'https://github.com/two/reader/blob/HEAD/page.html',
  kind: 'page',
  date: '2026-01-04',
  fields: ['title', 'seriesTitle', 'episodeNumber'],
};

const two = [{ text: 'h1' }, { meta: 'og:title' }];

function definitionWith(evidence: unknown, item: object = {}): Definition {
  return {
    version: 1,
    id: 'tried',
    name: 'Tried',
    hosts: ['www.site.example'],
    pages: [
      {
        kind: 'watch',
        match: { path: '^/watch/' },
        item: { title: two, seriesTitle: two, episodeNumber: two, ...item },
        player: { ad: [{ exists: '.ad' }] },
      },
    ],
    verified: { date: null, how: 'never' },
    evidence,
  };
}

const covered = ['film', 'episode', 'next-episode', 'ad', 'stale'] as const;

function graded(
  evidence: readonly Evidence[],
  changes: Partial<SiteFacts> & { readonly item?: object } = {},
) {
  const { item, ...facts } = changes;
  const cases = covered.map((covers) => ({ covers }));
  return gradeSite({ definition: definitionWith(evidence, item), cases, today, ...facts });
}

describe('the grade of a connector', () => {
  it('rises with what is known of it, and says what the next one needs', () => {
    expect(graded([]).grade).toBe('none');
    expect(graded([first])).toEqual({
      grade: 'bronze',
      lacks: ['title', 'seriesTitle', 'episodeNumber'].map(
        (field) => `${field}: evidence younger than 12 months from 1 of 2 sources`,
      ),
    });
    expect(graded([first, second])).toEqual({
      grade: 'silver',
      lacks: [
        'a page or answer or product younger than 12 months',
        'read for 0 of 5 people, as the list counts',
      ],
    });
    expect(graded([first, second, saved], { readers: 5 })).toEqual({ grade: 'gold', lacks: [] });
  });

  it('is never gold by what a definition states of people', () => {
    const claimed = { ...saved, kind: 'live', people: 5 } as unknown as Evidence;
    expect(graded([first, second, saved, claimed]).grade).toBe('silver');
  });

  it('counts no reader that names none of the places that are read', () => {
    const { says: _says, ...silent } = second;
    expect(graded([silent]).grade).toBe('none');
    expect(graded([first, silent]).grade).toBe('bronze');
  });

  it('counts two files of one repository as one source', () => {
    const other = evidenceOf('https://github.com/One/reader/blob/main/other.ts', '2026-09');
    expect(graded([first, other]).grade).toBe('bronze');
  });

  it('falls when the evidence grows old, with nothing else changed', () => {
    expect(graded([first, second], { today: new Date('2027-03-01') }).grade).toBe('bronze');
    expect(graded([first, second], { today: new Date('2027-10-01') }).grade).toBe('none');
  });

  it('needs two places for each required field; those of a value of the page count', () => {
    const single = graded([first, second], { item: { episodeNumber: [{ text: 'h2' }] } });
    expect(single).toEqual({ grade: 'bronze', lacks: ['episodeNumber: read from 1 of 2 places'] });
  });

  it('needs cases of what can occur on the site', () => {
    const cases = [{ covers: 'film' as const }, { covers: 'episode' as const }];
    const { grade, lacks } = graded([first, second], { cases });
    expect(grade).toBe('bronze');
    expect(lacks).toEqual(['a case of: next-episode', 'a case of: ad', 'a case of: stale']);
  });
});

describe('a repaired connector', () => {
  const packaged = definitionWith([first, second, saved]);
  const [page] = packaged.pages;
  const withTitle = (title: object[]) =>
    ({
      ...packaged,
      evidence: undefined,
      pages: [{ ...page, item: { ...page?.item, title } }],
    }) as Definition;
  const gradeOfRepair = (definition: Definition) =>
    gradeSite({
      definition: { ...definition, evidence: keptEvidence(packaged, definition) },
      cases: covered.map((covers) => ({ covers })),
      today,
    }).grade;

  it('keeps its grade where a place is added to those that are known', () => {
    expect(gradeOfRepair(withTitle([{ text: '.new-title' }, ...two]))).toBe('silver');
  });

  it('has none where a field reads other places alone', () => {
    expect(gradeOfRepair(withTitle([{ text: '.new-title' }, { text: '.other' }]))).toBe('none');
  });
});

describe('the evidence of a definition', () => {
  it.each([
    ['an address that is none', { source: 'PreMiD' }, 'not the https address of a source'],
    ['a kind that does not exist', { kind: 'rumour' }, 'rumour'],
    ['a date of the future', { date: '2027-01' }, 'is of the future'],
    ['how many people it reads for', { people: 3 }, 'people'],
    ['the kind live', { kind: 'live' }, 'live'],
    ['words of a page that was saved', { kind: 'page' }, 'says belongs to the kind code'],
    ['a field that the definition does not read', { fields: ['year'] }, 'speaks of year'],
    ['a word about it', { note: 'good' }, 'note'],
  ])('is refused with %s', (_, change, message) => {
    const problems = checkEvidence(definitionWith([{ ...first, ...change }]), today);
    expect(problems.map(({ path, message: text }) => `${path}: ${text}`).join()).toContain(message);
    expect(problems[0]?.path).toMatch(/^evidence\[0\]/);
  });

  it('is accepted as it is, and when there is none', () => {
    expect(checkEvidence(definitionWith([first, saved]), today)).toEqual([]);
    expect(checkEvidence(definitionWith(undefined), today)).toEqual([]);
  });
});

describe('the day of which the package has the grades', () => {
  it('is the last one that any evidence states, so that the same sources give the same package', () => {
    const dated = (date: string) => definitionWith([{ ...first, date }]);
    expect(newestEvidence([dated('2026-08'), dated('2026-01-04')])).toEqual(new Date('2026-08-31'));
    expect(newestEvidence([dated('2025'), dated('2026-01-04')])).toEqual(new Date('2026-01-04'));
    expect(newestEvidence([definitionWith(undefined)])).toEqual(new Date(0));
  });
});
