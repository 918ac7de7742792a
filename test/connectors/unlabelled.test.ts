import { describe, expect, it } from 'vitest';
import { builtInSites, readDefinitionFile } from '../../scripts/connector/files';
import { readUnlabelled, withoutNumbers } from '../../scripts/connector/labels/read-unlabelled';
import { readCases } from '../../scripts/connector/read-cases';

const sites = builtInSites().map((site) => ({
  id: site.id,
  definition: readDefinitionFile(site),
  cases: readCases(site),
}));

describe('a label without a readable number', () => {
  it.each(['Special', ''])(
    'never makes a film of an episode (in its place: "%s")',
    async (word) => {
      const wrong: string[] = [];
      let read = 0;
      for (const { id, definition, cases } of sites) {
        // oxlint-disable-next-line no-await-in-loop -- one document at a time
        for (const { name, reading } of await readUnlabelled(definition, cases, word)) {
          read += 1;
          if (reading === 'film' || reading === 'wrong number') wrong.push(`${id} ${name}: ${reading}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(read).toBeGreaterThan(140);
    },
    300_000,
  );

  it('is made by taking the numbers from the texts of a page, and from nothing else', () => {
    expect(withoutNumbers('<p title="S1 E2">S1 E2 – Pilot</p><script>"S1 E2"</script>', 'Special')).toBe(
      '<p title="S1 E2">Special – Pilot</p><script>"S1 E2"</script>',
    );
  });

  it('on every packaged page that plays films and episodes, a film has a proof', () => {
    const unproved = sites.flatMap(({ id, definition }) =>
      definition.pages
        .filter(({ item: { title, seriesTitle, film, type } }) => title && seriesTitle && !film && !type)
        .map(({ kind }) => `${id} ${kind}`),
    );
    expect(unproved).toEqual([]);
  });
});
