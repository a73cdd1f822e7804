// Starts the screens: theme, contrast and size before the first paint, then the host, then the desk.
import '@fontsource-variable/inter/index.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/forced-colors.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { startContrast } from '../ui/contrast.ts';
import { startTextSize } from '../ui/text-size.ts';
import { forgetFailedStyles } from '../ui/failed-styles.ts';
import { fetchOnDemandWhile } from '../ui/on-demand.ts';
import { useEngineLink } from '../host/engine-link.ts';
import { startTheme } from '../ui/theme.ts';
import { ignorePressesOnWhatJustCame } from './came-under-hand.ts';
import { keepFocusInSight } from './focus-in-sight.ts';
import { guardHeldEnter } from './held-enter.ts';
import { keepPressesInPlace } from './moved-press.ts';
import { guardSecondPresses } from './second-press.ts';
import { Start } from './start.tsx';

startTheme();
startContrast();
startTextSize();
ignorePressesOnWhatJustCame();
keepPressesInPlace();
guardSecondPresses();
guardHeldEnter();
keepFocusInSight();
forgetFailedStyles();
fetchOnDemandWhile(() => useEngineLink.getState().link === 'up');
const place = document.getElementById('root');
// At once and not in a turn of its own: of a script a browser keeps what it has compiled when the script ends. What draws the frame would be
// compiled anew at each start.
if (place) {
  const root = createRoot(place);
  flushSync(() => root.render(<Start />));
}
