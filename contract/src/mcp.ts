import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';

/**
 * Model Context Protocol for assistants: streamable HTTP, stateless, one JSON-RPC message a call. Each tool requires its
 * own scope and counts in its own limit besides.
 */
export const callMcp = route({
  method: 'POST',
  url: '/mcp',
  config: { access: 'required', scope: 'read', sandbox: true, throttle: 'api', hasOwnQueue: true },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags: ['Assistants'],
    summary: 'Serve an assistant (Model Context Protocol)',
    body: z.looseObject({ jsonrpc: z.literal('2.0') }),
    response: { 200: z.unknown(), 202: z.unknown() },
  },
});
