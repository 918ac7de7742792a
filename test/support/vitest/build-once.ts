import { buildExtension } from '../../../scripts/build/build-extension';

/** Builds the extension before the first browser test, so that no time limit of a test includes the build. */
export default async function buildOnce(): Promise<void> {
  await buildExtension({ browser: 'chrome' });
  await buildExtension({ browser: 'firefox' });
}
