export type BrowserEngine = 'chromium' | 'firefox';

export interface Machine {
  readonly platform?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly exists?: (path: string) => boolean;
  /** The names in a folder; empty when it does not exist. */
  readonly list?: (folder: string) => readonly string[];
}

export function findBrowser(engine: BrowserEngine, machine?: Machine): string | undefined;

export interface Circumstances {
  readonly platform: string;
  readonly isRoot: boolean;
  readonly hasApt: boolean;
}

export function installSteps(engine: BrowserEngine, circumstances: Circumstances): ('apt' | 'playwright')[];
export function adviceFor(engine: BrowserEngine, platform: string): string;
