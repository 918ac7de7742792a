import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseDefinition } from '../../src/protocol/definition/parse-definition';
import { planEvening } from './evening/plan';
import type { Step } from './evening/step';
import { createStory, MEANINGS } from './explain';
import { plantedFaults } from './faults/planted-faults';
import keptCases from './kept-cases.json' with { type: 'json' };
import { inTask } from './kernel/drain';
import { definitions } from './page/sites';
import { applyFault, bundle, type Bundles } from './program/bundle';
import { loadProgram } from './program/program';
import { violationsOf, type Parts } from './run-seeds';
import { simulate } from './simulate';
import { createServices } from './tracker/tracker';

/**
 * Each state of the sources has evenings of its own, and always the same ones: what is red is red again. Others
 * are run each night by `npm run simulation`.
 */
const OWN_SEEDS = 400;
const root = fileURLToPath(new URL('../..', import.meta.url));
let bundles: Bundles;
let parts: Parts;

beforeAll(async () => {
  bundles = await bundle();
  const program = loadProgram(bundles);
  parts = { program, services: await createServices(program) };
}, 300_000);

describe('a simulated evening', () => {
  test(`ends with what a person expects: ${OWN_SEEDS} evenings of these sources`, async () => {
    const from = hashOf(['src/background', 'src/content', 'src/core', 'src/protocol', 'test/simulation']);
    const { failures } = await simulate({ bundles, from, count: OWN_SEEDS, jobs: 2 });
    expect(failures).toEqual([]);
  }, 900_000);

  test.each(keptCases.map(({ name, seed, steps }) => [name, seed, steps as readonly Step[]] as const))(
    'ends with what a person expects: %s',
    async (_name, seed, steps) => {
      expect(await inTask(() => violationsOf(parts, seed, steps))).toEqual([]);
    },
  );

  test('is the same each time its seed is run', async () => {
    const trace = (seed: number) =>
      inTask(() => {
        const lines: string[] = [];
        violationsOf(parts, seed, planEvening(seed), (line) =>
          lines.push(line.replace(/"(?:device_code|userCode)".*/, '')),
        );
        return lines;
      });
    for (const seed of [1, 2, 3, 5, 8]) {
      const first = await trace(seed);
      expect(first.length).toBeGreaterThan(3);
      expect(await trace(seed), `seed ${seed}`).toEqual(first);
    }
  });
});

/** 0 to 2 ** 30, by everything in these folders. */
function hashOf(folders: readonly string[]): number {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.\w+$/.test(name)) hash.update(readFileSync(`${root}${folder}/${name}`));
  return hash.digest().readUInt32BE() >>> 2;
}

describe('the explanation of an evening', () => {
  test('says what was played, by which rule, and what was sent of it', async () => {
    const story = createStory();
    const program = loadProgram(bundles, story.watchReducer);
    const services = await createServices(program);
    const steps: readonly Step[] = [
      { kind: 'open', site: 'ids', title: 1 },
      { kind: 'play', seconds: 30 },
      { kind: 'seek', to: 0.95 },
    ];
    await inTask(() => violationsOf({ program, services }, 1, steps, story.note));
    const text = story.text();
    expect(text).toContain('── {"kind":"seek","to":0.95}');
    expect(text).toMatch(/Sintel \| \d+ s \S+ \| [\d.–]+ \| continuous \| Sintel \| – \| start 1\d of 898 s/);
    expect(text).toContain(' | 852.6 | seek | Sintel | insufficient-evidence | –');
    expect(text).toMatch(/=> tracker: 1\d of 898 s of \{"type":"movie"/);
    expect(text).toContain(`  continuous: ${MEANINGS['continuous']}`);
  });

  test('knows the meaning of every rule', () => {
    const named = ['classify', 'reducer'].flatMap((name) => {
      const source = readFileSync(`${root}src/core/session/${name}.ts`, 'utf8');
      return [...source.matchAll(/rule: '([\w-]+)'/g)].map(([, rule]) => rule);
    });
    expect(named.length).toBeGreaterThan(15);
    expect(new Set(Object.keys(MEANINGS))).toEqual(new Set(named));
  });
});

describe('the simulated world', () => {
  test('has sites with valid definitions', () => {
    expect(definitions.filter((one) => !parseDefinition(one).ok)).toEqual([]);
  });

  test('has a tracker that refuses a token at once, also one that was used just before', async () => {
    const steps: readonly Step[] = [
      { kind: 'open', site: 'ids', title: 1 },
      { kind: 'play', seconds: 30 },
      { kind: 'token-refused' },
      { kind: 'seek', to: 0.5 },
    ];
    const lines: string[] = [];
    await inTask(() => violationsOf(parts, 1, steps, (line) => lines.push(line)));
    expect(lines.filter((line) => line.includes('  answer ')).map((line) => line.slice(-3))).toContain('401');
  });

  test('is judged by an oracle that knows nothing of the sources', () => {
    const folder = `${root}test/simulation/oracle/`;
    const found = readdirSync(folder).filter((name) =>
      /from '.*\/src\//.test(readFileSync(folder + name, 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
    'can have the fault: %s',
    (_name, fault) => {
      const source = readFileSync(`${root}${fault.file}`, 'utf8');
      expect(applyFault(fault, source)).not.toBe(source);
    },
  );
});
