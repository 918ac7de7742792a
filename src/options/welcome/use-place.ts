import { useEffect, useState } from 'preact/hooks';
import { LIBRARY_URL, parseBaseUrl } from '../../core/settings/base-url';
import { textKey } from '../../core/text/text-key';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { hostPatternOf } from '../account/base-url-form';
import { isLoopback } from '../../core/hosts/host-pattern';
import { safeParse } from 'zod/mini';
import { parseJson } from '../../core/values/parse-json';
import { errorRecordSchema } from '../../protocol/tracker/envelope';

declare const __DEFAULT_BASE_URL__: string;

/**
 * `browser`: the history in this browser, without a tracker. `here`: a tracker on this computer. `other`: a
 * tracker elsewhere.
 */
export type PlaceKind = 'browser' | 'here' | 'other';

/** State of the welcome page's first step: the place for the history, checked while the person chooses. */
export type HistoryPlace = Readonly<{
  kind: PlaceKind;
  choose: (kind: PlaceKind) => void;
  /**
   * The person chose by a click or a paste, so the address field gets the focus. With the arrow keys, the
   * person may only be passing through.
   */
  isPointedAt: boolean;
  point: (isPointedAt: boolean) => void;
  /** A tracker answers on this computer, or at the link of an invitation; `undefined` before an answer. */
  found: boolean | undefined;
  address: string;
  enter: (address: string) => void;
  allowHttp: boolean;
  setAllowHttp: (allowed: boolean) => void;
  /** Why the address cannot be used. */
  problem: string | undefined;
  /** The tracker's page that creates an account, if the address is the link of an invitation. */
  invitation: string | undefined;
  /** The person can try to sign in. */
  ready: boolean;
  /**
   * Requests access and stores the choice. Must be called within the click. Resolves to false if the place
   * cannot be used.
   */
  prepare: () => Promise<boolean>;
}>;

/**
 * `isOpenQuestion`: nobody is signed in, and no history is kept in this browser. Otherwise links are neither
 * requested nor taken from a paste.
 */
export function usePlace(settings: Settings, isOpenQuestion: boolean): HistoryPlace {
  const inForce = settings.baseUrl === '' ? __DEFAULT_BASE_URL__ : settings.baseUrl;
  const [kind, choose] = useState<PlaceKind>(kindOf(settings.baseUrl));
  const [isPointedAt, point] = useState(false);
  const [address, setAddress] = useState(kindOf(inForce) === 'other' ? inForce : '');
  const [allowHttp, setAllowHttp] = useState(settings.allowHttp);
  const [refusal, setRefusal] = useState<string>();
  const here = trackerHere(inForce);
  const { parsed, ...entered } = readAddress(address, allowHttp);
  const [url, invitation] = kind === 'here' ? [here] : [entered.url, entered.invitation];
  const isFoundHere = useFound(here, kind === 'here');
  const isOpen = useOpen(isOpenQuestion && invitation ? url : undefined);
  const enter = (text: string) => {
    setRefusal(undefined);
    setAddress(text);
  };
  usePastedLink(isOpenQuestion, (link) => {
    choose('other');
    point(true);
    enter(link);
  });
  return {
    kind,
    choose,
    isPointedAt,
    point,
    found: kind === 'other' ? isOpen : isFoundHere,
    address,
    enter,
    allowHttp,
    setAllowHttp,
    problem: refusal ?? (kind === 'other' ? problemOf(address, parsed) : undefined),
    invitation,
    ready: kind === 'here' ? isFoundHere === true : parsed.ok,
    prepare: () => prepare({ url, inForce, allowHttp, isOpen, refuse: (key) => setRefusal(text(key)) }),
  };
}

type Prepared = Readonly<{
  url: string | undefined;
  inForce: string;
  allowHttp: boolean;
  isOpen: true | undefined;
  refuse: (key: string) => void;
}>;

async function prepare({ url, inForce, allowHttp, isOpen, refuse }: Prepared): Promise<boolean> {
  if (url === undefined) return false;
  // Browsers accept a request for access only within the event handler, so nothing is awaited before it.
  const request = isOpen ? Promise.resolve(true) : requestAccess([hostPatternOf(url)]);
  const problem = (await request) ? undefined : 'base_url_refused';
  const trouble = problem ?? ((await answersAsTracker(url)) ? undefined : 'welcome_no_tracker');
  if (trouble === undefined && url !== inForce) await send('settings.set', { baseUrl: url, allowHttp });
  if (trouble !== undefined) refuse(trouble);
  return trouble === undefined;
}

