import '../ui/base.css';
import './options.css';
import { startPage } from '../ui/start-page';
import { Options } from './options';

startPage('options_title', <Options />);
