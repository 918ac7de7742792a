import { lookAtCatalogue } from './catalogue/look-at-catalogue';

// The page that nobody sees: it takes connectors of the tracker, and closes itself.
void lookAtCatalogue().finally(() => {
  // In Firefox it is a frame of the event page.
  if (window.frameElement === null) window.close();
  else window.frameElement.remove();
});
