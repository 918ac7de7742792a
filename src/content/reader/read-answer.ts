import { templateNames, fillTemplate } from '../../core/definition/template';
import { readerKey } from '../../core/definition/page-world-reader';
import { isRecord } from '../../core/values/is-record';
import { textOf } from './clean-text';
import type { ReadContext } from './context';
import { remembered } from './memory';
import type { SourceOf } from './source-of';
import { followPath } from './transform';

/**
 * The answer of an endpoint. It is asked once for each combination of the values that its own placeholders
 * name.
 */
export function readEndpoint({ endpoint: name }: SourceOf<'endpoint'>, context: ReadContext): unknown {
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
 * A value of the page's world. All of them are asked for at once. The answer is kept until `renewReading`
 * forgets it, and without that for one reading; one without any value counts as failed. With `fresh` only an
 * answer of this reading.
 */
export function readPageWorld(
  { pageWorld: path, element }: SourceOf<'pageWorld'>,
  { memory, now, fresh, askPageWorld }: ReadContext,
): unknown {
  const { world } = memory;
  if (fresh && world && world.askedAt !== now) return undefined;
  const values = remembered(memory, 'world', world ? 1e9 : 100, now, askPageWorld);
  return isRecord(values) ? values[readerKey(path, element)] : undefined;
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
