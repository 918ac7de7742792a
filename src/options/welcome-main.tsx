import '../ui/styles/base.css';
import './options.css';
import { startPage } from '../ui/mount-page';
import { Welcome } from './welcome/welcome';

startPage('welcome_title', <Welcome />);
