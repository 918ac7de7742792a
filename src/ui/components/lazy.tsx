import { h, type FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A view whose script is loaded when it is first shown, so that the first picture of the page does not wait for it. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  const ready = async () => (loaded ??= await load());
  return (props) => {
    const [View, setView] = useState(() => loaded);
    useEffect(() => {
      if (View === undefined) void ready().then((view) => setView(() => view));
    }, []);
    return View === undefined ? null : h(View, props);
  };
}
