import { useState } from 'preact/hooks';
import { LIBRARY_URL } from '../../core/settings/library-url';
import { textKey } from '../../core/text/text-key';
import { parseBaseUrl } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { hostPatternOf } from '../account/use-base-url';
import { answersAsTracker } from './answers-as-tracker';
import { isHere, trackerHere, useFound } from './tracker-here';

declare const __DEFAULT_BASE_URL__: string;

/** `browser`: no tracker at all; `here`: one on this computer. */
export type PlaceKind = 'browser' | 'here' | 'other';

/** Where the history is kept: the choice of the first step, checked as it is made. */
export interface Place {
  readonly kind: PlaceKind;
  readonly choose: (kind: PlaceKind) => void;
  /** A tracker answers on this computer; `undefined` before the first answer. */
  readonly found: boolean | undefined;
  readonly address: string;
  readonly enter: (address: string) => void;
  readonly allowHttp: boolean;
  readonly setAllowHttp: (allowed: boolean) => void;
  /** Why the address cannot be used. */
  readonly problem: string | undefined;
  /** Signing in can be tried. */
  readonly ready: boolean;
  /** Stores the choice, in the click itself; false where it cannot be used. */
  readonly prepare: () => Promise<boolean>;
}

export function usePlace(settings: Settings): Place {
  const inForce = settings.baseUrl === '' ? __DEFAULT_BASE_URL__ : settings.baseUrl;
  const [kind, choose] = useState<PlaceKind>(kindOf(settings.baseUrl));
  const [address, setAddress] = useState(kindOf(inForce) === 'other' ? inForce : '');
  const [allowHttp, setAllowHttp] = useState(settings.allowHttp);
  const [refusal, setRefusal] = useState<string>();
  const here = trackerHere(inForce);
  const found = useFound(here, kind === 'here');
  const parsed = parseBaseUrl(address, { allowHttp });
  const url = kind === 'here' ? here : (parsed.ok && parsed.url) || undefined;
  const enter = (entered: string) => {
    setRefusal(undefined);
    setAddress(entered);
  };

  const prepare = async () => {
    if (url === undefined) return false;
    // Browsers accept a request for access only in the event itself, so it comes before anything is awaited.
    const request = requestAccess([hostPatternOf(url)]);
    if (!(await request)) return refuse(setRefusal, 'base_url_refused');
    if (!(await answersAsTracker(url))) return refuse(setRefusal, 'welcome_no_tracker');
    if (url !== inForce) await send('settings.set', { baseUrl: url, allowHttp });
    return true;
  };
  return {
    kind,
    choose,
    found,
    address,
    enter,
    allowHttp,
    setAllowHttp,
    problem: refusal ?? (kind === 'other' ? problemOf(address, parsed) : undefined),
    ready: kind === 'here' ? found === true : parsed.ok,
    prepare,
  };
}

/** The first choice is the one that needs nothing. */
function kindOf(baseUrl: string): PlaceKind {
  if (baseUrl === '' || baseUrl === LIBRARY_URL) return 'browser';
  return isHere(baseUrl) ? 'here' : 'other';
}

function refuse(show: (message: string) => void, key: string): false {
  show(text(key));
  return false;
}

/** Nothing is wrong with an address that has only begun: no dot, no colon. */
function problemOf(address: string, parsed: ReturnType<typeof parseBaseUrl>): string | undefined {
  if (parsed.ok || parsed.reason === 'empty' || !/[.:].+/.test(address)) return undefined;
  return text(textKey('base_url', parsed.reason));
}
