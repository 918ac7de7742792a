import { h, type FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A component whose script is loaded when it is first rendered, to keep it out of the first paint of the
 * page.
 */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  return (props) => {
    const [View, setView] = useState(() => loaded);
    useEffect(() => {
      if (View === undefined) void loadOnce().then((view) => setView(() => view));
    }, []);
    return View === undefined ? null : h(View, props);
  };
}
