import { frameScope } from '../frame/frame-scope';
import { readGeneric } from './read-generic';
import { readInlineScript } from './read-inline-script';

/** Injected into a frame whose page monitor asks for it. */
frameScope().readingAid = { readGeneric, readInlineScript };
