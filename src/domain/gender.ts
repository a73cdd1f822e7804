// The genders that the service accepts. The laboratory chooses reference ranges by them.

export const GENDERS = ['male', 'female', 'other'] as const;
