// What a product costs, where it stands for itself: what is paid, beside what it was before its discount.

/** @example <Price product={product} /> */
export function Price(props: { product: { readonly price: string; readonly formerPrice: string | null } }) {
  const { price, formerPrice } = props.product;
  if (formerPrice === null) return price;
  return (
    <>
      <strong>{price}</strong> instead of <s>{formerPrice}</s>
    </>
  );
}
