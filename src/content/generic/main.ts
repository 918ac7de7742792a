import { frameScope } from '../frame-scope';
import { readGeneric } from './read-generic';

/**
 * Injected into a frame where something plays that its connector does not name. The page monitor there calls
 * it.
 */
frameScope().readGeneric = readGeneric;
