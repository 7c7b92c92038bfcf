import * as calls from '@clairisque/contract/orders.ts';
import { address, fields, reads } from './read.ts';

const paymentPage = fields({ url: address });

export const buyPack = reads(calls.buyPack, paymentPage);
export const buyBespoke = reads(calls.buyBespoke, paymentPage);
