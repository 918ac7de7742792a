import { isReadable } from '../../src/core/media/item';
import type { TraceEntry } from '../../src/content/reader/collect-trace';
import type { SavedReading } from './read-saved-page';

/** A reading as JSON: `{page, item, identity, confidence, degraded, gate, player, trace}`. */
export function readingAsJson({ page, reading, playback, gate, trace }: SavedReading): unknown {
  return {
    page,
    item: reading?.item ?? {},
    identity: reading?.identity ?? '',
    confidence: reading?.confidence ?? 0,
    degraded: reading?.degraded ?? false,
    missing: reading?.missing ?? [],
    gate: gate ?? null,
    player:
      playback === undefined
        ? null
        : { ...playback, duration: Number.isFinite(playback.duration) ? playback.duration : 'Infinity' },
    trace,
  };
}

/** The same for people: each field with what was tried, then what came out. */
export function printReading(read: SavedReading): string {
  if (read.page === null) return 'No page of the definition matches this address.';
  const lines = [`page ${read.page}`];
  for (const field of new Set(read.trace.map((entry) => entry.field))) {
    lines.push('', field, ...read.trace.filter((entry) => entry.field === field).flatMap(printEntry));
  }
  const { reading, playback, gate } = read;
  lines.push(
    '',
    `item        ${JSON.stringify(reading?.item ?? {})}${reading && !isReadable(reading.item) ? '   (not enough to look it up)' : ''}`,
  );
  if (reading)
    lines.push(
      `identity    ${reading.identity}`,
      `confidence  ${reading.confidence}${reading.degraded ? '   degraded' : ''}${reading.missing.length > 0 ? `   missing: ${reading.missing.join(', ')}` : ''}`,
    );
  lines.push(
    `player      ${playback === undefined ? 'none' : `${playback.state} at ${playback.position} of ${playback.duration} s`}${gate === undefined ? '' : `   ${gate}`}`,
  );
  return lines.join('\n');
}

const marks = { hit: '✓', miss: '·', refused: '✗', remembered: '↺' } as const;

function printEntry({ index, source, outcome, raw, transforms, guards, value }: TraceEntry): string[] {
  const { transforms: _transforms, guards: _guards, remember: _remember, ...where } = source;
  const steps = transforms.map(
    ({ transform, value: after }) => `      ${JSON.stringify(transform)} → ${after ?? 'nothing'}`,
  );
  const checks = guards.map(
    ({ guard, seen, passed }) =>
      `      guard ${JSON.stringify(guard)} ${passed ? 'passes' : 'refuses'} ${seen ?? 'nothing'}`,
  );
  return [
    `  ${marks[outcome]} ${index + 1}. ${JSON.stringify(where)} → ${raw ?? 'nothing'}`,
    ...steps,
    ...checks,
    ...(value === undefined || value === raw ? [] : [`      = ${value}`]),
  ];
}
