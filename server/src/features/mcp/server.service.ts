import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { KeyScope } from '@clairisque/contract/common/route.ts';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { faultOf } from '#platform/http/errors.ts';
import { compileValidator } from '#platform/http/field-messages.ts';
import { problemOf } from '#platform/http/problems.ts';
import { timed } from '#platform/observability/metrics.ts';
import { slowedDown } from '#platform/guards/rate-limit.ts';
import type { Caller } from './quote.service.ts';
import { TOOLS } from './tools.service.ts';

export type McpCall = { caller: Caller; scopes: readonly KeyScope[]; log: FastifyBaseLogger };

const INSTRUCTIONS = `Clairisque issues the French « état des risques » of a property, with its aircraft noise statement.
Find the address, then its parcel; the user confirms the parcel. assess_property is free and has no legal value. To issue: quote_statement, show it, wait for the user's explicit agreement, then issue_statement. Never present « not-obtained » as an absence of risk.

Clairisque émet l’état des risques d’un bien en France, avec l’état des nuisances sonores aériennes.
Trouvez l’adresse, puis sa parcelle, que l’utilisateur confirme. assess_property est gratuit et sans valeur légale. Pour émettre : quote_statement, montrez-le, attendez l’accord exprès de l’utilisateur, puis issue_statement. Ne présentez jamais « not-obtained » comme une absence de risque.`;

/** Serves one JSON-RPC message: nothing is kept between two calls. */
export async function serveMessage(deps: Deps, call: McpCall, { headers, body }: { headers: Headers; body: unknown }) {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(deps, call);
  await server.connect(transport);
  try {
    const request = new Request(`${deps.publicUrl}/mcp`, { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: body });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}

function createServer(deps: Deps, call: McpCall): Server {
  const server = new Server(
    { name: 'clairisque', title: 'Clairisque', version: '3' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: LISTED }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(deps, call, params));
  return server;
}

const LISTED = TOOLS.map(({ name, title, description, input, hints }): ListedTool => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as ListedTool['inputSchema'],
  annotations: { readOnlyHint: true, openWorldHint: false, ...hints },
}));

/** Each with the validator of its input. */
const CHECKED = new Map(
  TOOLS.map((tool) => [
    tool.name,
    { ...tool, check: compileValidator({ schema: tool.input, url: '/mcp', httpPart: 'body' }) },
  ]),
);
type Checked = NonNullable<ReturnType<(typeof CHECKED)['get']>>;

/** A refusal is an answer that the assistant reads; an unknown tool is a fault of the protocol. */
async function callTool(
  deps: Deps,
  call: McpCall,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const tool = CHECKED.get(name);
  if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  const observe = (result: string, seconds: number): void =>
    deps.telemetry.metrics.assistantTools.observe({ verb: name, result }, seconds);
  try {
    const { en, fr, data } = await timed(observe, () => runTool(deps, call, { tool, given }));
    return { content: [textOf([en, fr, JSON.stringify(data)])], structuredContent: data as Record<string, unknown> };
  } catch (error) {
    return refused(deps, call, error);
  }
}

const textOf = (lines: string[]) => ({ type: 'text' as const, text: lines.join('\n') });

/** Makes the checks of a call of API v3: the scope, the limit of the key, the values. */
async function runTool(deps: Deps, { caller, scopes }: McpCall, { tool, given }: { tool: Checked; given: object }) {
  if (!scopes.includes(tool.scope)) {
    throw new AppError('scope_missing', `Cette clé d’API n’a pas le droit « ${tool.scope} ».`);
  }
  const quota = tool.throttle && (await deps.throttle.hitKey(tool.throttle, caller.key.id));
  if (quota && quota.left < 0) throw slowedDown(quota.resetMs);
  const checked = tool.check(given);
  if ('error' in checked) throw checked.error;
  const run = () => tool.run(deps, caller, checked.value as never);
  return tool.hasOwnQueue ? run() : deps.assistants(String(caller.accountId), run);
}

/** The problem that API v3 would answer. */
function refused(deps: Deps, { caller, log }: McpCall, error: unknown): CallToolResult {
  const fault = error instanceof AppError ? error : faultOf(error, { id: caller.requestId, log });
  const problem = problemOf(fault, { site: deps.publicUrl, instance: '/mcp', requestId: caller.requestId });
  const wait = fault.retryAfterSeconds;
  const content = { ...problem, ...(wait !== null && { retry_after_seconds: wait }) };
  return {
    isError: true,
    content: [textOf([`${problem.code}: ${problem.title}`, problem.detail, JSON.stringify(content)])],
    structuredContent: content,
  };
}
