import * as z from 'zod/mini';
import { webHost } from '../../core/hosts/page-address';

/** The complete address of a web page. `z.url` would add 0.6 kB to the worker. */
export const webAddress = z
  .string()
  .check(z.refine((text) => webHost(text) !== undefined, { error: 'not a web address' }));
