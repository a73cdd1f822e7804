// The genders that the service accepts. The laboratory chooses reference ranges by them.

/** The genders that can be entered here. The service may send others, which are shown as they are. */
export const GENDERS = ['male', 'female', 'other'] as const;
