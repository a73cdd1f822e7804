// The app's menu: the usual entries. Developer tools are offered only where they are allowed.
import { Menu } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';

/** Sets the menu of all windows. `devTools`: whether the menu offers the developer tools. */
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
