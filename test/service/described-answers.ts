import { z } from 'zod';
import { createDescription } from '../../src/service/api/create-description';
import { OPERATIONS } from '../../src/service/create-api';

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly schema?: { readonly $ref?: string };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: { readonly Error: object } };
}

const description = createDescription('http://localhost', OPERATIONS) as unknown as Description;
const checks = new Map<object, z.ZodType>();

/** What in an answer differs from the description of the API; `undefined`: nothing. */
export function findDifference(
  method: string,
  path: string,
  { status, body }: { readonly status: number; readonly body: unknown },
): string | undefined {
  const operations = findPath(path.split('?')[0] ?? '');
  const operation = operations?.[method.toLowerCase()];
  if (operation === undefined) {
    const expected = operations === undefined ? [404] : [404, 405];
    if (!expected.includes(status)) return `${status} from an operation that is not described`;
    return mismatch(description.components.schemas.Error, body);
  }
  const response = operation.responses[String(status)];
  if (response === undefined) return `${status} is not described`;
  if (response.content === undefined) return body === undefined ? undefined : 'a body that is not described';
  const schema = response.content['application/json']?.schema;
  // A file.
  if (schema === undefined) return undefined;
  return mismatch(schema.$ref ? description.components.schemas.Error : schema, body);
}

function mismatch(schema: object, body: unknown): string | undefined {
  const check = checks.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  checks.set(schema, check);
  const result = check.safeParse(body);
  return result.success ? undefined : z.prettifyError(result.error);
}

function findPath(path: string): Description['paths'][string] | undefined {
  const candidates = Object.entries(description.paths).filter(([described, operations]) => {
    const [operation] = Object.values(operations);
    const pattern = described.replaceAll(/\{(\w+)\}/g, (_, name: string) => patternOf(operation, name));
    return new RegExp(`^${pattern}$`).test(path);
  });
  // A path without parameters comes first.
  return (candidates.find(([described]) => !described.includes('{')) ?? candidates[0])?.[1];
}

function patternOf(operation: Described | undefined, name: string): string {
  const parameter = operation?.parameters.find((one) => one.in === 'path' && one.name === name);
  const { pattern = '^[^/]+$' } = (parameter?.schema ?? {}) as { pattern?: string };
  return pattern.slice(1, -1);
}
