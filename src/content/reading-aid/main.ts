import { parseSeasonEpisode } from '../../core/text/season-episode';
import { frameScope } from '../frame/frame-scope';
import { readGeneric } from './read-generic';
import { readOnDemand } from './read-on-demand';
import { readOwnClock } from './read-own-clock';

/** Injected into a frame whose page monitor asks for it. */
frameScope().readingAid = { parseSeasonEpisode, readGeneric, readOnDemand, readOwnClock };
