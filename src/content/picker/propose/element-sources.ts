import type { Proposal, TaughtField } from '../../../core/workbench/page-facts';
import { escapePattern } from '../../../core/text/escape-pattern';
import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { elementText } from '../../reader/element-text';
import { hostOf } from './host-element';
import { selectorsFor } from './element-selectors';
import { fieldSource } from './field-sources';

type Bare = Omit<Proposal, 'value'>;

/**
 * Ways to read a field from an element that shows it. `over`: the element lies over the player, so it comes
 * and goes.
 */
export function elementSources(field: TaughtField, element: Element, over: boolean): Bare[] {
  const raw = elementText(element);
  const kept = over ? { remember: true } : {};
  const found = selectorsFor(element).flatMap(({ kind, selector, count, fragile }): Bare[] => {
    const source = fieldSource(field, { text: selector, ...kept }, raw);
    return source === undefined ? [] : [{ kind, source, count, fragile }];
  });
  const scan = hostOf(element) === undefined ? scanFor(element, raw) : undefined;
  const scanned = scan === undefined ? undefined : fieldSource(field, { ...scan, ...kept }, raw);
  return scanned === undefined
    ? found
    : [...found, { kind: 'scan', source: scanned, count: 1, fragile: false }];
}

/** Finds "S1 E2 · Title" by its shape, if the class names around it say nothing. */
function scanFor(element: Element, raw: string): Readonly<Record<string, unknown>> | undefined {
  const numbers =
    /^(?<s>[\p{L}]{1,10}[ .:]{0,2})\d{1,3}(?<m>[ ,.:·•|/–-]{0,3}[\p{L}]{1,10}[ .:]{0,2})\d{1,4}/u.exec(raw);
  if (numbers?.groups === undefined || parseSeasonEpisode(raw)?.season === undefined) return undefined;
  const [before = '', between = ''] = [numbers.groups['s'], numbers.groups['m']].map((text) =>
    escapePattern(text ?? ''),
  );
  return { scan: element.localName, matches: `^${before}\\d{1,3}${between}\\d{1,4}` };
}
