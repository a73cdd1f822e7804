// The label languages that a printer can be set up with. A new one is a folder of its own and an entry here.
import type { LabelLanguageId } from '../../../domain/label-language.ts';
import type { LabelLanguage } from '../layout/label-language.ts';
import { epl2 } from './epl2/epl2.ts';
import { pictures } from './pictures/pictures.ts';
import { tspl } from './tspl/tspl.ts';
import { zpl } from './zpl/zpl.ts';

export const LABEL_LANGUAGES: Readonly<Record<LabelLanguageId, LabelLanguage>> = {
  zpl,
  epl2,
  tspl,
  pictures,
};
