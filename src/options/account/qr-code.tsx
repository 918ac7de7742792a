import type { JSX } from 'preact';
import { encode } from 'uqr';

/** A QR code, dark on light in both themes: many cameras do not read inverted codes. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }): JSX.Element {
  const { data, size } = encode(value, { ecc: 'M', border: 2 });
  const path = data
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
