import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { catalogueFiles } from '../../scripts/build/catalogue';
import { DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { extensionConfig } from '../../scripts/build/extension-config';
import { withCdp } from '../support/browser/cdp';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { median, type FigureGroup } from './figure';
import { manyDefinitions } from './reading';

/** Start time and memory of the worker with the built-in connectors and with 1,000 connectors. */
export async function measureCatalogue(extension: string, quick: boolean): Promise<FigureGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'matinee-catalogue-'));
  try {
    const config = extensionConfig({ engine: 'chrome', baseUrl: DEFAULT_BASE_URL, outDir: folder });
    await build({
      ...config,
      logLevel: 'error',
      plugins: [manyConnectors(1_000), ...otherPlugins(config)],
    });
    const usual = await startUps(extension, quick ? 3 : 6);
    const large = await startUps(folder, quick ? 3 : 6);
    return {
      title: 'The worker and the size of the catalogue',
      figures: [
        {
          name: 'from waking the worker to its answer, the catalogue as it is',
          value: usual.milliseconds,
          unit: 'ms',
        },
        { name: 'the same with 1,000 definitions', value: large.milliseconds, unit: 'ms' },
        { name: 'heap of the worker, the catalogue as it is', value: usual.heap / 1e6, unit: 'MB' },
        { name: 'the same with 1,000 definitions', value: large.heap / 1e6, unit: 'MB' },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts a catalogue of that many connectors into the package. */
function manyConnectors(count: number): Plugin {
  return {
    name: 'bench:many-connectors',
    generateBundle() {
      for (const [fileName, source] of Object.entries(catalogueFiles(manyDefinitions(count))))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The plugins of a build, without the one that puts the built-in connectors into the package. */
function otherPlugins({ plugins = [] }: InlineConfig): typeof plugins {
  const isCatalogue = (plugin: unknown) => (plugin as Partial<Plugin> | null)?.name === 'matinee:catalogue';
  return plugins.filter((plugin) => !isCatalogue(plugin));
}

async function startUps(extension: string, count: number): Promise<{ milliseconds: number; heap: number }> {
  const browser = await launchChromium({ extension });
  try {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      await browser.worker();
      // An alarm can start the worker again at once; then this turn has no time.
      if (
        !(await browser.stopWorker().then(
          () => true,
          () => false,
        ))
      )
        continue;
      times.push(
        await browser.evaluate(async () => {
          const start = performance.now();
          await chrome.runtime.sendMessage({ name: 'sites.list', input: {} });
          return performance.now() - start;
        }, undefined),
      );
    }
    return { milliseconds: median(times), heap: await heapOf(browser) };
  } finally {
    await browser.close();
  }
}

async function heapOf(browser: Chromium): Promise<number> {
  const worker = await browser.worker();
  return withCdp(browser.context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url === worker.url());
    if (target === undefined) throw new Error('the worker is gone');
    const { sessionId } = await cdp.send('Target.attachToTarget', {
      targetId: target.targetId,
      flatten: false,
    });
    const ask = (id: number, method: string) =>
      new Promise<unknown>((resolve) => {
        const listen = ({ message }: { message: string }) => {
          const answer = JSON.parse(message) as { id?: number; result?: unknown };
          if (answer.id !== id) return;
          cdp.off('Target.receivedMessageFromTarget', listen);
          resolve(answer.result);
        };
        cdp.on('Target.receivedMessageFromTarget', listen);
        void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
      });
    await ask(1, 'HeapProfiler.collectGarbage');
    return ((await ask(2, 'Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
  });
}

declare const chrome: { readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> } };
