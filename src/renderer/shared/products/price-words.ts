// What a product costs in a line of text: what is paid, and what it was before its discount.

/** @example priceWords({ price: '£34.00', formerPrice: '£39.00' }) // '£34.00 instead of £39.00' */
export function priceWords(product: { readonly price: string; readonly formerPrice: string | null }): string {
  return product.formerPrice === null ? product.price : `${product.price} instead of ${product.formerPrice}`;
}

/** What follows the price of a product that was chosen before the laboratory took it off its list; else ''. */
export function withdrawnWords({ isWithdrawn }: { readonly isWithdrawn: boolean }): string {
  return isWithdrawn ? ' · listed by the laboratory no more: take it off' : '';
}
