// The languages of label printers that the desk speaks, by the names that the managed settings give them.

export const LABEL_LANGUAGE_IDS = ['zpl', 'epl2', 'tspl'] as const;
/** A language of label printers. What it can do stands in `core/printing/languages`. */
export type LabelLanguageId = (typeof LABEL_LANGUAGE_IDS)[number];
