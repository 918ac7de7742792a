import type { Item } from '../../core/media/item';

/** An item that was read without the sources of a connector. */
export type GenericReading = Readonly<{
  item: Partial<Item>;
  /**
   * 0.9 for a JSON-LD object about this page, 0.8 for the only one of its kind, 0.6 for the media session,
   * 0.5 for OpenGraph, 0.3 for the document's title, 0 for nothing; less if the item is vague.
   */
  confidence: number;
  /** Where the item was read, for display. */
  from: 'json-ld' | 'media-session' | 'open-graph' | 'title' | 'nothing';
}>;
