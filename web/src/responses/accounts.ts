import * as calls from '@clairisque/contract/accounts.ts';
import { fields, filled, nothing, reads } from './read.ts';

export const signUp = reads(calls.signUp, nothing);
export const activate = reads(calls.activate, nothing);
export const resetPassword = reads(calls.resetPassword, nothing);
export const resetPasswordConfirm = reads(calls.resetPasswordConfirm, nothing);
export const setPassword = reads(calls.setPassword, nothing);
export const deleteMe = reads(calls.deleteMe, nothing);
export const login = reads(calls.login, fields({ auth_token: filled }));
/** The screens show only the e-mail. */
export const me = reads(calls.me, fields({ username: filled }));
