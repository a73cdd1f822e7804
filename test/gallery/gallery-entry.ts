// What the gallery shows of a component: its name, and how it looks in each of its states.
import type { ReactNode } from 'react';
import type { QueryName } from '../../src/contract/index.ts';
import type { AppError } from '../../src/domain/app-error.ts';

/** What the engine answers: a value, an error, or nothing at all (`'never'`). */
export type CannedAnswer = { readonly value: unknown } | { readonly error: AppError } | 'never';

export interface GalleryState {
  readonly show: () => ReactNode;
  /** What the component asks of the engine. What is not named here is never answered. */
  readonly answers?: Partial<Record<QueryName, CannedAnswer>>;
  readonly isOffline?: boolean;
  /** It covers the window, so it is shown by itself. */
  readonly alone?: boolean;
}

export interface GalleryEntry {
  /** The component's name, as it is exported. */
  readonly name: string;
  readonly states: Readonly<Record<string, GalleryState>>;
}

/** @example entry('KeyHint', { normal: { show: () => <KeyHint keys="Ctrl+K" /> } }) */
export const entry = (name: string, states: GalleryEntry['states']): GalleryEntry => ({ name, states });
