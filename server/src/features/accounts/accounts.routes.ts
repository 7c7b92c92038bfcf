import * as contract from '@clairisque/contract/accounts.ts';
import { TERMS_SHOWN } from '@clairisque/contract/accepted-terms.ts';
import type { FastifyReply } from 'fastify';
import type { Deps } from '#deps.ts';
import { callerOf, callOriginOf } from '#platform/http/auth.ts';
import type { App } from '#platform/http/app.ts';
import { activate, disown, resendActivation } from './activation.service.ts';
import { isActivated } from './waiting-tab.service.ts';
import { eraseAccount } from './deletion.service.ts';
import { NO_DEVICE_COOKIE } from './known-device.service.ts';
import { changePassword } from './password.service.ts';
import { confirmReset, requestReset } from './reset.service.ts';
import { signIn, signOut } from './sign-in.service.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.service.ts';
import { signUp, signUpRefusal } from './sign-up.service.ts';
import { currentUser } from './accounts.ts';

export const accountRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.signUp,
    // A taken name is reported together with the faults of the other fields.
    attachValidation: true,
    handler: async (request, reply) => {
      if (request.validationError) throw await signUpRefusal(deps, request.body, request.validationError);
      const shown = request.headers[TERMS_SHOWN.header];
      const form = { ...request.body, termsShown: shown === undefined ? null : String(shown) };
      const { user, awaited } = await signUp(deps, form, callOriginOf(request));
      return reply.status(201).header(contract.AWAITED.header, awaited).send(user);
    },
  });
  app.route({
    ...contract.activate,
    handler: async (request, reply) =>
      remembered(reply, await activate(deps, request.body, callOriginOf(request)))
        .status(204)
        .send(null),
  });
  app.route({
    ...contract.disown,
    handler: async (request, reply) => nothing(reply, await disown(deps, request.body, callOriginOf(request))),
  });
  app.route({
    ...contract.activationAwaited,
    handler: async (request) => ({ active: await isActivated(deps, request.body.attente) }),
  });
  app.route({
    ...contract.resendActivation,
    handler: async (request, reply) =>
      nothing(reply, await resendActivation(deps, request.body.email, callOriginOf(request))),
  });
  addLogin(app, deps);
  addSessionRoutes(app, deps);
  addPasswordRoutes(app, deps);
};

function addLogin(app: App, deps: Deps): void {
  app.route({
    ...contract.login,
    handler: async (request, reply) => {
      const credentials = { ...request.body, userAgent: request.headers['user-agent'] };
      const { token, deviceCookie } = await signIn(deps, credentials, callOriginOf(request));
      return remembered(reply, deviceCookie).send({ auth_token: token });
    },
  });
  app.route({
    ...contract.logout,
    handler: async (request, reply) => nothing(reply, await signOut(deps, callerOf(request), callOriginOf(request))),
  });
  app.route({ ...contract.me, handler: (request) => currentUser(deps, callerOf(request)) });
}

function addSessionRoutes(app: App, deps: Deps): void {
  app.route({ ...contract.listSessions, handler: (request) => listSessions(deps, callerOf(request)) });
  app.route({
    ...contract.endSession,
    handler: async (request, reply) => {
      const ended = { ...request.body, caller: callerOf(request), id: Number(request.params.session_id) };
      return nothing(reply, await endSession(deps, ended, callOriginOf(request)));
    },
  });
  app.route({
    ...contract.endOtherSessions,
    handler: async (request, reply) => {
      const proof = { ...request.body, caller: callerOf(request) };
      return nothing(reply, await endOtherSessions(deps, proof, callOriginOf(request)));
    },
  });
}

function addPasswordRoutes(app: App, deps: Deps): void {
  app.route({
    ...contract.deleteMe,
    handler: async (request, reply) => {
      await eraseAccount(deps, { ...request.body, caller: callerOf(request) }, callOriginOf(request));
      return remembered(reply, NO_DEVICE_COOKIE).status(204).send(null);
    },
  });
  app.route({
    ...contract.setPassword,
    handler: async (request, reply) =>
      nothing(reply, await changePassword(deps, { ...request.body, caller: callerOf(request) }, callOriginOf(request))),
  });
  app.route({
    ...contract.resetPassword,
    handler: async (request, reply) =>
      nothing(reply, await requestReset(deps, request.body.email, callOriginOf(request))),
  });
  app.route({
    ...contract.resetPasswordConfirm,
    handler: async (request, reply) =>
      remembered(reply, await confirmReset(deps, request.body, callOriginOf(request)))
        .status(204)
        .send(null),
  });
}

const remembered = (reply: FastifyReply, deviceCookie: string): FastifyReply =>
  reply.header('set-cookie', deviceCookie);

function nothing(reply: FastifyReply, _done: void): FastifyReply {
  return reply.status(204).send(null);
}
