import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The poster; a card with the first letter of the title where there is none or it cannot be shown. */
export function Poster({
  url,
  title,
}: Readonly<{
  url: string | undefined;
  title: string;
}>): JSX.Element {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let current = true;
    setSource(undefined);
    // Loaded after the first paint, which needs no picture.
    if (url !== undefined)
      void import('../load-picture')
        .then(({ loadPicture }) => loadPicture(url))
        .then((found) => current && setSource(found));
    return () => {
      current = false;
    };
  }, [url]);
  if (source === undefined)
    return (
      <span class="poster blank" aria-hidden="true">
        {title.trim().match(/./u)?.[0].toUpperCase() ?? ''}
      </span>
    );
  return <img class="poster" src={source} alt="" onError={() => setSource(undefined)} />;
}
