// The languages of label printers that the desk speaks, by the names that the managed settings give them.

/** Languages that a printer itself understands. */
export const SPOKEN_LABEL_LANGUAGE_IDS = ['zpl', 'epl2', 'tspl'] as const;
/** See {@link SPOKEN_LABEL_LANGUAGE_IDS}. */
export type SpokenLabelLanguageId = (typeof SPOKEN_LABEL_LANGUAGE_IDS)[number];

/** `pictures`: no language of the printer's own; its driver is given each label as a picture, through a queue of Windows. */
export const LABEL_LANGUAGE_IDS = [...SPOKEN_LABEL_LANGUAGE_IDS, 'pictures'] as const;
/** How a label printer is given its labels. What each way can do stands in `core/printing/languages`. */
export type LabelLanguageId = (typeof LABEL_LANGUAGE_IDS)[number];
