// What the build gathers of all licences (electron.vite.config.ts). Loaded when somebody asks for it.
declare module 'virtual:licences' {
  import type { LicenceList } from './licence-list.ts';

  export const licences: LicenceList;
}
