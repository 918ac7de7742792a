import { frameScope } from '../frame-scope';
import { readGeneric } from './read-generic';

/** Put into a frame only where something plays that its connector cannot name; what watches there finds it and calls it. */
frameScope().readGeneric = readGeneric;
