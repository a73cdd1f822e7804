// The discounts of products that were read, for the list of all products: it is asked for often, and the bodies of thousands of
// products are far too long to be read for it. The column is made from the body whenever that is written.

export const productDiscounts = `
ALTER TABLE mirror_product_detail ADD COLUMN discount TEXT GENERATED ALWAYS AS (
  CASE WHEN json_type(body, '$.product.discounted_price') = 'object' THEN json_object(
    'price', json_extract(body, '$.product.price'),
    'discounted', json_extract(body, '$.product.discounted_price')
  ) END
) VIRTUAL;
CREATE INDEX mirror_product_discount ON mirror_product_detail (product_id, discount) WHERE discount IS NOT NULL;
`;
