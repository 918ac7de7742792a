import { readFile } from 'node:fs/promises';
import type { SeenRequest } from '../../support/server/tracker-proxy';

/** The table of requests in the privacy policy, and the headers that it lists. */
export interface PrivacyTable {
  readonly rows: readonly {
    readonly method: string;
    readonly path: string;
    readonly fields: ReadonlySet<string>;
    /** Sent only to a tracker that is not ours. */
    readonly elsewhere: boolean;
  }[];
  readonly headers: ReadonlySet<string>;
}

export async function readPrivacyTable(): Promise<PrivacyTable> {
  const policy = await readFile(new URL('../../../.store/privacy.md', import.meta.url), 'utf8');
  const ours = policy.slice(0, policy.indexOf("A tracker that isn't ours"));
  const rows = policy.split('\n').flatMap((line) => {
    const [, request = '', fields = ''] = line.split('|').map((cell) => cell.trim());
    const [, method, path] = /^`([A-Z]+) ([^`]+)`/.exec(request) ?? [];
    if (method === undefined || path === undefined) return [];
    return [
      {
        method,
        path: path.replace('…', '/api/v1'),
        fields: new Set(quoted(fields)),
        elsewhere: !ours.includes(line),
      },
    ];
  });
  const [headers = ''] = policy
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('Headers set by Matinee:'));
  return { rows, headers: new Set(quoted(headers)) };
}

/**
 * The page of the tracker that sign-in opens in a tab of its own, and what that page loads: the browser's
 * requests, as with every page that a person opens.
 */
export function isVisit({ headers }: SeenRequest): boolean {
  // The extension asks by `fetch` only, for pictures as well.
  return headers['sec-fetch-dest'] !== 'empty';
}

/** Requests without a row, and queries, fields and headers that their row does not list. */
export function unexplained(
  seen: readonly SeenRequest[],
  { rows, headers }: PrivacyTable,
): readonly string[] {
  const faults = seen.flatMap((request) => {
    const path = request.path.split('?')[0] ?? '';
    const name = `${request.method} ${request.path}`;
    const row = rows.find((one) => isOf(request, one));
    if (row === undefined) return [name];
    const fields = typeof request.body === 'object' && request.body !== null ? Object.keys(request.body) : [];
    return [
      ...[...new URL(request.path, 'http://tracker.test').searchParams.keys()]
        .filter((field) => !row.fields.has(field))
        .map((field) => `${name}: ${field} in the query`),
      ...fields.filter((field) => !row.fields.has(field)).map((field) => `${name}: the field ${field}`),
      ...Object.keys(request.headers)
        .filter((header) => !headers.has(header) && !(header.startsWith('sec-') && headers.has('sec-')))
        .map((header) => `${name}: the header ${header}`),
      ...('authorization' in request.headers && /\/auth\/device\/|^\/poster\//.test(path)
        ? [`${name}: the key`]
        : []),
    ];
  });
  return [...new Set(faults)];
}

/** Rows of the policy for our tracker for which nothing was sent. */
export function unseen(seen: readonly SeenRequest[], { rows }: PrivacyTable): readonly string[] {
  return rows
    .filter((row) => !row.elsewhere && !seen.some((request) => isOf(request, row)))
    .map(({ method, path }) => `${method} ${path}`);
}

function isOf(request: SeenRequest, row: PrivacyTable['rows'][number]): boolean {
  const path = request.path.split('?')[0] ?? '';
  return (
    row.method === request.method &&
    (row.path.endsWith('*') ? path.startsWith(row.path.slice(0, -1)) : row.path === path)
  );
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
