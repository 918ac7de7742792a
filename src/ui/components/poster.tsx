import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { webAddress } from '../text/web-address';

/** The poster; a card with the first letter of the title where there is none or it cannot be loaded. */
export function Poster({
  url,
  title,
}: {
  readonly url: string | undefined;
  readonly title: string;
}): JSX.Element {
  const [broken, setBroken] = useState(false);
  const source = webAddress(url);
  if (source === undefined || broken)
    return (
      <span class="poster blank" aria-hidden="true">
        {title.trim().match(/./u)?.[0].toUpperCase() ?? ''}
      </span>
    );
  return (
    <img
      class="poster"
      src={source}
      alt=""
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
