/** `npm run service` builds what a service that runs from its sources reads. */
import { buildAnimePack } from './anime-pack.ts';
import { buildReplayScript } from './replay-script.ts';

await Promise.all([buildReplayScript(), buildAnimePack()]);
