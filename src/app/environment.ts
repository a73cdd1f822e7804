// The environment variables of this process: secrets are taken out of it, and child processes get only a safe part of
// it.

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable that holds a secret; undefined when it is not set. */
export type ReadSecret = (name: string) => string | undefined;

/**
 * Returns a function that reads a secret from `env` and deletes it there. Programs and threads that are started later
 * inherit `env`, and so do not get the secret. The function keeps each value, so it can be asked for the same secret
 * again.
 */
export function takeSecretsFrom(env: Record<string, string | undefined>): ReadSecret {
  const taken = new Map<string, string>();
  return (name) => {
    const value = env[name];
    if (value !== undefined) {
      taken.set(name, value);
      delete env[name];
    }
    return taken.get(name);
  };
}

const OF_EVERY_PROGRAM = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_MESSAGES',
  'TMPDIR',
  // Windows.
  'ALLUSERSPROFILE',
  'APPDATA',
  'COMSPEC',
  'COMMONPROGRAMFILES',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'PUBLIC',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

const OF_A_DESKTOP = [
  'BROWSER',
  'DBUS_SESSION_BUS_ADDRESS',
  'DESKTOP_SESSION',
  'DISPLAY',
  'GNOME_DESKTOP_SESSION_ID',
  'KDE_FULL_SESSION',
  'KDE_SESSION_VERSION',
  'WAYLAND_DISPLAY',
  'WSL_DISTRO_NAME',
  'WSL_INTEROP',
  'XAUTHORITY',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_DIRS',
  'XDG_CONFIG_HOME',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_DIRS',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_SEAT',
  'XDG_SESSION_CLASS',
  'XDG_SESSION_DESKTOP',
  'XDG_SESSION_ID',
  'XDG_SESSION_TYPE',
  'XDG_VTNR',
];

/**
 * The part of `env` that a child process gets. Only known, necessary names are passed on, because any other variable
 * may hold a secret of the site. `desktop` is for programs that open a window, such as a browser.
 */
export function childEnvironment(env: Environment, kind: 'program' | 'desktop'): Record<string, string> {
  const names = new Set(kind === 'desktop' ? [...OF_EVERY_PROGRAM, ...OF_A_DESKTOP] : OF_EVERY_PROGRAM);
  // Windows writes some names in mixed case, such as `Path`.
  const entries = Object.entries(env).filter(([name]) => names.has(name.toUpperCase()));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
