import { readLabel } from '../../core/text/season-episode';
import { frameScope } from '../frame/frame-scope';
import { selectTexts } from '../reader/element-text';
import { ofGenericSite } from './generic-site';
import { readGeneric } from './read-generic';
import { readOnDemand } from './read-on-demand';
import { readOwnClock } from './read-own-clock';
import { createTrialReader } from './trial-reader';

/** Injected into a frame whose page monitor asks for it. */
frameScope().readingAid = {
  createTrialReader,
  parseSeasonEpisode: readLabel,
  readGeneric: (context) => ofGenericSite(readGeneric(context), context),
  readOnDemand,
  readOwnClock,
  selectTexts,
};
