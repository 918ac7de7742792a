/** Builds the files that a service needs when it runs from the sources. Part of `npm run service`. */
import { buildAnimePack } from './anime-pack.ts';
import { buildReplayScript } from './replay-script.ts';

await Promise.all([buildReplayScript(), buildAnimePack()]);
