// The languages that label printers can be set up with. A new one is its own folder and a line here.
import type { LabelLanguage } from '../layout/label-language.ts';
import { zpl } from './zpl/zpl.ts';

export const LABEL_LANGUAGES = { zpl } as const satisfies Readonly<Record<string, LabelLanguage>>;

/** As in the managed settings. */
export type LabelLanguageId = keyof typeof LABEL_LANGUAGES;

export const LABEL_LANGUAGE_IDS = Object.keys(LABEL_LANGUAGES) as [LabelLanguageId, ...LabelLanguageId[]];
