// The name of the mark that the empty page sets once it is painted; shared by its server and by whoever waits for it.
export const EMPTY_MARK = 'empty-page-painted';
