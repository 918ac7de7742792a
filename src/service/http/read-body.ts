import type { Context, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { isDeep, largestDepth } from '../../core/values/json-structure';
import { parseJson } from '../../core/values/parse-json';
import { ApiError, invalid } from './api-error';
import { bodyLimit as countBody } from 'hono/body-limit';

/**
 * Maximum size of a request body in bytes. A definition has at most 65,536 characters. API v1 states no
 * limit.
 */
export const bodyLimit = 256 * 1024;

/**
 * The JSON body, validated. Throws 415 for another content type and 400 for a body that does not fit the
 * schema.
 */
export async function readBody<T>(c: Context, schema: z.ZodMiniType<T>): Promise<T> {
  requireJson(c);
  const text = await c.req.text();
  return accept(schema, readJson(text));
}

/**
 * Like `readBody`, but also accepts a form, which OAuth clients send (RFC 6749, section 3.2). In a form,
 * unknown fields and empty values are ignored, and repeated fields are refused. An empty body is read as
 * `absent`.
 */
export async function readBodyOrForm<T>(c: Context, schema: FormSchema<T>, absent?: object): Promise<T> {
  if (absent !== undefined && (await c.req.text()) === '') return accept(schema, absent);
  if (contentType(c) !== FORM) return readBody(c, schema);
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (!Object.hasOwn(schema.shape, name) || value === '') continue;
    if (Object.hasOwn(fields, name)) throw invalid(`\`${name}\` must not be repeated`);
    fields[name] = value;
  }
  return accept(schema, fields);
}

const JSON_TYPE = 'application/json';

const FORM = 'application/x-www-form-urlencoded';

type FormSchema<T> = z.ZodMiniType<T> & Readonly<{ shape: Readonly<Record<string, unknown>> }>;

/** Parses JSON. Throws 400 if the text is not JSON or is nested too deep. */
export function readJson(text: string): unknown {
  if (isDeep(text)) throw invalid(`The body has more than ${String(largestDepth)} levels`);
  const body = parseJson(text);
  if (body === undefined) throw invalid('The body is not valid JSON');
  return body;
}

function accept<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue === undefined ? 'The body is invalid' : describeIssue(issue));
}

function requireJson(c: Context): void {
  if (contentType(c) === JSON_TYPE) return;
  const message = 'The body must be JSON with Content-Type: application/json';
  throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

/** The content type without its parameters, in lower case. */
export function contentType(c: Context): string | undefined {
  const stated = c.req.header('content-type');
  return stated === JSON_TYPE ? stated : stated?.split(';')[0]?.trim().toLowerCase();
}

/** Maximum lengths of a path and of a field's name in a message, because the client chose both. */
const LONGEST_PATH = 120;
const LONGEST_FIELD = 60;

/** A sentence that names the wrong field: `` `progress` must be at least 0``. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.').slice(0, LONGEST_PATH);
  if (issue.code === 'unrecognized_keys') {
    const field = (issue.keys[0] ?? '').slice(0, LONGEST_FIELD);
    return `\`${path === '' ? field : `${path}.${field}`}\` is not a known field`;
  }
  return `${path === '' ? 'The body' : `\`${path}\``} ${problemOf(issue)}`;
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    const type = withArticle(issue.expected);
    return issue.input === undefined ? `is required (${type})` : `must be ${type}`;
  }
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unitOf(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unitOf(issue.origin)}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`;
  if (issue.code === 'invalid_format') return 'does not have the right form';
  return issue.code === 'custom' && issue.message ? issue.message : 'is invalid';
}

function withArticle(expected: string): string {
  if (expected === 'int' || expected === 'safeint') return 'a whole number';
  return expected === 'object' || expected === 'array' ? `an ${expected}` : `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

/** Milliseconds for which a time may be in the future, because clocks differ: 1 day. */
const AHEAD_MS = 24 * 3600_000;

/**
 * Reads the time in the field `name`, in milliseconds since 1970. Throws 400 if it is before 1970 or more
 * than a day ahead.
 */
export function readTime(name: string, text: string, now: number): number {
  return checkTime(name, Date.parse(text), now + AHEAD_MS);
}

/** Checks that a time is not before 1970 and not after `latest`. Throws 400. */
export function checkTime(name: string, time: number, latest: number): number {
  if (time < 0) throw invalid(`\`${name}\` must not be before 1970`);
  if (time > latest) throw invalid(`\`${name}\` must not be after ${new Date(latest).toISOString()}`);
  return time;
}

/** One field of a form with files (RFC 7578). */
type FormPart = Readonly<{
  /** Empty if the field is no file. */
  fileName: string;
  bytes: Uint8Array;
}>;

/** Maximum number of parts of a form. Our forms and those of media servers have few. */
const MOST_PARTS = 20;

/** Maximum length of a part's header lines, in bytes. */
const LONGEST_HEAD = 8 * 1024;

/**
 * The first field of this name in a `multipart/form-data` body. Only the boundaries of the parts are searched
 * for: parsing all fields of a 32 MiB form would take seconds and block all other requests.
 */
export function readPart(body: Uint8Array, contentType: string, name: string): FormPart | undefined {
  const border = borderOf(contentType);
  if (border === undefined) return undefined;
  const content = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isFirst = content.subarray(0, border.length - 2).equals(border.subarray(2));
  let from = isFirst ? border.length - 2 : after(content, border, 0);
  for (let count = 0; count < MOST_PARTS && from !== undefined; count += 1) {
    const head = headOf(content, from);
    if (head === undefined) return undefined;
    const end = content.indexOf(border, head.end);
    if (end === -1) return undefined;
    if (head.name === name) return { fileName: head.fileName, bytes: content.subarray(head.end, end) };
    from = end + border.length;
  }
  return undefined;
}

function borderOf(contentType: string): Buffer | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? undefined : Buffer.from(`\r\n--${boundary}`);
}

function after(content: Buffer, border: Buffer, from: number): number | undefined {
  const at = content.indexOf(border, from);
  return at === -1 ? undefined : at + border.length;
}

/** The header lines of a part; `undefined` after the last part. */
function headOf(content: Buffer, from: number) {
  const text = content.subarray(from, from + LONGEST_HEAD).toString();
  const end = text.indexOf('\r\n\r\n');
  if (!text.startsWith('\r\n') || end === -1) return undefined;
  const lines = text.slice(0, end);
  const disposition = /^content-disposition:\s*form-data;[^\r\n]*/im.exec(lines)?.[0] ?? '';
  const [, name = ''] = /;\s*name="([^"]*)"/i.exec(disposition) ?? [];
  const [, fileName = ''] = /;\s*filename="([^"]*)"/i.exec(disposition) ?? [];
  return { name, fileName, end: from + Buffer.byteLength(lines) + 4 };
}

/**
 * Refuses larger bodies. A stated `Content-Length` is enough, because Node reads no further. A body without
 * one has to be counted, for which the whole request is wrapped.
 */
export function limitBody(maxSize: number, refuse: () => never): MiddlewareHandler {
  const count = countBody({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next);
    return Number(length) <= maxSize ? next() : refuse();
  };
}
