import { useLayoutEffect, useState } from 'preact/hooks';
import { parseBaseUrl } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { useAction } from '../../ui/hooks/use-action';
import { textKey } from '../../core/text/text-key';

type Entered = Readonly<{
  value: string;
  allowHttp: boolean;
}>;

type BaseUrlState = Readonly<{
  entered: Entered;
  busy: boolean;
  saved: boolean;
  /** Why the address is not accepted. */
  problem: string | undefined;
  /** Why saving failed. */
  error: string | undefined;
  enter: (change: Partial<Entered>) => void;
  save: () => void;
}>;

/** State of the form for the tracker's address. Saving checks it and requests access to its host. */
export function useBaseUrl(settings: Settings): BaseUrlState {
  const [entered, setEntered] = useState(() => enteredFrom(settings));
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  // Another page may change the settings. `saved` stays, because saving here changes them too. It is done in
  // the layout: an effect can run 0.1 s after the first picture and would remove what was typed.
  useLayoutEffect(() => setEntered(enteredFrom(settings)), [settings.baseUrl, settings.allowHttp]);

  const save = () => {
    const { value, allowHttp } = entered;
    setSaved(false);
    const parsed = value.trim() === '' ? undefined : parseBaseUrl(value, { allowHttp });
    if (parsed !== undefined && !parsed.ok) {
      setProblem(text(textKey('base_url', parsed.reason)));
      return;
    }
    setProblem(undefined);
    const baseUrl = parsed?.url ?? '';
    // Browsers accept a request for access only in the event itself, so it comes before anything is awaited.
    const request = baseUrl === '' ? Promise.resolve(true) : requestAccess([hostPatternOf(baseUrl)]);
    void action.run(async () => {
      if (!(await request)) {
        setProblem(text('base_url_refused'));
        return;
      }
      await send('settings.set', { baseUrl, allowHttp });
      setEntered({ value: baseUrl, allowHttp });
      setSaved(true);
    });
  };
  const enter = (change: Partial<Entered>) => {
    setEntered((last) => ({ ...last, ...change }));
    setSaved(false);
  };
  return { entered, busy: action.busy, saved, problem, error: action.error, enter, save };
}

function enteredFrom({ baseUrl, allowHttp }: Settings): Entered {
  return { value: baseUrl, allowHttp };
}

/** Match patterns cannot contain a port. */
export function hostPatternOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}
