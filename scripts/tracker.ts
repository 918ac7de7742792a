/** `npm run tracker` writes the package `matinee-tracker` into `dist/tracker`. */
import { join } from 'node:path';
import { buildTracker } from './build/build-tracker.ts';
import { root } from './build/root.ts';

const folder = join(root, 'dist', 'tracker');
await buildTracker(folder);
console.log(folder);
