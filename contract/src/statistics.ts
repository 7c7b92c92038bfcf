import { z } from 'zod';
import { route } from './common/route.ts';

export const adminData = route({
  method: 'GET',
  url: '/api/v2/admin/data/',
  config: { access: 'none', throttle: 'open', priority: 'free' },
  schema: {
    tags: ['Statistiques'],
    summary: 'Nombre d’états des risques produits',
    response: { 200: z.object({ nb_erps_total: z.int() }) },
  },
});
