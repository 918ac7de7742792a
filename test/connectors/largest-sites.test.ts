import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../scripts/connector/evidence';
import { builtInDefinitions } from '../../scripts/connector/files';
import { tableOf, withLargest } from '../../scripts/connector/largest-sites';
import type { Definition } from '../../src/protocol/definition/definition';

const DAY = '2026-11-30';
const reader = (more: Partial<Evidence>): Evidence => ({
  source: 'https://github.com/one/reader/blob/HEAD/site.ts',
  kind: 'code',
  date: '2026-06-01',
  fields: ['title'],
  says: ['player-title'],
  ...more,
});
const netflix = (...evidence: readonly Evidence[]) =>
  tableOf([{ id: 'netflix', name: 'Netflix', evidence } as unknown as Definition], DAY)
    .split('\n')
    .at(-1);

describe('the table of the largest sites', () => {
  it('confirms by a source of the last six months that names a place which is read', () => {
    expect(netflix(reader({}))).toBe(
      '| Netflix | confirmed | [one/reader, code](https://github.com/one/reader/blob/HEAD/site.ts)' +
        ' | 2026-06-01 | title: `player-title` |',
    );
    expect(netflix(reader({ date: '2026-05-30' }))).toContain('| confirmed |');
    expect(netflix(reader({ kind: 'page', says: undefined }))).toContain('| confirmed |');
  });

  it.each([
    ['is a day too old', { date: '2026-05-29' }],
    ['may be too old, as its day is not known', { date: '2026-05' }],
    ['speaks of the address only', { fields: ['address'] }],
    ['names nothing of ours', { says: undefined }],
    ['names what stands in every reader', { says: ['aria-label', 'Season'] }],
  ] as const)('leaves unknown what %s', (_, more) => {
    expect(netflix(reader(more as Partial<Evidence>))).toContain('| unknown |');
  });

  it('is contradicted by any source that reads elsewhere', () => {
    const other = reader({ date: '2026-04', fields: ['address'], differs: ['beta.site.example/video/'] });
    expect(netflix(reader({}), other)).toMatch(
      /\| contradicted \|.*\| address: `beta.site.example\/video\/`/,
    );
  });

  it('counts forty sites, and the document is what the command writes', () => {
    const text = readFileSync('docs/sites.md', 'utf8');
    expect(withLargest(text, builtInDefinitions())).toBe(text);
    const [, ...counts] = /(\d+) confirmed, (\d+) unknown, (\d+) contradicted/.exec(text) ?? [];
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(40);
  });

  it('leaves unknown what nobody has renewed for half a year', () => {
    expect(tableOf(builtInDefinitions(), '2027-06-30')).toContain('0 confirmed, ');
  });
});
