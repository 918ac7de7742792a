import '../ui/styles/base.css';
import './options.css';
import { mountPage } from '../ui/mount-page';
import { Options } from './options';

mountPage('options_title', <Options />);
