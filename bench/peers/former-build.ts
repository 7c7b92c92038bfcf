import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startProduct } from '../../tests/harness/product.ts';

/** Serves the product of a checkout of any commit: forked in its folder, sends its URL, stops with its parent. */
const former = resolve('scripts/product.ts');
const path = existsSync(former) ? former : resolve('tests/harness/product.ts');
const checkout = (await import(pathToFileURL(path).href)) as { startProduct: typeof startProduct };
const product = await checkout.startProduct();
process.send?.(product.url);
process.once('disconnect', () => void product.stop());
