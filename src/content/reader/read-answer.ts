import { templateNames, fillTemplate } from '../../core/definition/template';
import { defined } from '../../core/values/defined';
import { textOf } from './clean-text';
import type { ReadContext } from './context';
import { remembered } from './memory';
import type { SourceOf } from './source-of';
import { followPath } from './transform';

/**
 * The answer of an endpoint. It is asked once for each combination of the values that its own placeholders
 * name.
 */
export function readEndpoint(
  { endpoint: name }: SourceOf<'endpoint'>,
  context: ReadContext,
): Promise<unknown> | undefined {
  const endpoint = context.definition.endpoints?.[name];
  const names = endpoint && templateNames(JSON.stringify(endpoint));
  const values = Object.fromEntries(Object.entries(context.values).filter(([key]) => names?.includes(key)));
  const key = `endpoint ${name} ${JSON.stringify(values)}`;
  return remembered(context.memory, key, Infinity, context.now, async () => {
    const value = await context.askEndpoint(name, values);
    return endpoint?.check === undefined || isAbout(value, endpoint.check, values) ? value : undefined;
  });
}

/**
 * The answer of the page's world, kept until `renewWorld` forgets it, and without that for one reading. With
 * `fresh` only an answer of this reading.
 */
export function readPageWorld(
  source: SourceOf<'pageWorld'>,
  context: ReadContext,
): Promise<unknown> | undefined {
  const { pageWorld: path, element } = source;
  const { memory, now, fresh } = context;
  const { world } = memory;
  if (fresh && world && world.askedAt !== now) return undefined;
  return remembered(memory, `world ${element ?? ''} ${path}`, world ? 1e9 : 100, now, () =>
    context.askPageWorld(defined({ path, element })),
  );
}

/** Whether an answer passes the `check` of its endpoint. */
function isAbout(
  value: unknown,
  check: { readonly path: string; readonly equals: string },
  values: Readonly<Record<string, string>>,
): boolean {
  const wanted = fillTemplate(check.equals, values);
  if (wanted === undefined) return false;
  return [followPath(value, check.path)].flat().some((part) => textOf(part) === wanted);
}
