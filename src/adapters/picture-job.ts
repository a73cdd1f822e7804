// What the thread that reads pictures is asked, and what it answers.
import type { Bitmap, LabelPictureReading } from '../core/ports/pictures.ts';
import type { LabelSymbol } from '../domain/label-symbol.ts';

export type PictureJob =
  | { readonly photo: Uint8Array }
  | { readonly page: Bitmap }
  | { readonly label: Bitmap; readonly symbol: LabelSymbol };

export type PictureAnswer = { readonly codes: readonly string[] } | { readonly reading: LabelPictureReading };
