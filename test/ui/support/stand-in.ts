/** The initial state of the stand-in for `browser`: storage, tabs, permissions and answers of the worker. */
export interface Scene {
  readonly language: string;
  readonly messages: Readonly<Record<string, { readonly message: string }>>;
  readonly local: Readonly<Record<string, unknown>>;
  readonly session: Readonly<Record<string, unknown>>;
  readonly tabs: readonly {
    readonly id: number;
    readonly url?: string;
    readonly active?: boolean;
    readonly lastAccessed?: number;
  }[];
  /** As in Firefox for Android: the popup is a tab. */
  readonly android: boolean;
  /**
   * By message name: the value, `{ $error: [code, message] }`, `{ $never: true }` for no answer, or
   * `{ $by: … }` with an answer for each input as JSON.
   */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Whether the browser grants requested permissions. */
  readonly grants: boolean;
}

export interface Sent {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Replaces `browser` in a page before its scripts run. It stores what the worker would store and emits the
 * events of storage. `standInSent` collects all messages and calls. The function is passed to the browser as
 * text, so it cannot be split: it uses nothing outside of itself.
 */
function standIn(scene: Scene): void {
  type Changes = Record<string, { oldValue?: unknown; newValue?: unknown }>;
  const listeners = new Set<(changes: Changes, area: string) => void>();
  const areas: Record<string, Record<string, unknown>> = {
    local: { ...scene.local },
    session: { ...scene.session },
  };
  const sent: { name: string; input: unknown }[] = [];
  const granted = new Set<string>();
  const event = () => ({ addListener: () => undefined, removeListener: () => undefined });

  const area = (name: string) => ({
    get: async (keys: string | readonly string[] | null) =>
      keys === null
        ? { ...areas[name] }
        : Object.fromEntries([keys].flat().map((key) => [key, areas[name]?.[key]])),
    set: async (values: Record<string, unknown>) => {
      const changes: Changes = {};
      for (const [key, newValue] of Object.entries(values)) {
        changes[key] = { oldValue: areas[name]?.[key], newValue };
        areas[name] = { ...areas[name], [key]: newValue };
      }
      for (const listener of listeners) listener(changes, name);
    },
    remove: async () => undefined,
  });
  const session = area('session');

  // The values of the extension's own database: the scene's, before the page opens it.
  indexedDB.deleteDatabase('matinee-values');
  const inDatabase = (change: (store: IDBObjectStore) => void) =>
    new Promise<void>((resolve) => {
      const opening = indexedDB.open('matinee-values', 1);
      opening.addEventListener('upgradeneeded', () => change(opening.result.createObjectStore('values')));
      opening.addEventListener('success', () => {
        const transaction = opening.result.transaction('values', 'readwrite');
        change(transaction.objectStore('values'));
        transaction.addEventListener('complete', () => {
          opening.result.close();
          resolve();
        });
      });
    });
  const put = (values: Readonly<Record<string, unknown>>) =>
    inDatabase((store) => {
      for (const [key, value] of Object.entries(values)) store.put(value, key);
    });
  void put(scene.local);
  const local = {
    async set(values: Record<string, unknown>) {
      areas['local'] = { ...areas['local'], ...values };
      await put(values);
      const channel = new BroadcastChannel('matinee-values');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      channel.postMessage(Object.keys(values));
      channel.close();
    },
  };

  const worker = async ({ name, input }: { name: string; input: Record<string, unknown> }) => {
    sent.push({ name, input });
    const known = scene.answers[name] as Record<string, unknown> | undefined;
    const byInput = known?.['$by'] as Record<string, Record<string, unknown>> | undefined;
    const answer = byInput === undefined ? known : byInput[JSON.stringify(input)];
    if (answer?.['$never'] === true) return new Promise(() => undefined);
    if (Array.isArray(answer?.['$error']))
      return { error: { code: answer['$error'][0] as string, message: answer['$error'][1] as string } };
    if (name === 'settings.set')
      await local.set({ settings: { ...(areas['local']?.['settings'] as object | undefined), ...input } });
    if (name === 'tab.view' && answer === undefined)
      return { value: areas['session']?.[`view:${String(input['tabId'])}`] };
    return { value: pageOf(answer, input) ?? null };
  };
  /** One page of a list: the entries with an id below `before`, at most `limit`. */
  const pageOf = (answer: unknown, { before = Number.POSITIVE_INFINITY, limit }: Record<string, unknown>) =>
    Array.isArray(answer) && typeof limit === 'number'
      ? (answer as { id: unknown }[]).filter(({ id }) => !(Number(id) >= Number(before))).slice(0, limit)
      : answer;

  const browser = {
    storage: {
      session,
      onChanged: {
        addListener: (listener: (changes: Changes, name: string) => void) => listeners.add(listener),
        removeListener: (listener: (changes: Changes, name: string) => void) => listeners.delete(listener),
      },
    },
    runtime: {
      sendMessage: worker,
      getURL: (path: string) => new URL(`/${path}`, location.origin).href,
      onMessage: event(),
    },
    i18n: {
      getMessage: (key: string, values: string[] = []) => {
        return (scene.messages[key]?.message ?? '').replace(
          /\$(\d)/g,
          (_all, index: string) => values[Number(index) - 1] ?? '',
        );
      },
      getUILanguage: () => scene.language.replace('_', '-'),
    },
    tabs: {
      getCurrent: async () => ({ id: 999 }),
      query: async ({ active }: { active?: boolean }) =>
        scene.tabs
          .filter((tab) => active !== true || tab.active === true)
          .map((tab) => ({ incognito: false, windowId: 1, ...tab })),
      get: async (id: number) => {
        const found = scene.tabs.find((tab) => tab.id === id);
        if (found === undefined) throw new Error('No tab with this id');
        return { incognito: false, windowId: 1, ...found };
      },
      update: async (id: number) => {
        sent.push({ name: 'tabs.update', input: id });
        return { windowId: 1 };
      },
      create: async (input: unknown) => void sent.push({ name: 'tabs.create', input }),
    },
    commands: {
      getAll: async () => [
        { name: '_execute_action', shortcut: 'Alt+Shift+M' },
        { name: 'pause-here', shortcut: 'Alt+Shift+H' },
        { name: 'scrobble-now', shortcut: '' },
      ],
    },
    windows: { update: async () => undefined },
    permissions: {
      request: async (input: { origins?: string[]; permissions?: string[] }) => {
        sent.push({ name: 'permissions.request', input });
        if (!navigator.userActivation.isActive)
          throw new Error('This function must be called during a user gesture');
        if (scene.grants) for (const origin of input.origins ?? []) granted.add(origin);
        return scene.grants;
      },
      remove: async (input: unknown) => {
        sent.push({ name: 'permissions.remove', input });
        return true;
      },
      contains: async ({ origins }: { origins: string[] }) => origins.every((origin) => granted.has(origin)),
      getAll: async () => ({ origins: [...granted] }),
      onAdded: event(),
      onRemoved: event(),
    },
  };
  // Requests of the page that have no response yet.
  const request = globalThis.fetch;
  const open = { standInOpen: 0 };
  const change = (by: number) => {
    open.standInOpen += by;
    Object.assign(globalThis, open);
  };
  change(0);
  globalThis.fetch = (...input) => {
    change(1);
    return request(...input).finally(() => change(-1));
  };
  if (scene.android) {
    const userAgent = 'Mozilla/5.0 (Android 16; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  }
  Object.assign(globalThis, { browser, standInSent: sent, standInStore: { local, session } });
  // A popup closes itself after it has opened a tab; the page of a test stays open.
  window.close = () => void sent.push({ name: 'window.close', input: null });
}

/** The script that puts the stand-in with this state into a page. */
export function standInScript(scene: Scene): string {
  // tsx wraps functions in a call of `__name`, which does not exist in the page.
  return `globalThis.__name = (value) => value; (${standIn.toString()})(${JSON.stringify(scene)});`;
}

/** The state of a scene that leaves out what it does not need. */
export function fullScene(
  scene: Partial<Omit<Scene, 'messages'>>,
  { language, messages }: Pick<Scene, 'language' | 'messages'>,
): Scene {
  return {
    local: {},
    session: {},
    tabs: [],
    answers: {},
    grants: true,
    android: false,
    ...scene,
    language,
    messages,
  };
}
