// Entries of the activity among the changes that wait for the copy, and the rows of a full copy. Each batch tells the database how many of
// the first are left, and a first copy of a large desk has hundreds of batches with a hundred thousand rows behind them.

export const uncopiedActivity = `
CREATE INDEX copy_change_of_activity ON copy_change (number) WHERE table_name = 'activity' AND row IS NOT NULL;
CREATE INDEX copy_change_of_full_copy ON copy_change (number) WHERE commit_count = 0;
`;
