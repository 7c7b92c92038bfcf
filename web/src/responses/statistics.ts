import * as calls from '@clairisque/contract/statistics.ts';
import { fields, integer, reads } from './read.ts';

export const adminData = reads(calls.adminData, fields({ nb_erps_total: integer }));
