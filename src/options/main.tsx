import '../ui/styles/base.css';
import './options.css';
import { keepFocus } from '../ui/keep-focus';
import { mountPage } from '../ui/mount-page';
import { Options } from './options';

mountPage('options_title', <Options />);
keepFocus(document.body);
