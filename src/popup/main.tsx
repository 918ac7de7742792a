import '../ui/styles/base.css';
import './popup.css';
import { mountPage } from '../ui/mount-page';
import { Popup } from './popup';
import { readSnapshot } from './environment/snapshot';

// Everything the first picture needs is in storage, so one render shows it whole; the worker may still be asleep.
void readSnapshot(location.search).then((snapshot) =>
  mountPage('extensionName', <Popup snapshot={snapshot} />, snapshot.settings.theme),
);