/** Reads the entered text: the address of a tracker, or the link of an invitation there. */
function readAddress(address: string, allowHttp: boolean) {
  const [, tracker = address, path] = INVITATION.exec(address.trim()) ?? [];
  const parsed = parseBaseUrl(tracker, { allowHttp });
  const url = parsed.ok ? parsed.url : undefined;
  return { parsed, url, invitation: path && url?.replace(/\/api\/v1$/, path) };
}

/**
 * Matches the link of an invitation. Groups: the tracker's address, and the path with the secret. The
 * `user_code` of an earlier sign-in is dropped, because the next sign-in adds its own.
 */
const INVITATION = /^(\S+)(\/invitation\/\w+\.[\w-]{43})(?:\?user_code=[\w-]{0,20})?$/;

/**
 * Whether the tracker lets extensions read its answers (CORS), so that no access to its host is needed.
 * Requested only for a complete link: typed text may be the beginning of another address.
 */
function useOpen(url: string | undefined): true | undefined {
  const [open, setOpen] = useState<string>();
  useEffect(() => {
    if (url !== undefined) void answersAsTracker(url).then((answers) => answers && setOpen(url));
  }, [url]);
  return (url !== undefined && open === url) || undefined;
}

/** Takes the link of an invitation that is pasted anywhere on the page. */
function usePastedLink(isTaken: boolean, take: (link: string) => void): void {
  useEffect(() => {
    if (!isTaken) return undefined;
    const onPaste = (event: ClipboardEvent) => {
      const link = event.clipboardData?.getData('text').trim() ?? '';
      if (event.target instanceof HTMLInputElement || !INVITATION.test(link)) return;
      // Otherwise the browser would also paste the link into the address field, which has the focus by then.
      event.preventDefault();
      take(link);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  });
}

/** The default is `browser`, which needs no preparation. */
function kindOf(baseUrl: string): PlaceKind {
  if (baseUrl === '' || baseUrl === LIBRARY_URL) return 'browser';
  return isHere(baseUrl) ? 'here' : 'other';
}

/** An address without a dot or a colon is still being typed, so it is not reported. */
function problemOf(address: string, parsed: ReturnType<typeof parseBaseUrl>): string | undefined {
  if (parsed.ok || parsed.reason === 'empty' || !/[.:].+/.test(address)) return undefined;
  return text(textKey('base_url', parsed.reason));
}

/** The command that starts the tracker, in the folder of Matinee's sources. */
export const START_COMMAND = 'npm run service';

/** The default address of the service. */
const USUAL_URL = 'http://127.0.0.1:4680/api/v1';

/** Milliseconds between two requests while nothing answers. */
const INTERVAL = 2000;

/**
 * The base URL of a tracker on this computer: the current one if it is on this computer, else the default.
 */
function trackerHere(baseUrl: string): string {
  const known = [baseUrl, __DEFAULT_BASE_URL__].find(isHere);
  const parsed = parseBaseUrl(known ?? USUAL_URL);
  return parsed.ok ? parsed.url : USUAL_URL;
}

function isHere(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/** Polls until a tracker answers at this address. `undefined` before the first result. */
function useFound(baseUrl: string, isAsked: boolean): boolean | undefined {
  const [found, setFound] = useState<boolean>();
  useEffect(() => {
    const ending = new AbortController();
    const ask = async () => {
      while (!ending.signal.aborted) {
        const isFound = document.visibilityState === 'visible' && (await answersAsTracker(baseUrl));
        if (ending.signal.aborted) return;
        setFound(isFound);
        if (isFound) return;
        await new Promise((resolve) => {
          setTimeout(resolve, INTERVAL);
        });
      }
    };
    if (isAsked) void ask();
    return () => ending.abort();
  }, [baseUrl, isAsked]);
  return found;
}

/** Milliseconds in which the answer must arrive. */
const TIMEOUT = 5000;

/** Whether a tracker answers at this base URL. Without a token, the API answers 401 with `UNAUTHORIZED`. */
async function answersAsTracker(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/dashboard`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const record = safeParse(errorRecordSchema, parseJson(await response.text()));
    return response.status === 401 && record.success && record.data.error === 'UNAUTHORIZED';
  } catch {
    // Nothing listens there, or the browser allows no access.
    return false;
  }
}
