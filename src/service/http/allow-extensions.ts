import { setHeader } from './set-header';
import type { RequestStep } from './together';

/** Each browser gives extensions their own kind of origin. */
const EXTENSION = /^(?:chrome|moz)-extension:\/\/[\w-]+$/;

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE',
  'Access-Control-Allow-Headers': 'authorization,content-type,if-none-match,x-api-key',
  'Access-Control-Max-Age': '600',
};

/** Lets extensions, but not web pages, read responses. */
export function allowExtensions(): RequestStep {
  return (c) => {
    setHeader(c, 'Vary', 'Origin');
    const origin = c.req.header('origin');
    const isAllowed = origin !== undefined && EXTENSION.test(origin);
    if (isAllowed) {
      setHeader(c, 'Access-Control-Allow-Origin', origin);
      setHeader(
        c,
        'Access-Control-Expose-Headers',
        'ETag,Retry-After,RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset',
      );
    }
    return c.req.method === 'OPTIONS' ? c.body(null, 204, isAllowed ? PREFLIGHT : {}) : undefined;
  };
}
