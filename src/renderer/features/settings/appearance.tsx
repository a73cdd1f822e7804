// How the screens look at this window: light or dark, contrast, size, rows of the board.
import { Moon, Rows2, Rows4, Sun, SunMoon } from 'lucide-react';
import { Segments, Switch } from '../../ui/checks.tsx';
import { useContrast } from '../../ui/contrast.ts';
import { useDensity } from '../../ui/density.ts';
import { Panel } from '../../ui/panel.tsx';
import { TEXT_SIZES, useTextSize } from '../../ui/text-size.ts';
import { useTheme } from '../../ui/theme.ts';
import css from './settings.module.css';

export function Appearance() {
  const theme = useTheme();
  const contrast = useContrast();
  const textSize = useTextSize();
  const density = useDensity();
  return (
    <Panel title="Appearance">
      <Segments
        legend="Light or dark"
        legendShown
        name="theme"
        value={theme.choice}
        onChange={theme.choose}
        choices={[
          { value: 'system', words: 'Like this computer', icon: <SunMoon aria-hidden="true" size={17} /> },
          { value: 'light', words: 'Light', icon: <Sun aria-hidden="true" size={17} /> },
          { value: 'dark', words: 'Dark', icon: <Moon aria-hidden="true" size={17} /> },
        ]}
      />
      <Switch label="More contrast" checked={contrast.more} onChange={contrast.set} />
      <Segments
        legend="Text size"
        legendShown
        name="text-size"
        value={String(textSize.size)}
        onChange={(value) => {
          const size = TEXT_SIZES.find((one) => String(one) === value);
          if (size !== undefined) textSize.choose(size);
        }}
        choices={TEXT_SIZES.map((size) => ({ value: String(size), words: `${size} %` }))}
      />
      <Segments
        legend="Rows of the board"
        legendShown
        name="density"
        value={density.density}
        onChange={density.choose}
        choices={[
          { value: 'large', words: 'Large', icon: <Rows2 aria-hidden="true" size={17} /> },
          { value: 'compact', words: 'Compact', icon: <Rows4 aria-hidden="true" size={17} /> },
        ]}
      />
      <p className={css.quiet}>For this browser or desktop window only; other desks keep their own look.</p>
    </Panel>
  );
}
