// A label stays with the visit at which it was made, and its registration may go to another one with its appointment. What becomes of the
// registration there marks the visit of the label, from which the other one is found.

const mark = (serverId: string): string =>
  `INSERT INTO identity_review (visit_id)
     SELECT DISTINCT made.visit_id FROM (
       SELECT ${serverId} AS id UNION SELECT local_id FROM id_map WHERE kind = 'registration' AND server_id = ${serverId}
     ) AS named CROSS JOIN label AS made ON made.registration_id = +named.id
     WHERE NOT EXISTS (SELECT 1 FROM identity_review AS marked WHERE marked.visit_id = made.visit_id);`;

export const labelsOfMovedRegistrations = `
CREATE TRIGGER review_label_registration_added AFTER INSERT ON mirror_registration BEGIN
  ${mark('new.id')}
END;
CREATE TRIGGER review_label_registration_changed AFTER UPDATE OF body ON mirror_registration BEGIN
  ${mark('new.id')}
END;
CREATE TRIGGER review_label_registration_gone AFTER DELETE ON mirror_registration BEGIN
  ${mark('old.id')}
END;
CREATE TRIGGER review_label_code_added AFTER INSERT ON label_code BEGIN
  ${mark('new.registration_id')}
END;
CREATE TRIGGER review_label_code_changed AFTER UPDATE OF code ON label_code BEGIN
  ${mark('new.registration_id')}
END;
`;
