import '../ui/styles/base.css';
import './options.css';
import { keepFocus } from '../ui/keep-focus';
import { mountPage } from '../ui/mount-page';
import { Welcome } from './welcome/welcome';

mountPage('welcome_title', <Welcome />);
keepFocus(document.body);
