import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startProduct } from '../scripts/product.ts';

/** Started in the folder of a checkout, of any commit: serves its product, sends its address, stops when the parent goes. */
const ours = (await import(pathToFileURL(resolve('scripts/product.ts')).href)) as { startProduct: typeof startProduct };
const product = await ours.startProduct();
process.send?.(product.url);
process.once('disconnect', () => void product.stop());
