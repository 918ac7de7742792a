import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CaseResult } from '../../../../src/content/picker/cases/run-case';
import { builtInSites, readDefinitionFile } from '../../../../scripts/connector/files';
import { readCases } from '../../../../scripts/connector/read-cases';
import type { Chromium } from '../../../support/browser/chromium';
import { launchChromium } from '../../../support/browser/launch-chromium';

let chromium: Chromium;
let page: Page;

beforeAll(async () => {
  chromium = await launchChromium();
  page = await chromium.openPage('src/options/index.html#/connectors');
  for (const url of ['/reading-aid.js', '/picker.js']) await page.addScriptTag({ url });
});
afterAll(() => chromium.close());

test(
  'every case of every built-in connector passes in the workbench too, with all its steps',
  { timeout: 300_000 },
  async () => {
    const failed: string[] = [];
    let steps = 0;
    let cases = 0;
    for (const site of builtInSites()) {
      const all = readCases(site).map(({ case: one, ...rest }) => ({ ...rest, one: JSON.stringify(one) }));
      const runs = await page.evaluate(
        async ([definition, list]) => {
          const { matineeRunCase } = globalThis as unknown as {
            matineeRunCase: (
              definition: unknown,
              one: unknown,
              html: string,
              pages: object,
            ) => Promise<CaseResult>;
          };
          const done: CaseResult[] = [];
          for (const { one, html, pages } of list)
            done.push(await matineeRunCase(definition, JSON.parse(one), html, pages));
          return done;
        },
        [readDefinitionFile(site), all] as const,
      );
      for (const [index, run] of runs.entries()) {
        cases += 1;
        steps += run.steps;
        if (!run.passed) failed.push(`${site.id} ${all[index]?.name ?? ''}: ${run.differs.join(', ')}`);
      }
    }
    expect(failed).toEqual([]);
    expect(steps).toBeGreaterThan(cases);
    expect(cases).toBeGreaterThan(200);
  },
);
