import type { Pool } from 'pg';
import type { Product } from '../tests/harness/product.ts';
import type { Deps } from '../server/src/deps.ts';

/** `deps` are the server's dependencies in this process; `filesDir` is where the product stores its documents. */
export type Bench = { product: Product & { filesDir: string }; pool: Pool; deps: Deps };
