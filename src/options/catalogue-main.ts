import { doHidden } from '../platform/browser/do-hidden';
import { lookAtCatalogue } from './catalogue/look-at-catalogue';

// The page that nobody sees: it takes connectors of the tracker.
void doHidden(() => lookAtCatalogue());
