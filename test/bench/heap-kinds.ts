import type { Page } from 'puppeteer-core';
import type { Figure } from './figure';
import { LEAST_NAME } from './least-script';

export interface Heap {
  /** Bytes that the page's process counts as used, after a collection. */
  readonly used: number;
  /** Bytes in a snapshot, by kind. */
  readonly kinds: ReadonlyMap<Kind, number>;
}

type Kind = 'machine code' | 'bytecode' | 'types of objects' | 'strings' | 'objects' | 'outside';

export async function takeHeap(page: Page): Promise<Heap> {
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable');
  for (const _ of [1, 2]) await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const chunks: string[] = [];
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await cdp.detach();
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  return { used, kinds: sizesByKind(JSON.parse(chunks.join('')) as Snapshot) };
}

/** What is added to the page, by kind, and how much of each the least script adds too. */
export function kindsOfHeap({ ours, floor, plain }: Record<'ours' | 'floor' | 'plain', Heap>): Figure[] {
  const row = (name: string, size: (heap: Heap) => number): Figure => {
    const [all, least] = [size(ours) - size(plain), size(floor) - size(plain)];
    const how = `${LEAST_NAME}: ${(least / 1_000).toFixed(0)} kB`;
    return { name, value: all / 1_000, unit: 'kB', how };
  };
  const kind = (name: string, wanted: Kind) => row(`– of it ${name}`, ({ kinds }) => kinds.get(wanted) ?? 0);
  return [
    row('heap after collection, added', ({ used }) => used),
    kind('machine code that the browser makes of functions that run often, with its tables', 'machine code'),
    kind('bytecode, and what is known of each function', 'bytecode'),
    kind('shapes of objects, and templates of the interfaces of the page', 'types of objects'),
    kind('objects, functions and lists', 'objects'),
    kind('texts', 'strings'),
  ];
}

/** The file of a heap snapshot, as the DevTools write it. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [string[]] };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

function sizesByKind({ snapshot: { meta }, nodes, strings }: Snapshot): ReadonlyMap<Kind, number> {
  const [types] = meta.node_types;
  const at = (field: string) => meta.node_fields.indexOf(field);
  const sizes = new Map<Kind, number>();
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const type = types[nodes[node + at('type')] ?? 0] ?? '';
    const kind = kindOf(type, strings[nodes[node + at('name')] ?? 0] ?? '');
    sizes.set(kind, (sizes.get(kind) ?? 0) + (nodes[node + at('self_size')] ?? 0));
  }
  return sizes;
}

function kindOf(type: string, name: string): Kind {
  // Texts of scripts and objects of the renderer are outside of the heap of JavaScript.
  if (name === 'system / ExternalStringData' || (type === 'native' && !name.startsWith('system /')))
    return 'outside';
  if (MACHINE_CODE.test(name)) return 'machine code';
  if (type === 'code') return 'bytecode';
  if (type === 'object shape' || type === 'native') return 'types of objects';
  return /string|regexp|symbol/.test(type) ? 'strings' : 'objects';
}

/** The code itself, where it continues in the bytecode, and what it has noted of the types of values. */
const MACHINE_CODE =
  /^system \/ (?:InstructionStream|Code|CodeWrapper|TrustedByteArray|FeedbackVector|FeedbackCell|LoadHandler)$/;
