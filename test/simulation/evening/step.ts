import type { OddAnswerName } from '../tracker/answers';
import type { SiteId } from '../page/sites';

/** What happens in an evening. Titles are indexes of `world.titles`; times are seconds. */
export type Step =
  | { readonly kind: 'open' | 'prerender' | 'private'; readonly site: SiteId; readonly title: number }
  | { readonly kind: 'play' | 'wait' | 'stall' | 'freeze' | 'sleep'; readonly seconds: number }
  | { readonly kind: 'finish' }
  | { readonly kind: 'pause' | 'reload' | 'close' | 'crash' | 'discard' | 'back' | 'hide' | 'new-element' }
  | { readonly kind: 'new-source' | 'growing' | 'second-tab' }
  /** `to`: share of the duration. */
  | { readonly kind: 'seek' | 'pause-and-seek'; readonly to: number }
  | { readonly kind: 'rate'; readonly rate: number }
  /** The next title in place; the page names it `lag` seconds after the medium has changed. */
  | { readonly kind: 'next'; readonly title: number; readonly lag: number }
  | { readonly kind: 'marked-ad'; readonly seconds: number }
  /** `isLeft`: the page begins with it, and its tab is closed in its last seconds. */
  | { readonly kind: 'ad'; readonly seconds: number; readonly isLeft?: boolean }
  /** Another video beside the player, which plays on: a preview that repeats without sound, or a clip of its own. */
  | { readonly kind: 'beside'; readonly seconds: number; readonly isPreview: boolean }
  | { readonly kind: 'flap'; readonly title: number; readonly seconds: number }
  | { readonly kind: 'same-site'; readonly title: number }
  | { readonly kind: 'other-site'; readonly seconds: number }
  | { readonly kind: 'kill-worker' | 'update' | 'sign-out' | 'token-refused' }
  | { readonly kind: 'kill-worker-at'; readonly step: number }
  | { readonly kind: 'kill-browser' | 'power-cut'; readonly seconds: number }
  | { readonly kind: 'storage-fails' | 'disk-full'; readonly writes: number }
  | { readonly kind: 'page-clock' | 'worker-clock' | 'clock'; readonly seconds: number }
  | { readonly kind: 'no-access' | 'recording-paused'; readonly seconds: number }
  | { readonly kind: 'sign-in' | 'sign-in-other' }
  | { readonly kind: 'tracker'; readonly answers: readonly OddAnswerName[] }
  | { readonly kind: 'load-fails' | 'load-slow' | 'crash-stays' | 'new-address'; readonly seconds: number }
  /** The player knows the length `seconds` after the medium. */
  | {
      readonly kind: 'late-length';
      readonly site: SiteId;
      readonly title: number;
      readonly states: 'NaN' | 'Infinity';
      readonly seconds: number;
    }
  | { readonly kind: 'site-hangs' | 'site-fails' };

export type StepKind = Step['kind'];
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>;
