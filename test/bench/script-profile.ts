import type { Page, Protocol } from 'puppeteer-core';
import type { SourceOfPlace } from './script-sources';
import { recordTrace, scriptTime } from './trace';

export interface ScriptRecord {
  /** Processor time of all script of the page's process, microtasks and compilation included. */
  readonly milliseconds: number;
  /** Samples of the extension's script, by source; what the browser does for a source counts as its own. */
  readonly sources: ReadonlyMap<string, number>;
}

/** Records the script of a page for a while. */
export async function recordScript(
  page: Page,
  seconds: number,
  sourceOf: SourceOfPlace,
): Promise<ScriptRecord> {
  const cdp = await page.createCDPSession();
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 50 });
  await cdp.send('Profiler.start');
  const events = await recordTrace(cdp, seconds);
  const { profile } = await cdp.send('Profiler.stop');
  await cdp.detach();
  return { milliseconds: scriptTime(events), sources: samplesBySource(profile, sourceOf) };
}

function samplesBySource(
  { nodes, samples = [] }: Protocol.Profiler.Profile,
  sourceOf: SourceOfPlace,
): ReadonlyMap<string, number> {
  const counts = new Map<number, number>();
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const children = new Map(nodes.map((node) => [node.id, node]));
  const sources = new Map<string, number>();
  const visit = (node: Protocol.Profiler.ProfileNode, caller: string | undefined) => {
    const { url, lineNumber, columnNumber } = node.callFrame;
    const source = url.endsWith('/content.js') ? sourceOf(lineNumber, columnNumber) : caller;
    if (source !== undefined) sources.set(source, (sources.get(source) ?? 0) + (counts.get(node.id) ?? 0));
    for (const id of node.children ?? []) {
      const child = children.get(id);
      if (child) visit(child, url.endsWith('/reading-aid.js') ? 'the reading aid' : source);
    }
  };
  const [top] = nodes;
  if (top) visit(top, undefined);
  return sources;
}
