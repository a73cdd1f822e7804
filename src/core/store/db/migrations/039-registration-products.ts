// By which product a registration is, without an index of its own for taking it out: what is taken out is found by its key, which the
// registration's record tells. While registrations are read for the first time, that index was one page in seven of all that is
// written, because each registration stands at a place of its own in it.
const forgetProducts = `
  DELETE FROM mirror_registration_product
    WHERE product_id IN (SELECT value FROM json_each(old.body, '$.product_ids'))
      AND created_on = old.created_on AND registration_id = old.id;`;

export const registrationProducts = `
DROP TRIGGER registration_products_changed;
DROP TRIGGER registration_gone;
DROP INDEX mirror_registration_product_of;

CREATE TRIGGER registration_products_changed AFTER UPDATE OF body ON mirror_registration
  WHEN json_extract(old.body, '$.product_ids') IS NOT json_extract(new.body, '$.product_ids')
    OR old.created_on <> new.created_on BEGIN
  ${forgetProducts}
  INSERT INTO mirror_registration_product (product_id, created_on, registration_id)
    SELECT DISTINCT told.value, new.created_on, new.id FROM json_each(new.body, '$.product_ids') AS told;
END;
CREATE TRIGGER registration_gone AFTER DELETE ON mirror_registration BEGIN
  ${forgetProducts}
  DELETE FROM mirror_registration_location WHERE registration_id = old.id;
  DELETE FROM mirror_registration_part WHERE registration_id = old.id;
END;
`;
