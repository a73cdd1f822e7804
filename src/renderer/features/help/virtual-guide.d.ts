// What the build makes of docs/guide; see electron.vite.config.ts.
declare module 'virtual:guide' {
  import type { GuidePage } from './guide-page.ts';

  export const pages: readonly GuidePage[];
  /** The address of each picture, by the name of its file. */
  export const pictures: Readonly<Record<string, string>>;
}
