import { draftMatch } from './draft-match';
import { taughtFields, type PageFacts, type Proposal } from './page-facts';

/** A definition as it is being written: JSON of the right outline, which need not be valid yet. */
export type DraftDefinition = Readonly<Record<string, unknown>>;

/** How many ways to read a field a first draft takes, so that one that dies does not take the field with it. */
const sourcesPerField = 3;

/** A first draft from what the page tells. `today` is a date such as 2026-11-21. */
export function createDraft(
  facts: PageFacts,
  { today, how, taken }: { readonly today: string; readonly how: string; readonly taken: readonly string[] },
): DraftDefinition {
  const { hostname } = new URL(facts.url);
  const item = Object.fromEntries(
    taughtFields.flatMap((field) => {
      const proposals = facts.fields[field] ?? [];
      return proposals.length === 0
        ? []
        : [
            [
              field,
              durable(proposals)
                .slice(0, sourcesPerField)
                .map(({ source }) => source),
            ] as const,
          ];
    }),
  );
  const named = 'title' in item || 'seriesTitle' in item;
  const frames = facts.video.length === 0 && !facts.shadow ? facts.frames : [];
  const player = {
    ...(facts.video.length === 0 ? {} : { video: facts.video }),
    ...(facts.shadow ? { shadow: true } : {}),
    ...(frames.length > 0 ? { inFrame: true } : {}),
  };
  return {
    version: 1,
    id: freeId(idOf(hostname), taken),
    name: (facts.siteName ?? nameOf(hostname)).slice(0, 60),
    hosts: [hostname],
    ...(facts.language === undefined ? {} : { languages: [facts.language] }),
    pages: [
      {
        kind: 'watch',
        match: draftMatch(facts.url),
        item: named ? item : { ...item, title: [{ title: true }] },
        ...(Object.keys(player).length === 0 ? {} : { player }),
      },
    ],
    ...(frames.length === 0 ? {} : { frames: [{ hosts: frames.slice(0, 10), player: {} }] }),
    verified: { date: today, how },
  };
}

/** Those that do not stand on a made-up name, unless there is nothing else. */
function durable(proposals: readonly Proposal[]): readonly Proposal[] {
  const good = proposals.filter(({ fragile }) => !fragile);
  return good.length > 0 ? good : proposals;
}

/** `www.foo-tv.example` is foo-tv. */
export function idOf(hostname: string): string {
  const labels = hostname.replace(/^(?:www|watch|play|tv|app|m)\./, '').split('.');
  const word = (labels.length > 2 ? labels.slice(0, -1).join('-') : (labels[0] ?? ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return word.length >= 2 ? word.slice(0, 36) : `site-${word}`.replace(/-$/, '');
}

function freeId(id: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

function nameOf(hostname: string): string {
  return hostname.replace(/^www\./, '');
}
