// The licences of everything that is shipped, as the build gathers them (build/licences.ts).

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package names it: `MIT`. */
  readonly licence: string;
  /** Its text among {@link LicenceList.texts}; null where the package comes without one. */
  readonly textIndex: number | null;
}

export interface LicenceList {
  readonly packages: readonly ShippedPackage[];
  /** Each text once: many packages have the same. */
  readonly texts: readonly string[];
}
