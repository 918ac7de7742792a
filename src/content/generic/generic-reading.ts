import type { Item } from '../../core/media/item';

/** What was read of a page without its connector's sources. */
export interface GenericReading {
  readonly item: Partial<Item>;
  /** 0.9 an object about this page, 0.8 the only one of its kind, 0.6 media session, 0.5 OpenGraph, 0.3 the title; 0 nothing. */
  readonly confidence: number;
  /** Where the item comes from, for people. */
  readonly from: 'json-ld' | 'media-session' | 'open-graph' | 'title' | 'nothing';
}
