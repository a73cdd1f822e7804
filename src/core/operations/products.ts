// What the laboratory offers.
import type { productOperations } from '../../contract/products.ts';
import { readSetting } from '../store/desk/settings.ts';
import { listProducts, productsFetchedAtMs } from '../store/mirror/products.ts';
import type { Handlers } from './handler.ts';

export const productHandlers: Handlers<typeof productOperations> = {
  'products.list': (context) => ({
    asOfMs: productsFetchedAtMs(context.db),
    notTold: readSetting(context.db, 'productsNotTold') ?? 0,
    items: listProducts(context.db).map((product) => ({
      id: product.id,
      sku: product.sku,
      name: product.name,
      price: product.price.formatted_value,
      appointmentOnly: product.appointment_only,
    })),
  }),
};
