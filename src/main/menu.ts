// The app's menu: what a person expects of every window, and nothing that reaches inside.
import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';

export function setMenu(openWindow: () => void, { devTools }: { readonly devTools: boolean }): void {
  const items: MenuItemConstructorOptions[] = [
    {
      label: 'Desk',
      submenu: [
        { label: 'New window', accelerator: 'CommandOrControl+Shift+N', click: openWindow },
        { type: 'separator' },
        { role: 'close' },
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(devTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(process.platform === 'darwin' ? [{ role: 'appMenu' }, ...items] : items),
  );
}
