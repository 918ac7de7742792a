import '../ui/styles/base.css';
import './popup.css';
import { Problem } from '../ui/components/problem';
import { mountPage } from '../ui/mount-page';
import { codeText } from '../ui/text/error-text';
import { readSnapshot } from './environment/snapshot';
import { Popup } from './popup';

const inTab = location.search !== '' || navigator.userAgent.includes('Android');
document.documentElement.classList.toggle('in-tab', inTab);

// One render shows the whole popup: the first paint needs only what is in storage, not the worker.
readSnapshot(location.search).then(
  (snapshot) => mountPage('extensionName', <Popup snapshot={snapshot} />, snapshot.settings.theme),
  // Without the settings nothing else can be shown, and the worker records nothing.
  () =>
    mountPage(
      'extensionName',
      <main>
        <Problem message={codeText('storage-unreadable')} />
      </main>,
    ),
);
