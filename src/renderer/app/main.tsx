// Starts the screens: theme before the first paint, then the host, then the desk.
import '@fontsource-variable/inter/index.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { startTheme } from '../ui/theme.ts';
import { Start } from './start.tsx';

startTheme();
const place = document.getElementById('root');
if (place) createRoot(place).render(<Start />);
