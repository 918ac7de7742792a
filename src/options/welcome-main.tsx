import '../ui/styles/base.css';
import './options.css';
import { mountPage } from '../ui/mount-page';
import { Welcome } from './welcome/welcome';

mountPage('welcome_title', <Welcome />);
