import { z } from 'zod';

/** Number of a row, in a URL. */
export const RowId = z.string().regex(/^\d{1,15}$/);
export const StatementId = z.object({ erp_id: RowId });
