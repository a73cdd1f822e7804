// The label languages that a printer can be set up with. A new one is a folder of its own and an entry here.
import type { LabelLanguage } from '../layout/label-language.ts';
import { epl2 } from './epl2/epl2.ts';
import { tspl } from './tspl/tspl.ts';
import { zpl } from './zpl/zpl.ts';

export const LABEL_LANGUAGES = { zpl, epl2, tspl } as const satisfies Readonly<Record<string, LabelLanguage>>;

/** The name of a language, as the managed settings give it. */
export type LabelLanguageId = keyof typeof LABEL_LANGUAGES;

export const LABEL_LANGUAGE_IDS = Object.keys(LABEL_LANGUAGES) as [LabelLanguageId, ...LabelLanguageId[]];
