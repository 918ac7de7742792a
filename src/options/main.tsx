import '../ui/styles/base.css';
import './options.css';
import { startPage } from '../ui/mount-page';
import { Options } from './options';

startPage('options_title', <Options />);
