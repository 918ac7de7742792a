import * as z from 'zod/mini';
import packageJson from '../../../package.json' with { type: 'json' };
import { defined } from '../../core/values/defined';
import { errorRecordSchema } from '../../protocol/tracker/envelope';
import { paginationSchema } from '../../protocol/tracker/lists';
import { describedPath, isOurs, pathParameters, refusalsOf, type Operation } from './route';
import { pageParameters } from './parameters';

type Json = Record<string, unknown>;

/** An OpenAPI operation, with the fields that other code reads. */
export interface DescribedOperation extends Json {
  readonly summary: string;
  readonly tags: string[];
  readonly security: Json[];
  readonly parameters: Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json & Readonly<{ description: string }>>>;
}

interface Description extends Json {
  readonly servers: Readonly<{ url: string }>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** The description of the API in OpenAPI 3.1, generated from the schemas with which the service validates. */
export function createDescription(origin: string, operations: Operation[]): Description {
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const operation of operations) {
    const path = (paths[describedPath(operation)] ??= {});
    path[operation.method.toLowerCase()] = describeOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Viewing Tracker Service API', version: '1.0.0', description: ABOUT },
    servers: [{ url: `${origin}/api/v1` }],
    tags: [
      { name: 'API v1', description: 'Of the documents of API v1' },
      { name: 'Ours', description: 'Added by this service; another tracker need not have it' },
    ],
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorRecordSchema, 'output') },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'matinee_login' },
      },
    },
  };
}

const ABOUT = `Matinee ${packageJson.version}. What has \`x-ours\` is not in the documents of API v1.`;

function describeOperation(operation: Operation): DescribedOperation {
  const { method, summary, access, isForExtension } = operation;
  return {
    operationId: [
      method.toLowerCase(),
      ...describedPath(operation)
        .split(/[^a-z]+/i)
        .filter(Boolean),
    ].join('-'),
    summary,
    tags: [isOurs(operation) ? 'Ours' : 'API v1'],
    security: SECURITY[access] ?? [{ apiKey: [] }, { bearer: [] }],
    ...defined({
      'x-access': access === 'public' ? undefined : access,
      'x-extension': isForExtension === true ? true : undefined,
    }),
    parameters: [...pathParameters(operation).map(describePathParameter), ...queryOf(operation)],
    ...bodyOf(operation),
    responses: { ...successOf(operation), ...errorsOf(operation) },
  };
}

const SECURITY: Readonly<Partial<Record<Operation['access'], Json[]>>> = {
  public: [],
  session: [{ session: [] }],
};

function describePathParameter({ name, pattern }: { name: string; pattern: string | undefined }): Json {
  const schema = defined({ type: 'string', pattern: pattern && `^(?:${pattern})$` });
  return { name, in: 'path', required: true, schema };
}

function queryOf({ query = [], page }: Operation): Json[] {
  const all = page === undefined ? query : [...query, ...pageParameters];
  return all.map(({ name, about, schema, isRequired = false }) =>
    defined({ name, in: 'query', description: about, required: isRequired || undefined, schema }),
  );
}

function bodyOf(operation: Operation): Json {
  const { body, files, takesForm = false, isBodyOptional = false, ours = [] } = operation;
  if (files !== undefined) return { requestBody: { required: true, content: contentOf(files) } };
  if (body === undefined) return {};
  const content = { schema: markOurs(toJsonSchema(body, 'input'), ours) };
  const forms = takesForm ? { 'application/x-www-form-urlencoded': content } : {};
  return { requestBody: { required: !isBodyOptional, content: { 'application/json': content, ...forms } } };
}

/** The `content` of a body that is a file of one of these types. */
function contentOf(types: string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function successOf(operation: Operation): DescribedOperation['responses'] {
  const { ours = [], download, success = 200, mayBeUnchanged = false } = operation;
  if (download !== undefined) return { 200: { description: 'A file', content: contentOf(download) } };
  const whole = wholeAnswer(operation);
  if (whole === undefined) return { 204: { description: 'Success, without a body' } };
  const schema = markOurs(toJsonSchema(whole, 'output'), ours);
  const answered = { [success]: { description: 'Success', content: { 'application/json': { schema } } } };
  if (!mayBeUnchanged) return answered;
  return { ...answered, 304: { description: 'Nothing has changed since that `ETag`' } };
}

function wholeAnswer({ answer, data, page }: Operation): z.ZodMiniType | undefined {
  const success = z.literal(true);
  if (page !== undefined) return z.object({ success, data: z.array(page), pagination: paginationSchema });
  return data === undefined ? answer : z.object({ success, data });
}

function errorsOf(operation: Operation): DescribedOperation['responses'] {
  const schema = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    refusalsOf(operation).map((status) => [
      status,
      { description: ERRORS[status], content: { 'application/json': { schema } } },
    ]),
  );
}

const ERRORS: Readonly<Record<ReturnType<typeof refusalsOf>[number], string>> = {
  400: '`VALIDATION_ERROR`, or a code of RFC 8628: the request is wrong',
  401: '`UNAUTHORIZED`: the key is missing or invalid',
  403: '`FORBIDDEN`: the key may not do this',
  404: '`NOT_FOUND`',
  405: '`METHOD_NOT_ALLOWED`',
  413: '`PAYLOAD_TOO_LARGE`',
  415: '`UNSUPPORTED_MEDIA_TYPE`',
  422: '`VALIDATION_ERROR`: the request is wrong',
  429: '`RATE_LIMITED` or `slow_down`, with `Retry-After`',
  500: '`INTERNAL_ERROR`',
  502: '`CATALOGUE_UNREACHABLE`',
  503: '`UNAVAILABLE` or `CATALOGUE_BUSY`, with `Retry-After`: nothing was stored',
};

function markOurs(schema: Json, ours: string[]): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  if (properties.length === 0) return schema;
  const marked = properties.map(([name, property]) => [
    name,
    ours.includes(name) ? { ...property, 'x-ours': true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(marked) as Json };
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // `format` says the same as the pattern, in fewer words.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return described;
}
