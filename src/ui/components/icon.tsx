import type { JSX } from 'preact';

const PATHS = {
  gear:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z' +
    'M8.5 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  here: 'M12 5v8m0 4v1.5',
  ahead: 'M12 12h.01',
  back: 'M15 5l-7 7 7 7',
  play: 'M8 5.5v13l10-6.5Z',
  pause: 'M8.5 6v12M15.5 6v12',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15 15l5 5',
  out: 'M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9',
} as const;

/** Outline of the ticket, with a notch on either side. */
const TICKET =
  'M2.6 0h10.8A2.6 2.6 0 0 1 16 2.6v3.6a1.8 1.8 0 0 0 0 3.6v3.6a2.6 2.6 0 0 1-2.6 2.6H2.6' +
  'A2.6 2.6 0 0 1 0 13.4V9.8a1.8 1.8 0 0 0 0-3.6V2.6A2.6 2.6 0 0 1 2.6 0Z';

export type IconName = keyof typeof PATHS;

/** A decorative icon beside a text or inside a labelled button; hidden from screen readers. */
export function Icon({ name, size = 18 }: Readonly<{ name: IconName; size?: number }>): JSX.Element {
  return (
    <svg
      class={`icon ${name}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} fill={name === 'play' ? 'currentColor' : 'none'} />
    </svg>
  );
}

/** The ticket of the toolbar icon, for headings and empty views. `empty` draws its outline only. */
export function Ticket({
  size = 22,
  empty = false,
}: Readonly<{
  size?: number;
  empty?: boolean;
}>): JSX.Element {
  return (
    <svg width={size} height={size} viewBox="-1 -1 18 18" aria-hidden="true">
      <path
        d={TICKET}
        fill={empty ? 'none' : '#c8102e'}
        stroke={empty ? 'var(--edge)' : 'none'}
        stroke-dasharray={empty ? '1.5 1' : undefined}
        stroke-width=".6"
      />
      <path
        d="M3 12V4h2.2L8 8.1 10.8 4H13v8h-2V7.1l-3 4.3-3-4.3V12Z"
        fill={empty ? 'var(--edge)' : '#fff7ea'}
      />
    </svg>
  );
}
