// Finds the entries of a desk that are narrowed further, also where there are none: before, all entries of the person or of the
// kind were read for that.

export const activityByDesk = `
CREATE INDEX activity_actor_desk ON activity (actor, desk, at_ms);
CREATE INDEX activity_kind_desk ON activity (kind, desk, at_ms);
CREATE INDEX activity_actor_kind_desk ON activity (actor, kind, desk, at_ms);
`;
