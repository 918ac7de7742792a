import { buildExtension } from '../../../scripts/build/build-extension';

/** Before the first browser test: builds the extension, so that no test's time runs out over it. */
export default async function buildOnce(): Promise<void> {
  await buildExtension({ browser: 'chrome' });
  await buildExtension({ browser: 'firefox' });
}
