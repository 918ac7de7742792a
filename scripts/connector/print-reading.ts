import { isReadable } from '../../src/core/media/item';
import type { TraceEntry } from '../../src/content/reader/collect-trace';
import type { SavedReading } from './read-saved-page';

/** A reading as JSON: `{page, item, identity, confidence, degraded, missing, gate, player, trace}`. */
export function readingAsJson({ page, reading, playback, gate, trace }: SavedReading): unknown {
  const { item = {}, identity = '', confidence = 0, degraded = false, missing = [] } = reading ?? {};
  return {
    page,
    item,
    identity,
    confidence,
    degraded,
    missing,
    gate: gate ?? null,
    player: playback === undefined ? null : { ...playback, duration: finiteOrText(playback.duration) },
    trace,
  };
}

/** JSON has no infinity. */
function finiteOrText(duration: number): number | 'Infinity' {
  return Number.isFinite(duration) ? duration : 'Infinity';
}

/**
 * A reading as text: for each field every source that was tried, then the item, its identity and the player.
 */
export function printReading(read: SavedReading): string {
  if (read.page === null) return 'No page of the definition matches this address.';
  const fields = [...new Set(read.trace.map((entry) => entry.field))];
  return [
    `page ${read.page}`,
    ...fields.flatMap((field) => ['', field, ...tracedSources(read.trace, field)]),
    '',
    itemLine(read),
    ...identityLines(read),
    playerLine(read),
  ].join('\n');
}

function itemLine({ reading }: SavedReading): string {
  const remark = reading && !isReadable(reading.item) ? '   (not enough to look it up)' : '';
  return `item        ${JSON.stringify(reading?.item ?? {})}${remark}`;
}

function identityLines({ reading }: SavedReading): string[] {
  if (reading === undefined) return [];
  const degraded = reading.degraded ? '   degraded' : '';
  const missing = reading.missing.length > 0 ? `   missing: ${reading.missing.join(', ')}` : '';
  return [`identity    ${reading.identity}`, `confidence  ${reading.confidence}${degraded}${missing}`];
}

function playerLine({ playback, gate }: SavedReading): string {
  const player = playback ? `${playback.state} at ${playback.position} of ${playback.duration} s` : 'none';
  return `player      ${player}${gate === undefined ? '' : `   ${gate}`}`;
}

function tracedSources(trace: readonly TraceEntry[], field: string): string[] {
  return trace.filter((entry) => entry.field === field).flatMap(printEntry);
}

const marks = { hit: '✓', miss: '·', refused: '✗', remembered: '↺' } as const;

function printEntry({ index, source, outcome, raw, transforms, guards, value }: TraceEntry): string[] {
  const { transforms: _transforms, guards: _guards, remember: _remember, ...where } = source;
  const steps = transforms.map(
    ({ transform, value: after }) => `      ${JSON.stringify(transform)} → ${after ?? 'nothing'}`,
  );
  const checks = guards.map(({ guard, seen, passed }) => {
    const verdict = passed ? 'passes' : 'refuses';
    return `      guard ${JSON.stringify(guard)} ${verdict} ${seen ?? 'nothing'}`;
  });
  return [
    `  ${marks[outcome]} ${index + 1}. ${JSON.stringify(where)} → ${raw ?? 'nothing'}`,
    ...steps,
    ...checks,
    ...(value === undefined || value === raw ? [] : [`      = ${value}`]),
  ];
}
