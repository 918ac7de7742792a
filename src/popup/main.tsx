import '../ui/styles/base.css';
import './popup.css';
import { mountPage } from '../ui/mount-page';
import { readSnapshot } from './environment/snapshot';
import { Popup } from './popup';

const inTab = location.search !== '' || navigator.userAgent.includes('Android');
document.documentElement.classList.toggle('in-tab', inTab);

// One render shows the whole popup: the first paint needs only what is in storage, not the worker.
void readSnapshot(location.search).then((snapshot) =>
  mountPage('extensionName', <Popup snapshot={snapshot} />, snapshot.settings.theme),
);
