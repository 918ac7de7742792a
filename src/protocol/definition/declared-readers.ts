import {
  parsePageWorldPath,
  readerKey,
  receivedKey,
  type PageWorldReader,
} from '../../core/definition/page-world-reader';
import { defined } from '../../core/values/defined';
import type { Definition } from './definition';
import { visitDefinition } from './visit';

/** The readers of all page-world sources that a definition declares. The worker runs no others. */
export function declaredReaders(definition: Definition): PageWorldReader[] {
  const readers = new Map<string, PageWorldReader>();
  visitDefinition(definition, {
    source(source) {
      if ('received' in source) {
        const key = receivedKey(source.received);
        readers.set(key, { key, steps: [], received: source.received, hosts: hostsOf(definition) });
      }
      if (!('pageWorld' in source)) return;
      const { pageWorld: path, element } = source;
      const key = readerKey(path, element);
      const steps = parsePageWorldPath(path);
      if (steps) readers.set(key, { key, steps, ...defined({ element }) });
    },
  });
  return [...readers.values()];
}

/**
 * An expression for the definition's hosts, and for others below the same domain, such as api.site.example.
 */
function hostsOf({ hosts, apiHosts = [] }: Definition): string {
  const names = [...hosts, ...apiHosts].map((host) =>
    domainOf(host.replace(/^\*\./, '')).replaceAll('.', '\\.'),
  );
  return `^https://(?:[^/?#]+\\.)?(?:${[...new Set(names)].join('|')})(?::\\d+)?/`;
}

/** The host without its first label, unless that would leave a public suffix such as co.uk. */
function domainOf(host: string): string {
  const rest = host.slice(host.indexOf('.') + 1);
  return !rest.includes('.') || /^(?:com?|org|net|gov|edu|ac|or|ne|go)\.[a-z]{2}$/.test(rest) ? host : rest;
}
