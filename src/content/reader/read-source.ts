import { fillTemplate } from '../../core/definition/endpoint-request';
import type { Guard, Source, PlayerDefinition } from '../../protocol/definition/definition';
import { cleanText, textOf, isSomething } from './clean-text';
import type { ReadContext, SourceTrace, BareSource, PageContext } from './context';
import type { Memory } from './memory';
import { runRegex } from './regex';
import { readRaw } from './source-readers';
import { applyTransform } from './transform';
import { hasHost } from './match-page';
import type { Playback } from '../../core/session/observation';
import { longestTitleSeconds } from '../../core/session/thresholds';

/**
 * The value of the first source that has one and whose guards pass. `field` is its name in trace and memory.
 */
export function readSources(sources: Source[] | undefined, field: string, context: ReadContext): unknown {
  for (const [index, source] of (sources ?? []).entries()) {
    const value = readSource(source, field, index, context);
    if (value === undefined) continue;
    context.memory.rungs.set(field, index);
    return value;
  }
  return undefined;
}

/** Whether every condition has a value; in a nested list one is enough. */
export function readAll(
  conditions: (Source | Source[])[] | undefined,
  field: string,
  context: ReadContext,
): boolean {
  for (const [index, condition] of (conditions ?? []).entries()) {
    const found =
      'map' in condition
        ? readSources(condition, `${field}.${index}`, context)
        : readSource(condition, field, index, context);
    if (found === undefined) return false;
  }
  return true;
}

function readSource(source: Source, field: string, index: number, context: ReadContext): unknown {
  const trace = context.trace?.try(field, index, source);
  const read = readTransformed(source, context, trace);
  const passed = isSomething(read) && passes(source.guards, read, context, trace);
  const trusted = passed ? read : undefined;
  const value = source.remember ? remember(context.memory, `${field}:${index}`, trusted) : trusted;
  trace?.done(read, passed, value);
  return value;
}

function readTransformed(source: BareSource, context: ReadContext, trace?: SourceTrace): unknown {
  let value = readRaw(source, context);
  trace?.raw(value);
  for (const transform of source.transforms ?? []) {
    if (value === undefined || value === null) return undefined;
    value = applyTransform(value, transform, context);
    trace?.transformed(transform, value);
  }
  return typeof value === 'string' ? cleanText(value) : value;
}

function passes(
  guards: Guard[] | undefined,
  value: unknown,
  context: ReadContext,
  trace?: SourceTrace,
): boolean {
  for (const guard of guards ?? []) {
    const seen = guard.of ? readTransformed(guard.of, context) : value;
    const passed = holds(guard, seen, context) !== Boolean(guard.not);
    trace?.guarded(guard, seen, passed);
    if (!passed) return false;
  }
  return true;
}

/** Whether the check of a guard holds, ignoring `not`. Texts are compared without regard to case. */
function holds({ matches, equals, contains }: Guard, seen: unknown, context: ReadContext): boolean {
  const text = textOf(seen) ?? '';
  if (matches !== undefined) return text !== '' && runRegex(matches, text) !== null;
  const template = equals ?? contains;
  if (template === undefined) return isSomething(seen);
  const wanted = fillTemplate(template, context.values)?.toLowerCase();
  if (wanted === undefined || text === '') return false;
  return equals === undefined ? text.toLowerCase().includes(wanted) : text.toLowerCase() === wanted;
}

/** The current value, or the remembered one if there is none now. */
function remember({ values, fresh }: Memory, key: string, value: unknown): unknown {
  if (value === undefined) return values.get(key);
  values.set(key, value);
  fresh.add(key);
  return value;
}

/**
 * Whether the page belongs to the product that the definition supports. On a host that the user added
 * (`userHosts`), one source of the fingerprint must give a value: the name may be wrong, or another product
 * may be installed there. The definition's own hosts are not checked.
 */
export function isProduct(context: PageContext): boolean {
  const { definition, url } = context;
  const { userHosts } = definition;
  if (!userHosts || hasHost(url, definition.hosts)) return true;
  return readSources(userHosts.fingerprint, 'fingerprint', { ...context, values: {} }) !== undefined;
}

export type PlayerGate = 'ad' | 'live' | 'trailer';

/** Why the current playback is not the title itself, by the definition's sources; undefined if it is. */
export function readGate(player: PlayerDefinition, context: ReadContext): PlayerGate | undefined {
  for (const gate of ['ad', 'live', 'trailer'] as const)
    if (readSources(player[gate], `player.${gate}`, context) !== undefined) return gate;
  return undefined;
}

/** Live streams have an infinite or very long duration, or a position counted from a date. */
export function isLive({ position, duration }: Pick<Playback, 'position' | 'duration'>): boolean {
  return position > longestTitleSeconds || duration > longestTitleSeconds;
}
