import '../ui/base.css';
import './options.css';
import { startPage } from '../ui/start-page';
import { Welcome } from './welcome/welcome';

startPage('welcome_title', <Welcome />);
