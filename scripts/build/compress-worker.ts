import type { Plugin } from 'vite';
import { chunksFrom } from './imported-chunks.ts';
import { shorten } from './shorten.ts';

const WORKER = 'src/background/main.ts';

/**
 * Shortens the chunks with which the worker starts once more with terser, as page scripts are: 1.5 kB (gzip)
 * less. For the pages of the extension this would take four times as long and save little.
 */
export function compressWorker(): Plugin {
  return {
    name: 'matinee:compress-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const worker = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${WORKER}`));
      if (worker === undefined) throw new Error(`no chunk begins with ${WORKER}`);
      for (const chunk of chunksFrom(bundle, worker.fileName)) {
        const { code } = await shorten(
          { code: chunk.code },
          // `pure_getters` is safe, because no property is read only for the effect of its getter.
          // `lhs_constants` is off, because `null === x` compresses worse than `x === null`.
          {
            module: true,
            compress: { passes: 5, unsafe_arrows: true, pure_getters: true, lhs_constants: false },
          },
        );
        chunk.code = code;
      }
    },
  };
}
