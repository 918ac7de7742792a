import { resolveRequestSchema } from '../protocol/tracker/resolve';
import { LIBRARY_URL } from '../core/settings/base-url';
import type { LibraryOperation } from './database';

/**
 * The library approves every sign-in: it is the person's own browser. The flow is that of any tracker, so the
 * rest of the extension needs no special case.
 */
export const signInOperations: Readonly<Record<string, LibraryOperation>> = {
  'POST /auth/device/code': () =>
    Promise.resolve({
      device_code: 'this-browser',
      user_code: 'HERE',
      verification_uri: LIBRARY_URL,
      expires_in: 600,
      interval: 1,
    }),
  'POST /auth/device/token': () =>
    Promise.resolve({
      access_token: 'this-browser',
      token_type: 'Bearer',
      // It never expires.
      expires_in: 0,
      account_id: 'me',
    }),
  'POST /auth/revoke': () => Promise.resolve({ success: true }),
  'GET /me': () => Promise.resolve({ success: true, data: {} }),
  'GET /openapi.json': () =>
    Promise.resolve({
      openapi: '3.1.0',
      paths: {
        '/matinee/resolve': { post: bodyOf(Object.keys(resolveRequestSchema.shape)) },
        '/matinee/history/{id}': { put: {} },
        '/matinee/ratings': { put: {} },
      },
    }),
};

function bodyOf(names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return { requestBody: { content: { 'application/json': { schema: { properties } } } } };
}
