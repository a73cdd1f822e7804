// The genders that the service knows; they choose a person's reference ranges.

export const GENDERS = ['male', 'female', 'other'] as const;
