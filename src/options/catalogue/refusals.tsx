import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { useStored } from '../../ui/hooks/use-stored';
import { catalogueStore, type CatalogueState, type HeldRelease, type Refusal } from './catalogue-state';

type ListRefusalProps = Readonly<{
  catalogue: Pick<CatalogueState, 'refused' | 'off'>;
}>;

/** Why the tracker's last list was refused, in words and by its code. */
export function ListRefusal({ catalogue: { refused, off } }: ListRefusalProps): JSX.Element | null {
  if (off || !isTold(refused)) return null;
  return (
    <div class="stack tight">
      <p class="note wait">{reasonText(refused)}</p>
      <Code of={{ why: refused }} />
    </div>
  );
}

/**
 * Whether a refusal is shown. `unreachable` is not, because the tracker may have no catalogue. `other_key`
 * has a note of its own.
 */
function isTold(
  refused: CatalogueState['refused'],
): refused is Exclude<Refusal, 'unreachable' | 'other_key'> {
  return refused !== undefined && refused !== 'unreachable' && refused !== 'other_key';
}

/** Why a version is not used: in words, then by its code with the detail, where one is known. */
export function ReleaseRefusal({ held }: Readonly<{ held: HeldRelease }>): JSX.Element | null {
  if (!isRefused(held)) return null;
  return (
    <>
      <p class="note wait">{text('catalogue_refused', held.version, reasonText(held.why))}</p>
      <Code of={held} />
    </>
  );
}

/**
 * False for `gone_back` (the person's choice), `wider` (the person is asked) and `unreachable` (it is
 * retried).
 */
function isRefused({ why }: HeldRelease): boolean {
  return why !== 'gone_back' && why !== 'unreachable' && why !== 'wider';
}

function Code({ of: { why, detail } }: Readonly<{ of: Pick<HeldRelease, 'why' | 'detail'> }>): JSX.Element {
  return (
    <p class="small muted mono" dir="ltr">
      {[why, detail].join(' ')}
    </p>
  );
}

/** Everything published that is not used here, for the activity section. */
export function CatalogueRefusals(): JSX.Element | null {
  const catalogue = useStored(catalogueStore);
  const held = Object.entries(catalogue?.sites ?? {}).flatMap(([id, site]) =>
    site.held !== undefined && isRefused(site.held) ? [{ id, held: site.held }] : [],
  );
  if (catalogue === undefined || catalogue.off || (!isTold(catalogue.refused) && held.length === 0))
    return null;
  return (
    <section class="card stack tight">
      <strong>{text('catalogue_title')}</strong>
      <ListRefusal catalogue={catalogue} />
      {held.map((one) => (
        <div key={one.id} class="stack tight">
          <bdi>{one.held.name}</bdi>
          <ReleaseRefusal held={one.held} />
        </div>
      ))}
    </section>
  );
}

/** The reason as part of a sentence. */
export function reasonText(why: HeldRelease['why']): string {
  return text(`catalogue_why_${REASONS[why] ?? why}`);
}

/** Reasons that share the text of another reason. */
const REASONS: Readonly<Partial<Record<HeldRelease['why'], string>>> = {
  too_large: 'damaged',
};
