import { browser } from './browser';

export function extensionVersion(): string {
  return browser.runtime.getManifest().version;
}
