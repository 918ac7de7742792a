import { buildExtension } from '../../../scripts/build/build-extension';
import { buildReplayScript } from '../../../scripts/build/replay-script';

/** Builds the extension and the script of the review page before the first browser test, so that no time limit of a test includes the build. */
export default async function buildOnce(): Promise<void> {
  await buildExtension({ browser: 'chrome' });
  await buildExtension({ browser: 'firefox' });
  await buildReplayScript();
}
