import * as calls from '@clairisque/contract/logo.ts';
import { address, fields, reads, textOrEmpty } from './read.ts';

const logoAddress = address.nullable().catch(null);

export const logo = reads(calls.logo, fields({ logo_url: logoAddress }));
export const uploadLogo = reads(calls.uploadLogo, fields({ message: textOrEmpty, logo_url: logoAddress }));
export const deleteLogo = reads(calls.deleteLogo, fields({ message: textOrEmpty }));
