import { afterEach, expect, test, vi } from 'vitest';

type ZodConfig = { postProcessor?: ((schema: unknown) => void) | undefined };

/** Set by zod when it is loaded; calls `postProcessor` for every schema and check that is built. */
const { config } = vi.hoisted(() => ({
  config: ((globalThis as { __zod_globalConfig?: ZodConfig }).__zod_globalConfig ??= {}),
}));

let built = 0;

afterEach(() => {
  config.postProcessor = undefined;
});

test('a worker that starts builds none of the schemas of pages and of definitions', async () => {
  config.postProcessor = () => (built += 1);
  const { messages } = await import('../../src/protocol/messages/messages');
  const { definitionSchema } = await import('../../src/protocol/definition/definition');
  // Fields of reports and of definitions, which others share.
  expect(built).toBeLessThan(180);
  const atStart = built;
  for (const { input } of Object.values(messages)) input();
  definitionSchema();
  expect(built - atStart).toBeGreaterThan(900);
  const afterwards = built;
  definitionSchema();
  expect(built).toBe(afterwards);
});
