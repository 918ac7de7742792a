import { describe, expect, it } from 'vitest';
import { builtInSites, readDefinitionFile } from '../../scripts/connector/files';
import { readCases } from '../../scripts/connector/read-cases';
import { runCase } from '../../scripts/connector/run-case';

describe.each(builtInSites().map((site) => [site.id, site] as const))('%s', (_, site) => {
  const definition = readDefinitionFile(site);
  const cases = readCases(site);

  it.each(cases.map((one) => [one.name, one] as const))('reads what the case %s expects', async (_, one) => {
    for (const result of await runCase(definition, one)) {
      expect(result.actual, result.about).toEqual(result.expected);
    }
  });

  it('has a case of a film or an episode, and each name of a case once', () => {
    const covered = cases.map((one) => one.case.covers);
    expect(covered.some((kind) => kind === 'film' || kind === 'episode')).toBe(true);
    const names = cases.map((one) => one.name);
    expect(names).toEqual([...new Set(names)]);
  });
});
